import { useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { bellIcon } from '#pwa/ui/icons.ts';
import { closeIcon } from '#pwa/ui/site-icons.ts';
import { declineOffer, isOfferDeclined, isSubscribed, pushSupport } from './device-reminders.ts';
import styles from './reminders-offer.module.css';
import { useTurnOn } from './use-turn-on.ts';

/** One line that offers reminders on this device, until they are on or the person has said no. */
export function RemindersOffer() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { busy, turnOn } = useTurnOn(() => setOpen(false));

  useEffect(() => {
    if (pushSupport() !== 'ready' || isOfferDeclined()) return;
    isSubscribed().then((isOn) => setOpen(!isOn), console.error);
  }, []);

  if (!isOpen) return null;
  return (
    <div className={styles.offer}>
      <Button variant="quiet" icon={bellIcon} busy={busy} onClick={turnOn}>
        {t('account.reminders.turnOn')}
      </Button>
      <IconButton
        icon={closeIcon}
        label={t('account.reminders.notNow')}
        onClick={() => {
          declineOffer();
          setOpen(false);
        }}
      />
    </div>
  );
}
