import { useText } from '#pwa/i18n/text-context.tsx';
import { FilterBar, ListTools, SearchBox, SortChoice } from '#pwa/ui/list-tools.tsx';
import type { Selection } from '#pwa/ui/use-selection.ts';
import {
  CONTACT_FILTERS,
  CONTACT_SORTS,
  type ContactFilter,
  type FoundContacts,
} from './contact-list.ts';
import type { ContactView } from './use-found-contacts.ts';

interface ContactToolsProps {
  view: ContactView;
  found: FoundContacts;
  /** How many inquiries there are, searched or not; undefined while that is read. */
  total: number | undefined;
  /** What can be chosen in the list, and how many are. */
  selection: Selection<number>;
  chosen: number;
  onChange: (change: Partial<ContactView>) => void;
}

/** Search, filters with their counts, and the order of the inquiries. */
export function ContactTools({
  view,
  found,
  total,
  selection,
  chosen,
  onChange,
}: ContactToolsProps) {
  const { t } = useText();
  const shown = found.rows.length;
  const counts = total ? found.counts : undefined;

  function inWords(of: number): string {
    return shown === of
      ? t('contacts.total', { count: of })
      : t('list.shown', { shown, total: of });
  }

  return (
    <ListTools
      search={
        <SearchBox
          label={t('contacts.search')}
          value={view.query}
          onChange={(query) => onChange({ query })}
        />
      }
      filters={
        <FilterBar<ContactFilter>
          label={t('contacts.filter')}
          filters={CONTACT_FILTERS.map((value) => ({
            value,
            label: t(`contacts.filters.${value}`),
            count: counts?.[value],
          }))}
          value={view.filter}
          onChange={(filter) => onChange({ filter })}
        />
      }
      count={total ? inWords(total) : ''}
      sort={
        <SortChoice
          choices={CONTACT_SORTS.map((value) => ({
            value,
            label: t(`contacts.sorts.${value}`),
          }))}
          value={view.sort}
          onChange={(wanted) => {
            const sort = CONTACT_SORTS.find((each) => each === wanted);
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
