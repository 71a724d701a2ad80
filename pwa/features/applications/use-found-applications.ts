import { useEffect, useMemo } from 'react';
import { dayAfter } from '#pwa/lib/dates.ts';
import { Haystack } from '#pwa/lib/haystack.ts';
import { eachWhenIdle } from '#pwa/lib/when-idle.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import {
  type ApplicationFilter,
  type ApplicationSort,
  type FoundApplications,
  findApplications,
  haystackOf,
  sortedApplications,
} from './application-list.ts';

/** How a person looks at the applications. */
export interface ApplicationView {
  query: string;
  filter: ApplicationFilter;
  sort: ApplicationSort;
}

/** What a view shows of all applications. A key press costs one search; the rest is kept. */
export function useFoundApplications(
  rows: readonly ApplicationRow[],
  { query, filter, sort }: ApplicationView,
): FoundApplications {
  const today = dayAfter(Date.now(), 0);
  const sorted = useMemo(() => sortedApplications(rows, sort), [rows, sort]);
  const searched = query.trim() !== '';
  const haystack = useMemo(
    () => (searched ? new Haystack(sorted.map(haystackOf)) : null),
    [sorted, searched],
  );
  // The first key that is pressed finds all texts folded.
  useEffect(() => eachWhenIdle(sorted, haystackOf), [sorted]);
  return useMemo(
    () => findApplications(sorted, haystack, { query, filter }, today),
    [sorted, haystack, query, filter, today],
  );
}
