import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { ListName, Rows, SeenRow } from '#pwa/local/database/rows.ts';
import { foldRow } from './overlay.ts';
import { later, timeIn } from './page-order.ts';

/**
 * Rows with their queued changes laid over them, newest first.
 *
 * @param rows the server's rows, or the newest of them and those of the queued changes
 */
export function foldAll<List extends ListName>(
  list: List,
  rows: Iterable<Rows[List] & { waiting: null }>,
  lanes: ReadonlyMap<Rows[List]['id'], OutboxEntry[]>,
): SeenRow<List>[] {
  const made = new Map(lanes);
  const seen: SeenRow<List>[] = [];
  for (const row of rows) {
    const lane = lanes.get(row.id);
    if (lane) seen.push(...foldOne(list, row, lane));
    else seen.push(row);
    made.delete(row.id);
  }
  for (const lane of made.values()) seen.push(...foldOne(list, undefined, lane));
  return newestFirst(list, seen);
}

function foldOne<List extends ListName>(
  list: List,
  row: (Rows[List] & { waiting: null }) | undefined,
  lane: readonly OutboxEntry[] | undefined,
): SeenRow<List>[] {
  const seen = lane ? foldRow(list, row, lane) : row;
  return seen ? [seen] : [];
}

/** Sorts in place: by time, then by number. */
export function newestFirst<List extends ListName>(
  list: List,
  rows: SeenRow<List>[],
): SeenRow<List>[] {
  return rows.sort(
    (one, other) =>
      later(timeIn(list, other), timeIn(list, one)) || Number(other.id) - Number(one.id) || 0,
  );
}

/** The ids whose entries differ. */
export function* differing<Id>(
  before: Map<Id, OutboxEntry[]>,
  now: Map<Id, OutboxEntry[]>,
): Iterable<Id> {
  if (before === now) return;
  for (const id of before.keys()) if (!now.has(id)) yield id;
  for (const [id, lane] of now) {
    const old = before.get(id);
    if (old?.length !== lane.length || lane.some((entry, at) => entry !== old[at])) yield id;
  }
}
