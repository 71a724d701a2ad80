import type { Mirror } from './mirror.ts';
import { MirroredList } from './mirrored-list.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { byRecord, foldRow } from './overlay.ts';
import { later, timeIn } from './page-order.ts';
import type { ListName, Rows, SeenRow } from './rows.ts';

/**
 * All rows of one list as the person sees them, newest first, kept in memory: only the rows that changed
 * since the last time are folded, and the array is the same if there are none.
 */
export class SeenList<List extends ListName> {
  readonly #list: List;
  readonly #rows: MirroredList<Rows[List]>;
  #entries: readonly OutboxEntry[] = [];
  #lanes = new Map<Rows[List]['id'], OutboxEntry[]>();
  #seen: readonly SeenRow<List>[] = [];

  private constructor(mirror: Mirror, list: List) {
    this.#list = list;
    this.#rows = MirroredList.of(mirror, list);
  }

  /** The only instance of a list of this mirror. */
  static of<List extends ListName>(mirror: Mirror, list: List): SeenList<List> {
    const known = lists.get(mirror) ?? new Map<ListName, object>();
    lists.set(mirror, known);
    const one = known.get(list) ?? new SeenList(mirror, list);
    known.set(list, one);
    // Put there under its own name.
    return one as SeenList<List>;
  }

  /** Call it in `withLists` of the list, with the outbox as it is read in the same transaction. */
  rows(entries: readonly OutboxEntry[]): readonly SeenRow<List>[] {
    const changed = this.#rows.takeChanged();
    const before = this.#lanes;
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#lanes = byRecord(this.#list, entries);
    }
    const lanes = this.#lanes;
    if (changed === 'all') {
      this.#seen = foldAll(this.#list, this.#rows.rows(), lanes);
      return this.#seen;
    }
    const touched = new Set([...changed, ...differing(before, lanes)]);
    if (touched.size === 0) return this.#seen;
    const kept = this.#seen.filter(({ id }) => !touched.has(id));
    const fresh = [...touched].flatMap((id) =>
      foldOne(this.#list, this.#rows.get(id), lanes.get(id)),
    );
    this.#seen = newestFirst(this.#list, [...newestFirst(this.#list, fresh), ...kept]);
    return this.#seen;
  }
}

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
function newestFirst<List extends ListName>(list: List, rows: SeenRow<List>[]): SeenRow<List>[] {
  return rows.sort(
    (one, other) =>
      later(timeIn(list, other), timeIn(list, one)) || Number(other.id) - Number(one.id) || 0,
  );
}

/** The ids whose entries differ. */
function* differing<Id>(before: Map<Id, OutboxEntry[]>, now: Map<Id, OutboxEntry[]>): Iterable<Id> {
  if (before === now) return;
  for (const id of before.keys()) if (!now.has(id)) yield id;
  for (const [id, lane] of now) {
    const old = before.get(id);
    if (old?.length !== lane.length || lane.some((entry, at) => entry !== old[at])) yield id;
  }
}

const lists = new WeakMap<Mirror, Map<ListName, object>>();
