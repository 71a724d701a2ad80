import { useState } from 'react';
import { makeCalendar, readCalendar, stopCalendar } from '#contract/reminders/calendar.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { calendarWords } from '#pwa/i18n/calendar-words.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { deviceZone } from '#pwa/lib/time/device-zone.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import { calendarIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { accountCall } from './account-call.ts';
import styles from './calendar.module.css';
import { NotRead } from './not-read.tsx';

/** The private address by which a calendar program shows all follow-ups. */
export function Calendar() {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { value, failure, load } = useServerState(read);
  const [url, setUrl] = useState<string | null>(null);
  const { busy, attempt } = useAttempt('account.reminders.notChanged');

  async function make(): Promise<void> {
    const body = { ...calendarWords(t), timeZone: deviceZone() };
    await attempt(async () => setUrl((await accountCall(call(makeCalendar, { body }))).url));
    load();
  }

  async function stop(): Promise<void> {
    if (!(await attempt(() => accountCall(call(stopCalendar, {}))))) return;
    setUrl(null);
    showToast({ title: t('account.calendar.off') });
    load();
  }

  const since = value?.since ?? null;
  return (
    <Card title={t('account.calendar.title')}>
      <p className={primitives.intro}>{t('account.calendar.text')}</p>
      {!value && <NotRead subject="calendar" failed={failure !== null} onRetry={load} />}
      {url !== null && <Address url={url} />}
      {since !== null && url === null && (
        <p className={primitives.intro}>
          {t('account.calendar.since', { moment: formatMoment(since) })}{' '}
          {value?.hasDeadlines === false && t('account.calendar.noDeadlines')}
        </p>
      )}
      {value && (
        <div className={`${primitives.row2} ${styles.actions}`}>
          <Button
            variant={since === null ? 'primary' : 'secondary'}
            icon={since === null ? calendarIcon : undefined}
            busy={busy}
            disabled={isOffline}
            onClick={() => void make()}
          >
            {t(since === null ? 'account.calendar.make' : 'account.calendar.renew')}
          </Button>
          {since !== null && (
            <Button variant="quiet" busy={busy} disabled={isOffline} onClick={() => void stop()}>
              {t('account.reminders.turnOff')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function read(signal: AbortSignal) {
  return accountCall(call(readCalendar, { signal }));
}

/** A new address. It is shown this once: the server knows its digest only. */
function Address({ url }: { url: string }) {
  const { t } = useText();
  return (
    <>
      <p className={styles.url}>{url}</p>
      <p className={primitives.intro}>{t('account.calendar.once')}</p>
      <div className={`${primitives.row2} ${styles.actions}`}>
        <ButtonLink icon={calendarIcon} href={url.replace(/^https?:/, 'webcal:')}>
          {t('account.calendar.open')}
        </ButtonLink>
        <CopyButton text={url} variant="secondary" />
      </div>
    </>
  );
}
