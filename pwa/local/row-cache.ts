import type { Table } from 'dexie';
import type { ListName, ListState, Mirror } from './mirror.ts';
import { TableWatch } from './table-watch.ts';

/** How often a list is read whole while its first pull is under way, in milliseconds. */
const PATIENCE = 1_000;

export interface Versioned<Id> {
  id: Id;
  version: number;
}

/**
 * All rows of one list, kept in memory between reads: a read asks the disk only for what is newer
 * than the revision up to which it knows the list, and for nothing while nothing was written. Rows
 * that did not change stay the same objects.
 *
 * Call `read` in a transaction on the table and `meta`; a live query is then told of every write.
 */
export class RowCache<Id extends string | number, Row extends Versioned<Id>> {
  readonly #table: Table<Row, Id>;
  readonly #meta: Mirror['meta'];
  readonly #watch: TableWatch;
  #rows = new Map<Id, Row & { waiting: null }>();
  #known: { epoch: string | null; generation: number; cursor: number } | null = null;
  /** What the watch had told when the rows were read. */
  #knows = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #changed: Set<Id> | 'all' = 'all';

  constructor(mirror: Mirror, list: ListName) {
    this.#table = mirror.table(list);
    this.#meta = mirror.meta;
    this.#watch = new TableWatch(mirror.name, list);
  }

  async read(): Promise<ReadonlyMap<Id, Row & { waiting: null }>> {
    const table = this.#table;
    const { writes } = this.#watch;
    if (this.#knows === writes) {
      // One row, so that a live query follows the table.
      await table.limit(1).toArray();
      return this.#rows;
    }
    const state = await this.#meta.get(table.name);
    const list = state && 'cursor' in state ? state : BLANK;
    const known = this.#known;
    if (known && known.epoch === list.epoch && known.generation === list.generation) {
      // A first pull writes page after page: not every one is worth a look at all rows.
      const isFirst = list.cursor === 0 && list.tail;
      if (isFirst && performance.now() - this.#readAt < PATIENCE) {
        await table.limit(1).toArray();
        return this.#rows;
      }
      const [newer, count] = await Promise.all([
        table.where('version').above(known.cursor).toArray(),
        table.count(),
      ]);
      this.#put(newer);
      if (this.#rows.size === count) return this.#knowsAll(list, writes);
    }
    const all = await table.toArray();
    this.#rows = new Map();
    this.#changed = 'all';
    this.#put(all);
    return this.#knowsAll(list, writes);
  }

  /** The ids whose rows have changed since this was asked last; all of them after a whole read. */
  takeChanged(): ReadonlySet<Id> | 'all' {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  #put(rows: readonly Row[]): void {
    for (const row of rows) {
      const old = this.#rows.get(row.id);
      if (old && old.version >= row.version) continue;
      this.#rows.set(row.id, { ...row, waiting: null });
      if (this.#changed !== 'all') this.#changed.add(row.id);
    }
  }

  #knowsAll({ epoch, generation, cursor }: Known, writes: number) {
    this.#known = { epoch, generation, cursor };
    this.#knows = writes;
    this.#readAt = performance.now();
    return this.#rows;
  }
}

type Known = Pick<ListState, 'epoch' | 'generation' | 'cursor'>;

const BLANK = { epoch: null, generation: 0, cursor: 0, tail: null };
