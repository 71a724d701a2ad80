import { STATUSES } from '#contract/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import { clockIcon, plusIcon } from '#pwa/ui/icons.ts';
import { FilterBar, ListTools, SearchBox, SortChoice } from '#pwa/ui/list-tools.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import type { Selection } from '#pwa/ui/use-selection.ts';
import {
  APPLICATION_SORTS,
  type ApplicationFilter,
  type FoundApplications,
} from './application-list.ts';
import { StatusMark } from './status-mark.tsx';
import type { ApplicationView } from './use-found-applications.ts';

interface ApplicationToolsProps {
  view: ApplicationView;
  found: FoundApplications;
  /** How many applications there are, searched or not; undefined while that is read. */
  total: number | undefined;
  /** What can be chosen in the list, and how many are. */
  selection: Selection<string>;
  chosen: number;
  onChange: (change: Partial<ApplicationView>) => void;
}

/** Search, status filters with their counts, and the order of the applications. */
export function ApplicationTools({
  view,
  found,
  total,
  selection,
  chosen,
  onChange,
}: ApplicationToolsProps) {
  const { t } = useText();
  const shown = found.rows.length;
  const counts = total ? found.counts : undefined;
  const whole = view.query.trim() === '' && view.filter === 'all';

  function inWords(of: number): string {
    return whole ? t('applications.total', { count: of }) : t('list.shown', { shown, total: of });
  }

  return (
    <ListTools
      search={
        <SearchBox
          label={t('applications.search')}
          value={view.query}
          onChange={(query) => onChange({ query })}
        />
      }
      action={
        <OfficeLink icon={plusIcon} to="/dashboard/applications/new">
          {t('applications.new')}
        </OfficeLink>
      }
      filters={
        <FilterBar<ApplicationFilter>
          label={t('list.filter')}
          filters={[
            { value: 'all', label: t('list.all'), count: counts?.all },
            {
              value: 'due',
              label: t('applications.due'),
              count: counts?.due,
              mark: <Icon shape={clockIcon} />,
            },
            ...STATUSES.map((status) => ({
              value: status,
              label: t(`status.${status}`),
              count: counts?.[status],
              mark: <StatusMark status={status} />,
            })),
          ]}
          value={view.filter}
          onChange={(filter) => onChange({ filter })}
        />
      }
      count={total ? inWords(total) : ''}
      sort={
        <SortChoice
          choices={APPLICATION_SORTS.map((value) => ({
            value,
            label: t(`applications.sorts.${value}`),
          }))}
          value={view.sort}
          onChange={(wanted) => {
            const sort = APPLICATION_SORTS.find((each) => each === wanted);
            if (sort) onChange({ sort });
          }}
        />
      }
      selection={selection}
      chosen={chosen}
      of={shown}
    />
  );
}
