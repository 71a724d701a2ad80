import { shallow } from 'zustand/shallow';

/** The rows of a list in an order that stays, and how far it is from the list's own order. */
export interface SteadyRows<Row> {
  rows: readonly Row[];
  /** Shown rows that have another place in the list's own order, or none because they no longer fit. */
  moved: number;
  /** Rows of the list that are not shown yet. */
  came: number;
}

/**
 * Keeps rows at their places while a person works with them: none moves away from under a finger, also when
 * it no longer fits, and none that comes pushes the others. A removed row has its place again when it comes back.
 *
 * @param places ids in the order in which they were shown first
 * @param found the rows that the list has now, in its own order
 * @param all all records, also ones that are not in the list
 */
export function steadyRows<Row, Id>(
  places: readonly Id[],
  found: readonly Row[],
  all: readonly Row[],
  idOf: (row: Row) => Id,
): SteadyRows<Row> {
  const isSame =
    found.length === places.length && found.every((row, at) => idOf(row) === places[at]);
  if (isSame) return { rows: found, moved: 0, came: 0 };
  const now = new Map(all.map((row) => [idOf(row), row]));
  const rows = places.flatMap((id) => now.get(id) ?? []);
  const placeOf = new Map(places.map((id, at) => [id, at]));
  const kept = found.flatMap((row) => placeOf.get(idOf(row)) ?? []);
  return { rows, moved: rows.length - longestRise(kept), came: found.length - kept.length };
}

/**
 * Gives places to records that were read after the list was first shown: ids that have a place keep their order, the
 * others stand where the list has them.
 *
 * @param held the ids that have a place
 * @param found the ids that the list has now, in its own order
 * @returns `held` itself if there are no others
 */
export function joinedPlaces<Id>(held: readonly Id[], found: readonly Id[]): readonly Id[] {
  const isFound = new Set(found);
  const isHeld = new Set(held);
  const kept = held.filter((id) => isFound.has(id)).values();
  const places = found.map((id) => (isHeld.has(id) ? (kept.next().value ?? id) : id));
  for (const [at, id] of held.entries()) if (!isFound.has(id)) places.splice(at, 0, id);
  return shallow(held, places) ? held : places;
}

/** The length of the longest rising part of different numbers: the numbers that need not move to sort them. */
function longestRise(numbers: readonly number[]): number {
  /** The smallest last number of a rising part, by its length less one. */
  const lasts: number[] = [];
  for (const number of numbers) {
    let low = 0;
    let high = lasts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lasts[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    lasts[low] = number;
  }
  return lasts.length;
}
