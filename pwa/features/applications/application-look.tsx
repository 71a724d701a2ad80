import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { MinorHint } from '#pwa/features/applications/consent/minor-hint.tsx';
import { FollowUpHint } from '#pwa/features/applications/follow-up/follow-up-hint.tsx';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { StatusButton } from '#pwa/features/applications/status/status-button.tsx';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { today } from '#pwa/lib/time/clock.ts';
import { ageOf, formatDate, formatDay } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import type { RecordColumn, RecordLook } from '#pwa/records/record-definition.ts';
import { CellLines, RecordCell } from '#pwa/records/record-list.tsx';
import { Age } from '#pwa/ui/age.tsx';
import { editIcon, eyeIcon } from '#pwa/ui/icons/icons.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import styles from './application-look.module.css';

const NextDeadline = lazyExtra(
  () => import('#pwa/features/applications/deadlines/next-deadline.tsx'),
  'NextDeadline',
);

/** The columns and the phone rows of the list of applications. */
export const applicationLook: RecordLook<ApplicationRow> = {
  list: 'applications',
  name: 'applications.columns.player',
  nameOrder: { sort: 'name', direction: 'ascending' },
  detailOf: (row) => addressOf(row) ?? row.phone,
  columns: [
    {
      id: 'position',
      label: 'applications.columns.position',
      order: { sort: 'position', direction: 'ascending' },
      cell: ({ position }) => <RecordCell>{position}</RecordCell>,
    },
    {
      id: 'currentClub',
      label: 'applications.columns.currentClub',
      under: 'position',
      order: { sort: 'currentClub', direction: 'ascending' },
      cell: ({ currentClub }) => <RecordCell>{currentClub}</RecordCell>,
    },
    textColumn('nationality'),
    textColumn('secondNationality'),
    textColumn('city'),
    textColumn('phone'),
    {
      id: 'dateOfBirth',
      label: 'applicationDetail.dateOfBirth',
      isExtra: true,
      holds: 'date',
      cell: ({ dateOfBirth }) => dateOfBirth && formatDate(dateOfBirth),
    },
    {
      id: 'age',
      label: 'applicationDetail.age',
      isExtra: true,
      holds: 'word',
      cell: ({ dateOfBirth }) => dateOfBirth && ageOf(dateOfBirth, today()),
    },
    wordColumn('foot'),
    {
      id: 'heightCm',
      label: 'applicationDetail.heightCm',
      isExtra: true,
      holds: 'word',
      cell: ({ heightCm }) => heightCm,
    },
    endColumn('contractUntil'),
    endColumn('mandateUntil'),
    wordColumn('mandateExclusive'),
    textColumn('otherAgent'),
    {
      id: 'deadline',
      label: 'applications.sorts.deadline',
      isExtra: true,
      holds: 'clock',
      order: { sort: 'deadline', direction: 'ascending' },
      cell: (row) => <NextDeadline application={row} />,
    },
    {
      id: 'status',
      label: 'applications.columns.status',
      holds: 'badge',
      order: { sort: 'status', direction: 'ascending' },
      cell: (row, _, isShort) => (
        <CellLines>
          <StatusButton application={row} words={isShort ? 'short' : 'all'} />
          <FollowUpHint application={row} />
          <MinorHint application={row} />
        </CellLines>
      ),
    },
    {
      id: 'followUp',
      label: 'applications.sorts.followUp',
      isExtra: true,
      holds: 'badge',
      order: { sort: 'followUp', direction: 'ascending' },
      cell: (row) => <FollowUpHint application={row} />,
    },
    {
      id: 'created',
      label: 'applications.sorts.created',
      isExtra: true,
      holds: 'date',
      order: { sort: 'created', direction: 'descending' },
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDay(createdAt)}</time>,
    },
    {
      id: 'updated',
      label: 'applications.columns.updated',
      holds: 'date',
      order: { sort: 'updated', direction: 'descending' },
      // A change that waits is a new one.
      cell: ({ id, updatedAt, waiting }) => (
        <WaitingMark waiting={waiting} lane={laneOf('applications', id)}>
          <time dateTime={updatedAt}>{formatDay(updatedAt)}</time>
          <span className={styles.age}>
            <Age of={updatedAt} />
          </span>
        </WaitingMark>
      ),
    },
  ],
  actions: 'applications.columns.actions',
  actionsOf: (row, t) => <Actions row={row} t={t} />,
  lineOf: (row, _, { isSelecting, filter, sort }) => {
    const words = row.status === filter ? 'none' : 'short';
    return {
      badge: isSelecting ? (
        <StatusBadge status={row.status} words={words} />
      ) : (
        <StatusButton application={row} words={words} />
      ),
      facts: sort === 'deadline' ? [] : [row.currentClub, row.position],
      // A change that waits is a new one.
      when: row.waiting === null && sort !== 'deadline' ? <Age of={row.updatedAt} /> : undefined,
      mark: (
        <>
          {sort === 'deadline' ? (
            <NextDeadline application={row} />
          ) : (
            <>
              <FollowUpHint application={row} />
              <MinorHint application={row} />
            </>
          )}
          <WaitingMark waiting={row.waiting} lane={laneOf('applications', row.id)} />
        </>
      ),
    };
  },
};

/** A text that few need in a table. */
function textColumn(
  id: 'nationality' | 'secondNationality' | 'city' | 'phone' | 'otherAgent',
): RecordColumn<ApplicationRow> {
  return {
    id,
    label: `applicationDetail.${id}`,
    isExtra: true,
    cell: (row) => <RecordCell>{row[id]}</RecordCell>,
  };
}

/** A choice, likewise. */
function wordColumn(id: 'foot' | 'mandateExclusive'): RecordColumn<ApplicationRow> {
  return {
    id,
    label: `applicationDetail.${id}`,
    isExtra: true,
    holds: 'word',
    cell: (row, t) => row[id] && wordText(t, 'choices', row[id]),
  };
}

/** The last day of something, likewise. */
function endColumn(id: 'contractUntil' | 'mandateUntil'): RecordColumn<ApplicationRow> {
  return {
    id,
    label: `applications.columns.${id}`,
    isExtra: true,
    holds: 'date',
    order: { sort: id, direction: 'ascending' },
    cell: (row) => row[id] && formatDate(row[id]),
  };
}

const LINKS = [
  { act: 'view', icon: eyeIcon, to: APP_PATHS.application },
  { act: 'edit', icon: editIcon, to: APP_PATHS.editApplication },
] as const;

function Actions({ row, t }: { row: ApplicationRow; t: TextAccess['t'] }) {
  const { id, playerName, email } = row;
  const name = personName(t, { name: playerName, email });
  return LINKS.map(({ act, icon, to }) => (
    <OfficeLink
      key={act}
      variant="quiet"
      icon={icon}
      title={t(`applications.${act}`)}
      to={to}
      params={{ id }}
      aria-label={t(`applications.${act}Of`, { name })}
    >
      {t(`applications.${act}`)}
    </OfficeLink>
  ));
}
