import type { Haystack } from './haystack.ts';

/** The rows that match a search and a filter. */
export interface Found<Row, Filter extends string> {
  rows: Row[];
  /** The number of matches of the search under each filter. */
  counts: Record<Filter, number>;
}

interface Wanted<Row, Filter extends string> {
  query: string;
  filter: Filter;
  filters: readonly Filter[];
  /** The filters that show a row. */
  filtersOf: (row: Row) => readonly Filter[];
}

/**
 * Searches and filters rows; their order stays.
 *
 * @param haystack of the same rows in the same order; null without a search
 */
export function findRows<Row, Filter extends string>(
  rows: readonly Row[],
  haystack: Haystack | null,
  { query, filter, filters, filtersOf }: Wanted<Row, Filter>,
): Found<Row, Filter> {
  const counts = Object.fromEntries(filters.map((each) => [each, 0])) as Record<Filter, number>;
  const found: Row[] = [];
  const take = (row: Row | undefined): void => {
    if (row === undefined) return;
    const fitting = filtersOf(row);
    for (const each of fitting) counts[each] += 1;
    if (fitting.includes(filter)) found.push(row);
  };
  const hits = haystack?.search(query) ?? null;
  if (hits === null) for (const row of rows) take(row);
  else for (const at of hits) take(rows[at]);
  return { rows: found, counts };
}
