import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { bellIcon, infoIcon } from '#pwa/ui/icons/icons.ts';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { declineOffer, isOfferDeclined, isSubscribed, pushSupport } from './device-reminders.ts';
import styles from './reminders-offer.module.css';
import { useTurnOn } from './use-turn-on.ts';

/**
 * One line that offers reminders on this device, until they are on or the person has said no.
 *
 * @param install installs the app, where only the installed app can show reminders
 */
export function RemindersOffer({ install }: { install: ReactNode }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const [isTold, setTold] = useState(false);
  const needsInstall = pushSupport() === 'install';
  const { busy, turnOn } = useTurnOn(() => setOpen(false));

  useEffect(() => {
    if (isOfferDeclined()) return;
    if (needsInstall) setOpen(true);
    if (pushSupport() === 'ready') isSubscribed().then((isOn) => setOpen(!isOn), console.error);
  }, [needsInstall]);

  if (!isOpen) return null;
  return (
    <>
      <div className={styles.offer}>
        <Button
          variant="quiet"
          icon={bellIcon}
          busy={busy}
          onClick={needsInstall ? () => setTold(true) : turnOn}
        >
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
      <div role="status" className={styles.told}>
        {isTold && (
          <Notice icon={infoIcon} actions={install}>
            {t('account.reminders.install')}
          </Notice>
        )}
      </div>
    </>
  );
}
