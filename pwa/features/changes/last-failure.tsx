import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import styles from './last-failure.module.css';

/** Characters shown of a request id; the report has all. */
const SHORT_ID = 8;

/** What happened when a change was last sent, when, and under which request id. */
export function LastFailure({ failure }: { failure: SendFailure }) {
  const { t } = useText();
  const { status, requestId, at } = failure;
  return (
    <p className={styles.failure}>
      {t(`sync.lastFailure.${whatHappened(failure)}`, { status: status ?? '' })}
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

function whatHappened({ status, code }: SendFailure) {
  if (status === null) return 'noAnswer';
  if (status < 400) return 'unreadable';
  if (code === null) return 'notOurs';
  if (status === 401) return 'notAllowed';
  if (status === 500) return 'internal';
  return status > 500 || status === 408 || status === 425 || status === 429 ? 'later' : 'refused';
}
