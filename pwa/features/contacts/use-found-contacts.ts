import { useEffect, useMemo } from 'react';
import { Haystack } from '#pwa/lib/haystack.ts';
import { eachWhenIdle } from '#pwa/lib/when-idle.ts';
import type { ContactRow } from '#pwa/local/rows.ts';
import {
  type ContactFilter,
  type ContactScope,
  type ContactSort,
  type FoundContacts,
  findContacts,
  haystackOf,
  sortedContacts,
} from './contact-list.ts';

/** How a person looks at the inquiries. */
export interface ContactView {
  query: string;
  filter: ContactFilter;
  sort: ContactSort;
}

/** As useFoundApplications. */
export function useFoundContacts(
  rows: readonly ContactRow[],
  { query, filter, sort }: Omit<ContactView, 'filter'> & { filter: ContactScope },
): FoundContacts {
  const sorted = useMemo(() => sortedContacts(rows, sort), [rows, sort]);
  const searched = query.trim() !== '';
  const haystack = useMemo(
    () => (searched ? new Haystack(sorted.map(haystackOf)) : null),
    [sorted, searched],
  );
  // The first key that is pressed finds all texts folded.
  useEffect(() => eachWhenIdle(sorted, haystackOf), [sorted]);
  return useMemo(
    () => findContacts(sorted, haystack, { query, filter }),
    [sorted, haystack, query, filter],
  );
}
