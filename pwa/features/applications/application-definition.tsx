import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { FEET, STATUSES, YES_NO } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { StatusMark } from '#pwa/features/applications/status/status-mark.tsx';
import { personName } from '#pwa/i18n/person-name.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { NO_NOTES, type Notes } from '#pwa/lib/text/haystack.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import type { ListView, RecordDefinition } from '#pwa/records/record-definition.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { clockIcon, userIcon } from '#pwa/ui/icons/icons.ts';
import {
  APPLICATION_SORTS,
  type ApplicationFilter,
  type ApplicationSort,
  findApplications,
  haystackOf,
  SEARCHED,
  sortedApplications,
} from './application-list.ts';

const reader = lazyPartAhead(async () => (await import('#pwa/local/rows/read-notes.ts')).readNotes);
type Read = Awaited<ReturnType<typeof reader>>;

/** The notes in the histories of all applications; none while they are read or not wanted. */
function useNotes(wanted: boolean): Notes {
  const mirror = useMirror();
  const [read, setRead] = useState<{ notes: Read } | null>(null);
  useEffect(() => {
    if (wanted) reader().then((notes) => setRead({ notes }), console.error);
  }, [wanted]);
  return (
    useLiveQuery(() => (wanted ? read?.notes(mirror) : undefined), [mirror, wanted, read]) ??
    NO_NOTES
  );
}

function wordsOf(choices: readonly ((typeof FEET)[number] | (typeof YES_NO)[number])[]) {
  return choices.map((value) => ({ value, label: `choices.${value}` as const }));
}

export type ApplicationView = ListView<ApplicationFilter, ApplicationSort>;

/** The list of applications. */
export const applicationDefinition: RecordDefinition<
  ApplicationRow,
  string,
  ApplicationFilter,
  ApplicationSort
> = {
  idOf: ({ id }) => id,
  nameOf: (t, { playerName: name, email }) => personName(t, { name, email }),
  linkTo: (id) => ({ to: APP_PATHS.application, params: { id } }),
  texts: {
    title: 'applications.title',
    search: 'applications.search',
    filter: 'list.filter',
    total: 'applications.total',
    emptyTitle: 'applications.emptyTitle',
    emptyText: 'applications.emptyText',
  },
  emptyIcon: userIcon,
  filters: [
    { value: 'all', label: 'list.all' },
    { value: 'due', label: 'applications.due', mark: <Icon shape={clockIcon} /> },
    ...STATUSES.map((value) => ({
      value,
      label: `statusShort.${value}` as const,
      mark: <StatusMark status={value} />,
    })),
  ],
  fields: [
    { id: 'position', label: 'applications.columns.position' },
    { id: 'currentClub', label: 'applications.columns.currentClub' },
    { id: 'nationality', label: 'applicationDetail.nationality' },
    { id: 'secondNationality', label: 'applicationDetail.secondNationality' },
    { id: 'city', label: 'applicationDetail.city' },
    { id: 'foot', label: 'applicationDetail.foot', words: wordsOf(FEET) },
    { id: 'heightCm', label: 'applicationDetail.heightCm', holds: 'number' },
    { id: 'dateOfBirth', label: 'applicationDetail.dateOfBirth', holds: 'date' },
    { id: 'contractUntil', label: 'applications.sorts.contractUntil', holds: 'date' },
    { id: 'mandateUntil', label: 'applications.sorts.mandateUntil', holds: 'date' },
    {
      id: 'mandateExclusive',
      label: 'applicationDetail.mandateExclusive',
      words: wordsOf(YES_NO),
    },
    { id: 'otherAgent', label: 'applicationDetail.otherAgent' },
    { id: 'followUpOn', label: 'applications.sorts.followUp', holds: 'date' },
    { id: 'createdAt', label: 'applications.sorts.created', holds: 'date' },
    { id: 'updatedAt', label: 'applications.columns.updated', holds: 'date' },
    { id: 'playerName', label: 'applications.columns.player', identifies: true },
    { id: 'email', label: 'applicationDetail.email', identifies: true },
    { id: 'phone', label: 'applicationDetail.phone', identifies: true },
  ],
  views: [
    {
      id: 'clients',
      name: 'views.clients',
      filter: 'signed',
      sort: 'deadline',
      columns: ['age', 'currentClub', 'contractUntil', 'mandateUntil', 'deadline'],
    },
  ],
  sorts: APPLICATION_SORTS.map((value) => ({
    value,
    label: `applications.sorts.${value}` as const,
  })),
  searched: SEARCHED,
  labels: 'applicationDetail',
  haystackOf,
  useNotes,
  sorted: sortedApplications,
  find: findApplications,
};
