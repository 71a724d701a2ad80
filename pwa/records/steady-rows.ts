/**
 * The rows of a list beside an open record, in an order that stays: a change of the record must not move
 * it away from under the person who goes through the list. Rows that came since are first.
 *
 * @param before the ids as they were shown last
 * @param found the rows that the list has now, in its order
 * @param open the open record: it keeps its place also when the list would not have it any more
 */
export function steadyRows<Row, Id>(
  before: readonly Id[],
  found: readonly Row[],
  open: Row | undefined,
  idOf: (row: Row) => Id,
): Row[] {
  const known = new Set(before);
  const now = new Map([...(open ? [open] : []), ...found].map((row) => [idOf(row), row]));
  const came = found.filter((row) => !known.has(idOf(row)));
  return [...came, ...before.flatMap((id) => now.get(id) ?? [])];
}
