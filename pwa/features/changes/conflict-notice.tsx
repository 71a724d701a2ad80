import { useLiveQuery } from 'dexie-react-hooks';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { Conflict } from '#pwa/local/database/rows.ts';
import { keepMine, takeTheirs } from '#pwa/local/outbox/conflicts.ts';
import { readHistory } from '#pwa/local/rows/read-rows.ts';
import styles from './conflict-notice.module.css';
import { ConflictQuestion } from './conflict-question.tsx';

/** Two people changed one status: both are in the history, this person decides which one stays. */
export function ConflictNotice({ conflict }: { conflict: Conflict }) {
  const { t } = useText();
  const mirror = useMirror();
  const statuses = {
    seen: wordText(t, 'status', conflict.seen),
    mine: wordText(t, 'status', conflict.mine),
    theirs: wordText(t, 'status', conflict.theirs),
  };
  return (
    <ConflictQuestion
      mine={{
        label: t('sync.conflict.keepMine'),
        hint: t('sync.conflict.keepMineHint', statuses),
        take: () => keepMine(mirror, conflict),
      }}
      theirs={{
        label: t('sync.conflict.takeTheirs'),
        hint: t('sync.conflict.takeTheirsHint', statuses),
        take: () => takeTheirs(mirror, conflict),
      }}
    >
      {t('sync.conflict.text', statuses)}
      <TheirChange conflict={conflict} />
    </ConflictQuestion>
  );
}

/** Who set the other status, when, and what they wrote; nothing while the history is not here. */
function TheirChange({ conflict: { applicationId, theirs, key } }: { conflict: Conflict }) {
  const { t } = useText();
  const mirror = useMirror();
  const history = useLiveQuery(() => readHistory(mirror, applicationId), [mirror, applicationId]);
  const change = history?.find(
    ({ id, newStatus, previousStatus }) =>
      id !== key && newStatus === theirs && previousStatus !== theirs,
  );
  if (!change) return null;
  const when = formatMoment(change.createdAt);
  return (
    <>
      <p className={styles.theirs}>
        {change.by === null
          ? t('sync.conflict.setByNobody', { when })
          : t('sync.conflict.setBy', { name: change.by, when })}
      </p>
      {change.notes !== null && (
        <blockquote className={styles.note} dir="auto">
          {change.notes}
        </blockquote>
      )}
    </>
  );
}
