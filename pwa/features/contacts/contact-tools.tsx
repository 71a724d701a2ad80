import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { FilterBar, ListTools, SearchBox, SortChoice } from '#pwa/ui/list-tools.tsx';
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
  /** The ListSelect of the list, and how many are chosen in it; null while none can be. */
  select: ReactNode;
  chosen: number | null;
  onChange: (change: Partial<ContactView>) => void;
}

/** Search, filters with their counts, and the order of the inquiries. */
export function ContactTools({ view, found, total, select, chosen, onChange }: ContactToolsProps) {
  const { t } = useText();
  const shown = found.rows.length;
  const known = total ? inWords(total) : '';
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
      count={chosen === null ? known : t('select.count', { count: chosen })}
      select={select}
      sort={
        chosen === null && (
          <SortChoice
            choices={CONTACT_SORTS.map((value) => ({
              value,
              label: t(`contacts.sorts.${value}`),
            }))}
            value={view.sort}
            onChange={(chosen) => {
              const sort = CONTACT_SORTS.find((each) => each === chosen);
              if (sort) onChange({ sort });
            }}
          />
        )
      }
    />
  );
}
