import { useLiveQuery } from 'dexie-react-hooks';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { readRecordName } from '#pwa/local/rows/read-rows.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './change-text.module.css';

/** A queued change in words: the record, the act, its note, and its time. */
export function ChangeText({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const name = useRecordName(entry);
  return (
    <div className={styles.change}>
      <strong>{name ?? t('sync.change.gone')}</strong>
      <span>{definitionOf(entry).describe(entry, t)}</span>
      <ChangeNote entry={entry} />
    </div>
  );
}

/** The note of a queued change, and when it was made. */
export function ChangeNote({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const note = definitionOf(entry).note?.(entry) ?? null;
  return (
    <>
      {note !== null && <q className={styles.note}>{note}</q>}
      <small className={primitives.note}>
        {t('sync.page.queuedAt', { moment: formatMoment(entry.queuedAt) })}
      </small>
    </>
  );
}

/** The name of the record: empty until it is read, null when the record is gone. */
export function useRecordName(entry: OutboxEntry): string | null {
  const { t } = useText();
  const mirror = useMirror();
  return useLiveQuery(
    async () => definitionOf(entry).name?.(entry, t) ?? readRecordName(mirror, entry.entity),
    [mirror, entry.key, t],
    '',
  );
}
