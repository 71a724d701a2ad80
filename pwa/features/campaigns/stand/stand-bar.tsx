import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, useEffect, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { countedInquiries } from '#pwa/features/campaigns/counted-inquiries.ts';
import { lastDays } from '#pwa/features/campaigns/day-counts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { handOver, PIN_PATTERN } from '#pwa/session/handed-over.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { deviceIcon, keyIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { unsentEntries } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import styles from './stand-bar.module.css';

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

/** What a campaign has brought today, by the clock of this device, and how many inquiries wait here to be sent. */
interface CampaignDay {
  visits: number;
  inquiries: number;
  waiting: number;
}

/** The figures of a campaign's day, as this device knows them. Undefined while loading. */
function useCampaignDay(campaign: Campaign): CampaignDay | undefined {
  const { id, days = [] } = campaign;
  const mirror = useMirror();
  const today = useToday();
  const waiting = useWaiting(id);
  const inquiries = useLiveQuery(async () => {
    const { rows } = await readAll(mirror, 'contacts');
    const begin = new Date(`${today}T00:00`).toISOString();
    return countedInquiries(rows).filter(
      ({ campaignId, createdAt }) => campaignId === id && createdAt >= begin,
    ).length;
  }, [mirror, id, today]);
  if (inquiries === undefined || waiting === undefined) return undefined;
  const visits = lastDays(days, 1, today).reduce((sum, day) => sum + day.visits, 0);
  return { visits, inquiries, waiting };
}

/** How many inquiries of visitors wait on this device. */
function useWaiting(campaignId: number): number | undefined {
  const [waiting, setWaiting] = useState<number>();
  useEffect(() => {
    function look(): void {
      unsentEntries()
        .then((entries) => setWaiting(entries.filter(isOfCampaign).length))
        .catch(console.error);
    }
    function isOfCampaign({ path, body }: { path: string; body: unknown }): boolean {
      if (path !== sendInquiry.path) return false;
      return (body as { campaignId?: number }).campaignId === campaignId;
    }
    look();
    return onSettled(look);
  }, [campaignId]);
  return waiting;
}
