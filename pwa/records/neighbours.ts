/** The place of a record in a list, from 1, and its neighbours; null if the list does not have it. */
export function neighboursOf<Id>(
  order: readonly Id[],
  id: Id,
): { at: number; of: number; previous: Id | undefined; next: Id | undefined } | null {
  const index = order.indexOf(id);
  if (index < 0) return null;
  return { at: index + 1, of: order.length, previous: order[index - 1], next: order[index + 1] };
}
