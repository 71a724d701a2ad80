import { Link } from '@tanstack/react-router';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/dates.ts';
import type { ApplicationRow } from '#pwa/local/overlay.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import {
  ListEnd,
  RecordActions,
  RecordName,
  RecordRow,
  RecordRows,
  RecordTable,
  recordLink,
} from '#pwa/ui/record-list.tsx';
import { useMedia, WIDE } from '#pwa/ui/use-media.ts';
import { WaitingMark } from '#pwa/ui/waiting-mark.tsx';
import { StatusBadge } from './status-badge.tsx';

interface ApplicationsTableProps {
  rows: readonly ApplicationRow[];
  total: number;
  /** Asks for more rows. */
  onMore: () => void;
}

/** The applications, newest change first: a table on wide screens, rows of two lines on phones. */
export function ApplicationsTable({ rows, total, onMore }: ApplicationsTableProps) {
  const wide = useMedia(WIDE);
  return (
    <>
      {wide ? <WideTable rows={rows} /> : <PhoneRows rows={rows} />}
      <ListEnd shown={rows.length} total={total} onMore={onMore} />
    </>
  );
}

function WideTable({ rows }: { rows: readonly ApplicationRow[] }) {
  const { t } = useText();
  const columns = [
    t('applications.columns.player'),
    t('applications.columns.position'),
    t('applications.columns.currentClub'),
    t('applications.columns.status'),
    t('applications.columns.updated'),
    t('applications.columns.actions'),
  ];
  return (
    <RecordTable caption={t('applications.title')} columns={columns}>
      {rows.map((row) => (
        <tr key={row.id}>
          <RecordName name={<NameLink row={row} />} detail={row.email} />
          <td>{row.position}</td>
          <td>{row.currentClub}</td>
          <td>
            <StatusBadge status={row.status} />
            <WaitingMark waiting={row.waiting} />
          </td>
          <td>
            <time dateTime={row.updatedAt}>{formatDay(row.updatedAt)}</time>
          </td>
          <RecordActions>
            <OfficeLink
              variant="quiet"
              to="/dashboard/applications/$id"
              params={{ id: row.id }}
              aria-label={t('applications.viewOf', { name: row.playerName })}
            >
              {t('applications.view')}
            </OfficeLink>
            <OfficeLink
              variant="quiet"
              to="/dashboard/applications/$id/edit"
              params={{ id: row.id }}
              aria-label={t('applications.editOf', { name: row.playerName })}
            >
              {t('applications.edit')}
            </OfficeLink>
          </RecordActions>
        </tr>
      ))}
    </RecordTable>
  );
}

function PhoneRows({ rows }: { rows: readonly ApplicationRow[] }) {
  const { t } = useText();
  return (
    <RecordRows label={t('applications.title')}>
      {rows.map((row) => (
        <RecordRow
          key={row.id}
          name={<NameLink row={row} />}
          badge={<StatusBadge status={row.status} />}
          facts={[row.currentClub, row.position, formatDay(row.updatedAt)]}
          mark={<WaitingMark waiting={row.waiting} />}
        />
      ))}
    </RecordRows>
  );
}

function NameLink({ row }: { row: ApplicationRow }) {
  return (
    <Link to="/dashboard/applications/$id" params={{ id: row.id }} className={recordLink}>
      {row.playerName}
    </Link>
  );
}
