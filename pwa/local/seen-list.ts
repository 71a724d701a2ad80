import type { ListName, Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { RowCache, type Versioned } from './row-cache.ts';
import type { Waiting } from './waiting.ts';

/** What makes one list: whose entry is whose, and how a row looks with its entries laid over it. */
export interface SeenListOptions<Id, Row, Seen, Entry> {
  list: ListName;
  /** The entries of each row, oldest first. */
  lanesOf: (entries: readonly OutboxEntry[]) => Map<Id, Entry[]>;
  /** Undefined where neither the server nor an entry has made the row. */
  fold: (row: Row | undefined, lane: readonly Entry[]) => Seen | undefined;
  /** By what the newest row comes first. */
  timeOf: (seen: Row | Seen) => string;
}

/**
 * All rows of one list as the person sees them, newest first, kept in memory between reads: of many
 * rows and many changes that wait, a read looks only at those that are not as they were.
 *
 * Call `read` in a transaction on the list, `outbox` and `meta`; a live query is then told of every
 * write. The same array while nothing has changed.
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
    // From here on nothing is waited for: two reads cannot mix.
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

/** The ids whose lanes are not the same in both. */
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
