import { type ClockReport, confirmClock } from '#contract/clock.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import styles from './clock-notice.module.css';

interface ClockNoticeProps {
  report: ClockReport | null;
  /** Reads the report again. */
  onChanged: () => void;
}

/** Says that the server deletes nothing, because its clock has jumped, and lets an admin confirm the clock. */
export function ClockNotice({ report, onChanged }: ClockNoticeProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const isOffline = useIsOffline();
  const { busy, attempt } = useAttempt();
  if (!report?.held || report.ranAt === null) return null;

  async function confirm(): Promise<void> {
    const isConfirmed = await attempt(() => call(confirmClock, { sentFor: userId }));
    if (isConfirmed) showToast({ title: t('clock.confirmed') });
    onChanged();
  }

  const moments = { now: formatMoment(report.now), ranAt: formatMoment(report.ranAt) };
  return (
    <div className={styles.notice}>
      <Notice
        tone="amber"
        title={t('clock.held')}
        actions={
          <Button
            variant="secondary"
            busy={busy}
            disabled={isOffline}
            onClick={() => void confirm()}
          >
            {t('clock.confirm')}
          </Button>
        }
      >
        {t('clock.heldText', moments)}
      </Notice>
    </div>
  );
}
