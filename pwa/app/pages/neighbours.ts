type Id = string | number;

/** A record's place in a list, from 1, and its neighbours; null if it is not in the list. */
export function neighboursOf(
  order: readonly Id[] | undefined,
  id: Id,
): { at: number; of: number; previous: Id | undefined; next: Id | undefined } | null {
  const index = order?.indexOf(id) ?? -1;
  if (!order || index < 0) return null;
  return { at: index + 1, of: order.length, previous: order[index - 1], next: order[index + 1] };
}
