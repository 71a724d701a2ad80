import { type FormEvent, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { handOver, PIN_PATTERN } from '#pwa/session/handed-over.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { deviceIcon, keyIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './stand-bar.module.css';
import { useCampaignDay } from './use-campaign-day.ts';

/** For the agent at a stand: what the campaign has brought today, and the way to hand this device to a visitor. */
export function StandBar({ campaign }: { campaign: Campaign }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const today = useCampaignDay(campaign);
  return (
    <div className={styles.bar}>
      <p className={styles.today}>
        {today &&
          t('booth.today', {
            visits: t('booth.visits', { count: today.visits }),
            inquiries: t('booth.inquiries', { count: today.inquiries }),
          })}
        {today && today.waiting > 0 && ` · ${t('booth.waiting', { count: today.waiting })}`}
      </p>
      {/* The lock needs the browser's cryptography, which only a secure page has. */}
      {isSecureContext && (
        <Button variant="secondary" icon={deviceIcon} onClick={() => setAsking(true)}>
          {t('booth.handOver')}
        </Button>
      )}
      {isAsking && <HandOverSheet campaign={campaign} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface HandOverSheetProps {
  campaign: Campaign;
  onClose: () => void;
}

function HandOverSheet({ campaign, onClose }: HandOverSheetProps) {
  const { t } = useText();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function lock(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (!PIN_PATTERN.test(pin)) return setError(t('booth.pinWrongForm'));
    const { id, utmSource, utmCampaign, defaultLanguage } = campaign;
    setBusy(true);
    try {
      await handOver({ campaignId: id, utmSource, utmCampaign }, defaultLanguage, pin);
    } catch (cause) {
      console.error(cause);
      setError(t('booth.notLocked'));
      setBusy(false);
    }
  }

  return (
    <Sheet title={t('booth.handOver')} description={t('booth.handOverText')} onClose={onClose}>
      <form className={primitives.stack4} noValidate onSubmit={(event) => void lock(event)}>
        <PasswordField
          label={t('booth.newPin')}
          hint={t('booth.pinHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={pin}
          error={error}
          onChange={({ target }) => {
            setPin(target.value);
            setError(undefined);
          }}
          required
        />
        <Button
          type="submit"
          size="large"
          icon={keyIcon}
          busy={isBusy}
          busyLabel={t('booth.locking')}
        >
          {t('booth.lock')}
        </Button>
      </form>
    </Sheet>
  );
}
