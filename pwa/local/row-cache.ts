import type { Table } from 'dexie';
import type { ListState } from './mirror.ts';

/** How often a list is read whole while its first pull is under way, in milliseconds. */
const PATIENCE = 1_000;

interface Versioned<Id> {
  id: Id;
  version: number;
}

/**
 * All rows of one list, kept in memory between reads: a read asks the disk only for what is newer
 * than the revision up to which it knows the list. Rows that did not change stay the same objects.
 *
 * Call `read` in a transaction on the table and `meta`, inside a live query.
 */
export class RowCache<Id extends string | number, Row extends Versioned<Id>> {
  #rows = new Map<Id, Row & { waiting: null }>();
  #known: { epoch: string | null; generation: number; cursor: number } | null = null;
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param state how far the mirror of the list has come */
  async read(
    table: Table<Row, Id>,
    state: ListState | { key: string } | undefined,
  ): Promise<ReadonlyMap<Id, Row & { waiting: null }>> {
    const list = state && 'cursor' in state ? state : BLANK;
    const known = this.#known;
    if (known && known.epoch === list.epoch && known.generation === list.generation) {
      // A first pull writes page after page: not every one is worth a look at all rows.
      if (list.cursor === 0 && list.tail && performance.now() - this.#readAt < PATIENCE)
        return this.#rows;
      const [newer, count] = await Promise.all([
        table.where('version').above(known.cursor).toArray(),
        table.count(),
      ]);
      this.#put(newer);
      if (this.#rows.size === count) return this.#knows(list);
    }
    const all = await table.toArray();
    this.#rows = new Map();
    this.#put(all);
    return this.#knows(list);
  }

  #put(rows: readonly Row[]): void {
    for (const row of rows) {
      const old = this.#rows.get(row.id);
      if (!old || old.version < row.version) this.#rows.set(row.id, { ...row, waiting: null });
    }
  }

  #knows({ epoch, generation, cursor }: Pick<ListState, 'epoch' | 'generation' | 'cursor'>) {
    this.#known = { epoch, generation, cursor };
    this.#readAt = performance.now();
    return this.#rows;
  }
}

const BLANK = { epoch: null, generation: 0, cursor: 0, tail: null };
