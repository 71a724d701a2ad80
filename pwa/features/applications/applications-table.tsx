import { Link } from '@tanstack/react-router';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/dates.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { LongRows, LongTable } from '#pwa/ui/long-list.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import {
  RecordActions,
  RecordName,
  RecordRow,
  RecordText,
  recordLink,
} from '#pwa/ui/record-list.tsx';
import { RowChoice } from '#pwa/ui/row-choice.tsx';
import { useAge } from '#pwa/ui/use-age.ts';
import { useMedia, WIDE } from '#pwa/ui/use-media.ts';
import type { Selection } from '#pwa/ui/use-selection.ts';
import styles from './applications-table.module.css';
import { FollowUpHint } from './follow-up-hint.tsx';
import { StatusBadge } from './status-badge.tsx';

interface ApplicationsTableProps {
  rows: readonly ApplicationRow[];
  /** For a list in which records can be chosen. */
  selection?: Selection<string> | undefined;
}

/** The applications: a table on wide screens, rows of two lines on phones. */
export function ApplicationsTable(props: ApplicationsTableProps) {
  const wide = useMedia(WIDE);
  return wide ? <WideTable {...props} /> : <PhoneRows {...props} />;
}

const idOf = ({ id }: ApplicationRow): string => id;

function WideTable({ rows, selection }: ApplicationsTableProps) {
  const { t } = useText();
  const age = useAge();
  const columns = [
    { label: t('applications.columns.player') },
    { label: t('applications.columns.position') },
    { label: t('applications.columns.currentClub') },
    { label: t('applications.columns.status'), holds: 'badge' },
    { label: t('applications.columns.updated'), holds: 'date' },
    { label: t('applications.columns.actions') },
  ] as const;
  return (
    <LongTable caption={t('applications.title')} columns={columns} rows={rows} keyOf={idOf}>
      {(row) => (
        <>
          <RecordName name={<Name row={row} selection={selection} />} detail={addressOf(row)} />
          <RecordText>{row.position}</RecordText>
          <RecordText>{row.currentClub}</RecordText>
          <td>
            <div className={styles.status}>
              <StatusBadge status={row.status} />
              <WaitingMark waiting={row.waiting} />
              <FollowUpHint application={row} />
            </div>
          </td>
          <td>
            <time dateTime={row.updatedAt}>{formatDay(row.updatedAt)}</time>
            <span className={styles.age}>{age(row.updatedAt)}</span>
          </td>
          <RecordActions>
            <OfficeLink
              variant="quiet"
              to="/dashboard/applications/$id"
              params={{ id: row.id }}
              aria-label={t('applications.viewOf', { name: nameOf(t, row) })}
            >
              {t('applications.view')}
            </OfficeLink>
            <OfficeLink
              variant="quiet"
              to="/dashboard/applications/$id/edit"
              params={{ id: row.id }}
              aria-label={t('applications.editOf', { name: nameOf(t, row) })}
            >
              {t('applications.edit')}
            </OfficeLink>
          </RecordActions>
        </>
      )}
    </LongTable>
  );
}

function PhoneRows({ rows, selection }: ApplicationsTableProps) {
  const { t } = useText();
  const age = useAge();
  return (
    <LongRows label={t('applications.title')} rows={rows} keyOf={idOf}>
      {(row, place) => (
        <RecordRow
          place={place}
          name={<Name row={row} selection={selection} />}
          badge={<StatusBadge status={row.status} />}
          facts={[row.currentClub, row.position]}
          when={age(row.updatedAt)}
          mark={
            <>
              <FollowUpHint application={row} />
              <WaitingMark waiting={row.waiting} />
            </>
          }
        />
      )}
    </LongRows>
  );
}

/** The way to a record, or its box while records are chosen. */
function Name({
  row,
  selection,
}: { row: ApplicationRow } & Pick<ApplicationsTableProps, 'selection'>) {
  const { t } = useText();
  if (selection?.active) {
    return (
      <RowChoice selection={selection} id={row.id}>
        {nameOf(t, row)}
      </RowChoice>
    );
  }
  return (
    <Link to="/dashboard/applications/$id" params={{ id: row.id }} className={recordLink}>
      {nameOf(t, row)}
    </Link>
  );
}

function nameOf(t: TextAccess['t'], { playerName: name, email }: ApplicationRow): string {
  return personName(t, { name, email });
}
