import type { AuditEntry, AuditPage } from '#contract/audit.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { RecordCell, RecordName, RecordTable } from '#pwa/records/record-list.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { DENSE, useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './audit-entries.module.css';
import {
  actorText,
  detailText,
  kindText,
  originTexts,
  subjectText,
  timesText,
} from './audit-words.ts';

interface AuditEntriesProps {
  entries: readonly AuditEntry[];
  accounts: AuditPage['accounts'];
}

/** The entries: a table in a wide window, rows in others. */
export function AuditEntries(props: AuditEntriesProps) {
  return useMedia(DENSE) ? <WideTable {...props} /> : <TwoLineRows {...props} />;
}

function WideTable({ entries, accounts }: AuditEntriesProps) {
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
          <RecordName name={kindText(t, entry.kind)} detail={detailText(t, entry)} />
          <td>
            <Moment at={entry.at} />
          </td>
          <td className={styles.who}>
            <RecordCell>{actorText(t, entry, accounts)}</RecordCell>
          </td>
          <td>
            <RecordCell>{subjectText(t, entry, accounts)}</RecordCell>
          </td>
          <td className={primitives.note}>
            <RecordCell>{originTexts(t, entry).join(' · ')}</RecordCell>
          </td>
          <td className={styles.count}>{timesText(entry)}</td>
        </tr>
      ))}
    </RecordTable>
  );
}

function TwoLineRows({ entries, accounts }: AuditEntriesProps) {
  const { t } = useText();
  return (
    <ul className={styles.rows} aria-label={t('audit.title')}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.row}>
          <div className={styles.first}>
            <strong>{kindText(t, entry.kind)}</strong>
            <span className={styles.count}>{timesText(entry)}</span>
          </div>
          <span>
            {[actorText(t, entry, accounts), subjectText(t, entry, accounts), detailText(t, entry)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={primitives.note}>
            <Moment at={entry.at} />
            {originTexts(t, entry).map((text) => ` · ${text}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
