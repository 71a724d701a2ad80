import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Fragment, type ReactNode } from 'react';
import type { AuditEntry, AuditPage } from '#contract/audit.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { personName } from '#pwa/i18n/person-name.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import { RecordCell, RecordName, RecordTable } from '#pwa/records/record-list.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { DENSE, useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './audit-entries.module.css';
import {
  actorText,
  detailText,
  fileText,
  kindText,
  originTexts,
  recordsOf,
  recordText,
  timesText,
} from './audit-words.ts';

interface AuditEntriesProps {
  entries: readonly AuditEntry[];
  accounts: AuditPage['accounts'];
}

/** The entries: a table in a wide window, rows in others. */
export function AuditEntries(props: AuditEntriesProps) {
  const known = useRecords(props.entries);
  const shown = { ...props, known };
  return useMedia(DENSE) ? <WideTable {...shown} /> : <TwoLineRows {...shown} />;
}

type Known = Awaited<ReturnType<typeof readRecord>>;

interface ShownEntries extends AuditEntriesProps {
  /** The records that are on this device, by `application:<id>` and alike. */
  known: ReadonlyMap<string, Known>;
}

/** The log has ids only; who reads it on a device with these records knows them by name. */
function useRecords(entries: readonly AuditEntry[]): ShownEntries['known'] {
  const mirror = useMirror();
  const read = useLiveQuery(async () => {
    const parts = [...new Set(entries.flatMap(recordsOf))];
    const rows = await Promise.all(parts.map((part) => readRecord(mirror, part)));
    return new Map(parts.map((part, at) => [part, rows[at] ?? null]));
  }, [mirror, entries]);
  return read ?? NONE;
}

const NONE = new Map<string, Known>();

interface SubjectProps extends Pick<ShownEntries, 'accounts' | 'known'> {
  entry: AuditEntry;
}

/** To what it was done: records by their names, as links to them. */
function Subject({ entry, accounts, known }: SubjectProps) {
  const { t } = useText();
  return (
    <>
      {fileText(t, entry)}
      {recordsOf(entry).map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ', '}
          {linkTo(t, known.get(part) ?? null) ?? recordText(t, part, accounts)}
        </Fragment>
      ))}
    </>
  );
}

function linkTo(t: TextAccess['t'], row: Known): ReactNode {
  if (row === null) return null;
  if ('playerName' in row && 'status' in row) {
    const name = personName(t, { name: row.playerName, email: row.email });
    return (
      <Link to={APP_PATHS.application} params={{ id: row.id }}>
        {name}
      </Link>
    );
  }
  if (!('email' in row)) return row.name;
  return (
    <Link to={APP_PATHS.contact} params={{ id: String(row.id) }}>
      {personName(t, row)}
    </Link>
  );
}

function WideTable({ entries, accounts, known }: ShownEntries) {
  const { t } = useText();
  const columns = [
    t('audit.columns.what'),
    t('audit.columns.when'),
    t('audit.columns.who'),
    t('audit.columns.subject'),
    t('audit.columns.origin'),
    t('audit.columns.times'),
  ];
  return (
    <RecordTable caption={t('audit.title')} columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <RecordName
            name={<span className={styles.kind}>{kindText(t, entry.kind)}</span>}
            detail={detailText(t, entry)}
          />
          <td>
            <Moment at={entry.at} />
          </td>
          <td className={styles.who}>
            <RecordCell>{actorText(t, entry, accounts)}</RecordCell>
          </td>
          <td className={styles.subject}>
            <Subject entry={entry} accounts={accounts} known={known} />
          </td>
          <td className={primitives.note}>
            {originTexts(t, entry).map((text) => (
              <div key={text} className={styles.whole}>
                {text}
              </div>
            ))}
          </td>
          <td className={styles.count}>{timesText(entry)}</td>
        </tr>
      ))}
    </RecordTable>
  );
}

function TwoLineRows({ entries, accounts, known }: ShownEntries) {
  const { t } = useText();
  return (
    <ul className={styles.rows} aria-label={t('audit.title')}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.row}>
          <details>
            <summary className={styles.first}>
              <strong>{kindText(t, entry.kind)}</strong>
              <span className={`${styles.count} ${primitives.note}`}>
                {timesText(entry)} <Moment at={entry.at} />
              </span>
            </summary>
            <span className={primitives.note}>{originTexts(t, entry).join(' · ')}</span>
          </details>
          <span>
            {actorText(t, entry, accounts)}
            {(fileText(t, entry) || recordsOf(entry).length > 0) && ' · '}
            <Subject entry={entry} accounts={accounts} known={known} />
            {detailText(t, entry) && ` · ${detailText(t, entry)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
