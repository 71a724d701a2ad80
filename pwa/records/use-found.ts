import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { Found } from '#pwa/lib/text/find-rows.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { eachWhenIdle } from '#pwa/lib/time/when-idle.ts';
import type { ListView, RecordDefinition } from './record-definition.ts';
import { useSearchRules } from './use-search-rules.ts';

/** Shows the line of a row that a search has found; null if its name is enough. */
export type LineOf<Row> = (row: Row) => ReactNode;

interface FoundRows<Row, Filter extends string> extends Found<Row, Filter> {
  /** Undefined without a search. */
  lineOf: LineOf<Row> | undefined;
  /** False if a search could not look into older notes, because they are not on this device. */
  hasAllNotes: boolean;
}

/** The rows of a view. A key press costs one search: order and folded texts are kept. */
export function useFound<Row, Filter extends string, Sort extends string>(
  definition: Omit<RecordDefinition<Row, string | number, Filter, Sort>, 'linkTo'>,
  rows: readonly Row[],
  { query, filter, sort, where }: Omit<ListView<Filter, Sort>, 'saved'>,
): FoundRows<Row, Filter> {
  const { idOf, sorted: sortedBy, haystackOf, useNotes, find, fields } = definition;
  const today = useToday();
  const isSearching = query.trim() !== '';
  const rules = useSearchRules(isSearching || where !== EVERYWHERE);
  const notes = useNotes(isSearching);
  const fitting = useMemo(
    // No rows while the filter is loaded: rows that do not fit must not be chosen.
    () =>
      where === EVERYWHERE ? rows : (rules.rowsWhere?.(rows, fields, where, rules, today) ?? []),
    [rows, fields, where, rules, today],
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
    const { lineOf, wantedOf } = rules;
    if (!isSearching || !lineOf) return;
    const wanted = wantedOf(query);
    return (row: Row) => lineOf(row, definition, notes.of.get(idOf(row)) ?? [], wanted);
  }, [isSearching, rules, query, definition, notes, idOf]);
  return { ...found, lineOf, hasAllNotes: notes.areAll };
}
