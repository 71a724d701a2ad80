import { useCallback, useEffect, useMemo } from 'react';
import type { Found } from '#pwa/lib/text/find-rows.ts';
import type { FoundLine } from '#pwa/lib/text/found-line.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import { useSearchRules } from '#pwa/lib/text/use-search-rules.ts';
import { EVERYWHERE, rowsWhere } from '#pwa/lib/text/where.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { eachWhenIdle } from '#pwa/lib/time/when-idle.ts';
import type { ListView, RecordDefinition } from './record-definition.ts';

/** Gives the line of a row that a search has found; null if its name is enough. */
export type LineOf<Row> = (row: Row) => FoundLine | null;

interface FoundRows<Row, Filter extends string> extends Found<Row, Filter> {
  /** Undefined without a search. */
  lineOf: LineOf<Row> | undefined;
  /** False if a search could not look into older notes, because they are not on this device. */
  hasAllNotes: boolean;
}

/** The rows of a view. A key press costs one search: order and folded texts are kept. */
export function useFound<Row, Filter extends string, Sort extends string>(
  {
    idOf,
    sorted: sortedBy,
    searched: names,
    haystackOf,
    useNotes,
    find,
    fields,
  }: Pick<
    RecordDefinition<Row, string | number, Filter, Sort>,
    'idOf' | 'sorted' | 'searched' | 'haystackOf' | 'useNotes' | 'find' | 'fields'
  >,
  rows: readonly Row[],
  { query, filter, sort, where }: Omit<ListView<Filter, Sort>, 'saved'>,
): FoundRows<Row, Filter> {
  const today = useToday();
  const isSearching = query.trim() !== '';
  const rules = useSearchRules(isSearching || where !== EVERYWHERE);
  const notes = useNotes(isSearching);
  const fitting = useMemo(
    () => rowsWhere(rows, fields, where, rules),
    [rows, fields, where, rules],
  );
  const sorted = useMemo(() => sortedBy(fitting, sort), [sortedBy, fitting, sort]);
  const textOf = useCallback(
    (row: Row) => haystackOf(row, rules, notes.of.get(idOf(row))),
    [haystackOf, rules, notes, idOf],
  );
  const haystack = useMemo(
    () => (isSearching ? new Haystack(sorted.map(textOf), rules) : null),
    [sorted, isSearching, textOf, rules],
  );
  // The first key press finds all texts folded.
  useEffect(() => eachWhenIdle(sorted, textOf), [sorted, textOf]);
  const found = useMemo(
    () => find(sorted, haystack, { query, filter }, today),
    [find, sorted, haystack, query, filter, today],
  );
  const lineOf = useMemo(() => {
    const { foundLine, wantedOf } = rules;
    if (!isSearching || !foundLine) return;
    const wanted = wantedOf(query);
    return (row: Row) => foundLine(row, names, notes.of.get(idOf(row)) ?? [], wanted);
  }, [isSearching, rules, query, names, notes, idOf]);
  return { ...found, lineOf, hasAllNotes: notes.areAll };
}
