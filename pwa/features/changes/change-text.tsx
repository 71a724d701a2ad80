import { useLiveQuery } from 'dexie-react-hooks';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { readRecordName } from '#pwa/local/rows/read-rows.ts';
import styles from './change-text.module.css';

/** A queued change in words: the record, the act, its note, and its time. */
export function ChangeText({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const name = useRecordName(entry);
  const kind = definitionOf(entry);
  const note = kind.note?.(entry) ?? null;

  return (
    <div className={styles.change}>
      <strong>{name ?? t('sync.change.gone')}</strong>
      <span>{kind.describe(entry, t)}</span>
      {note !== null && <q className={styles.note}>{note}</q>}
      <small>{t('sync.page.queuedAt', { moment: formatMoment(entry.queuedAt) })}</small>
    </div>
  );
}

/** The name of the record: empty until it is read, null when the record is gone. */
function useRecordName(entry: OutboxEntry): string | null {
  const { t } = useText();
  const mirror = useMirror();
  return useLiveQuery(
    async () => definitionOf(entry).name?.(entry, t) ?? readRecordName(mirror, entry.entity),
    [mirror, entry.key, t],
    '',
  );
}
