import { useCallback, useEffect, useMemo } from 'react';
import type { Found } from '#pwa/lib/text/find-rows.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import { useSearchRules } from '#pwa/lib/text/use-search-rules.ts';
import { EVERYWHERE, rowsWhere } from '#pwa/lib/text/where.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { eachWhenIdle } from '#pwa/lib/time/when-idle.ts';
import type { ListView, RecordDefinition } from './record-definition.ts';

/** The rows of a view. A key press costs one search: order and folded texts are kept. */
export function useFound<Row, Filter extends string, Sort extends string>(
  {
    sorted: sortedBy,
    haystackOf,
    find,
    fields,
  }: Pick<
    RecordDefinition<Row, string | number, Filter, Sort>,
    'sorted' | 'haystackOf' | 'find' | 'fields'
  >,
  rows: readonly Row[],
  { query, filter, sort, where }: Omit<ListView<Filter, Sort>, 'saved'>,
): Found<Row, Filter> {
  const today = useToday();
  const searched = query.trim() !== '';
  const rules = useSearchRules(searched || where !== EVERYWHERE);
  const fitting = useMemo(
    () => rowsWhere(rows, fields, where, rules),
    [rows, fields, where, rules],
  );
  const sorted = useMemo(() => sortedBy(fitting, sort), [sortedBy, fitting, sort]);
  const textOf = useCallback((row: Row) => haystackOf(row, rules), [haystackOf, rules]);
  const haystack = useMemo(
    () => (searched ? new Haystack(sorted.map(textOf), rules) : null),
    [sorted, searched, textOf, rules],
  );
  // The first key press finds all texts folded.
  useEffect(() => eachWhenIdle(sorted, textOf), [sorted, textOf]);
  return useMemo(
    () => find(sorted, haystack, { query, filter }, today),
    [find, sorted, haystack, query, filter, today],
  );
}
