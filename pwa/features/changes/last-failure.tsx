import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import { failureText } from './failure-text.ts';
import styles from './last-failure.module.css';

/** Characters shown of a request id; the report has all. */
const SHORT_ID = 8;

/** What happened when a change was last sent, when, and under which request id. */
export function LastFailure({ failure }: { failure: SendFailure }) {
  const { t } = useText();
  const { requestId, at } = failure;
  return (
    <p className={styles.failure}>
      {failureText(t, failure)}
      {' · '}
      {formatMoment(new Date(at).toISOString())}
      {requestId !== null && (
        <>
          {' · '}
          {t('sync.lastFailure.request', { id: requestId.slice(0, SHORT_ID) })}
        </>
      )}
    </p>
  );
}
