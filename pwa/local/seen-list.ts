import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { RowCache, type Versioned } from './row-cache.ts';
import type { ListName, Waiting } from './rows.ts';

/** Describes one list: groups its entries by row, and lays them over the row. */
export interface SeenListOptions<Id, Row, Seen, Entry> {
  list: ListName;
  /** The entries of each row, oldest first. */
  lanesOf: (entries: readonly OutboxEntry[]) => Map<Id, Entry[]>;
  /** Undefined where neither the server nor an entry has the row. */
  fold: (row: Row | undefined, lane: readonly Entry[]) => Seen | undefined;
  /** The time that orders the rows, newest first. */
  timeOf: (seen: Row | Seen) => string;
}

/**
 * All rows of one list as the person sees them, newest first, kept in memory: a read folds only the
 * rows that changed since the last one, and returns the same array if there are none.
 *
 * Call `read` in a transaction on the list, `outboxTables` and `meta`, so that a live query follows
 * every write.
 */
export class SeenList<
  Id extends string | number,
  Row extends Versioned<Id>,
  Seen extends { id: Id; waiting: Waiting },
  Entry,
> {
  readonly #rows: RowCache<Id, Row>;
  readonly #outbox: OutboxMemory;
  readonly #options: SeenListOptions<Id, Row, Seen, Entry>;
  #entries: readonly OutboxEntry[] = [];
  #lanes = new Map<Id, Entry[]>();
  #seen: readonly (Seen | (Row & { waiting: null }))[] = [];

  constructor(mirror: Mirror, options: SeenListOptions<Id, Row, Seen, Entry>) {
    this.#rows = new RowCache(mirror, options.list);
    this.#outbox = OutboxMemory.of(mirror);
    this.#options = options;
  }

  async read(): Promise<readonly (Seen | (Row & { waiting: null }))[]> {
    const [rows, entries] = await Promise.all([this.#rows.read(), this.#outbox.read()]);
    // Synchronous from here on, so that two reads cannot mix.
    const { lanesOf, fold, timeOf } = this.#options;
    const changed = this.#rows.takeChanged();
    const before = this.#lanes;
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#lanes = lanesOf(entries);
    }
    const lanes = this.#lanes;
    const touched =
      changed === 'all'
        ? new Set([...rows.keys(), ...lanes.keys()])
        : new Set([...changed, ...differing(before, lanes)]);
    if (touched.size === 0 && changed !== 'all') return this.#seen;
    const kept = changed === 'all' ? [] : this.#seen.filter(({ id }) => !touched.has(id));
    const fresh = [...touched].flatMap((id) => {
      const lane = lanes.get(id);
      return (lane ? fold(rows.get(id), lane) : rows.get(id)) ?? [];
    });
    const newerFirst = (a: Row | Seen, b: Row | Seen) => compare(timeOf(b), timeOf(a));
    this.#seen = [...fresh.sort(newerFirst), ...kept].sort(newerFirst);
    return this.#seen;
  }
}

/** The ids whose entries differ. */
function* differing<Id, Entry>(before: Map<Id, Entry[]>, now: Map<Id, Entry[]>): Iterable<Id> {
  if (before === now) return;
  for (const id of before.keys()) if (!now.has(id)) yield id;
  for (const [id, lane] of now) {
    const old = before.get(id);
    if (old?.length !== lane.length || lane.some((entry, at) => entry !== old[at])) yield id;
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? 1 : -1;
}
