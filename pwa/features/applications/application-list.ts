import { APPLICATION_FIELDS } from '#contract/application-fields.ts';
import { searchableOf } from '#contract/field-table.ts';
import { STATUSES } from '#contract/vocabulary.ts';
import { type Haystack, searchTextOf } from '#pwa/lib/haystack.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

export const APPLICATION_FILTERS = ['all', 'due', ...STATUSES] as const;
export type ApplicationFilter = (typeof APPLICATION_FILTERS)[number];

export const APPLICATION_SORTS = ['updated', 'name', 'status', 'created', 'followUp'] as const;
export type ApplicationSort = (typeof APPLICATION_SORTS)[number];

/** What a search finds an application by. */
export const haystackOf = searchTextOf(searchableOf(APPLICATION_FIELDS));

/** Newest change first unless another order is chosen; equals by the newest change. */
export function sortedApplications(
  rows: readonly ApplicationRow[],
  sort: ApplicationSort,
): ApplicationRow[] {
  const newest = [...rows].sort((a, b) => after(a.updatedAt, b.updatedAt));
  return sort === 'updated' ? newest : newest.sort(ORDERS[sort]);
}

const names = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

const ORDERS: Record<
  Exclude<ApplicationSort, 'updated'>,
  (a: ApplicationRow, b: ApplicationRow) => number
> = {
  name: (a, b) => names.compare(a.playerName, b.playerName),
  status: (a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status),
  created: (a, b) => after(a.createdAt, b.createdAt),
  // Those without a day come last.
  followUp: (a, b) => after(b.followUpOn ?? '9999', a.followUpOn ?? '9999'),
};

/** Puts the later one first. */
function after(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}

/** True when the day on which to come back to a player has come. */
export function isDue({ followUpOn }: ApplicationRow, today: string): boolean {
  return followUpOn !== null && followUpOn <= today;
}

export interface FoundApplications {
  rows: ApplicationRow[];
  /** How many of the search's finds each filter would show. */
  counts: Record<ApplicationFilter, number>;
}

/**
 * The rows that a search and a filter leave, in their order.
 *
 * @param haystack of the same rows in the same order; null while nothing is searched
 * @param today `YYYY-MM-DD` on this device
 */
export function findApplications(
  rows: readonly ApplicationRow[],
  haystack: Haystack | null,
  { query, filter }: { query: string; filter: ApplicationFilter },
  today: string,
): FoundApplications {
  const counts = Object.fromEntries(APPLICATION_FILTERS.map((each) => [each, 0])) as Record<
    ApplicationFilter,
    number
  >;
  const found: ApplicationRow[] = [];
  const take = (row: ApplicationRow): void => {
    const due = isDue(row, today);
    counts.all += 1;
    counts[row.status] += 1;
    if (due) counts.due += 1;
    if (filter === 'all' || filter === row.status || (filter === 'due' && due)) found.push(row);
  };
  const hits = haystack?.search(query) ?? null;
  if (hits === null) for (const row of rows) take(row);
  else
    for (const at of hits) {
      const row = rows[at];
      if (row) take(row);
    }
  return { rows: found, counts };
}
