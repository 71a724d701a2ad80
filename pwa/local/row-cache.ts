import type { Table } from 'dexie';
import type { ListState } from './meta-state.ts';
import type { Mirror } from './mirror.ts';
import type { ListName } from './rows.ts';
import { TableWatch } from './table-watch.ts';

/** How often a list is read whole during its first pull, in milliseconds. */
const PATIENCE = 1_000;

export interface Versioned<Id> {
  id: Id;
  version: number;
}

/**
 * All rows of one list, kept in memory: a read loads only rows newer than the last known revision, and
 * none if nothing was written. Rows that did not change stay the same objects.
 *
 * Call `read` in a transaction on the table and `meta`, so that a live query follows every write.
 */
export class RowCache<Id extends string | number, Row extends Versioned<Id>> {
  readonly #table: Table<Row, Id>;
  readonly #meta: Mirror['meta'];
  readonly #watch: TableWatch;
  #rows = new Map<Id, Row & { waiting: null }>();
  #known: { epoch: string | null; generation: number; cursor: number } | null = null;
  /** The watch's count of writes when the rows were read. */
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
      // One row is read so that a live query follows the table.
      await table.limit(1).toArray();
      return this.#rows;
    }
    const state = await this.#meta.get(table.name);
    const list = state && 'cursor' in state ? state : BLANK;
    const known = this.#known;
    if (known && known.epoch === list.epoch && known.generation === list.generation) {
      // A first pull writes many pages; reading all rows after each would be slow.
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

  /** The ids whose rows changed since the last call; 'all' after a full read. */
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
