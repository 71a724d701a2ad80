import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { reachDownTo, TableWatch } from './table-watch.ts';

/**
 * The outbox, kept in memory between reads: a change that is appended is all that the next one reads,
 * however many wait. Entries that were written since are read again with all others.
 *
 * Call `read` in a transaction on the outbox; a live query is then told of every write to it.
 */
export class OutboxMemory {
  readonly #outbox: Mirror['outbox'];
  readonly #watch: TableWatch;
  #entries: readonly OutboxEntry[] = [];
  /** What the watch had told when the entries were read. */
  #knows = 0;

  private constructor({ outbox, name }: Mirror) {
    this.#outbox = outbox;
    const self = new WeakRef(this);
    this.#watch = new TableWatch(name, outbox.name, (keys) => {
      const memory = self.deref();
      return memory !== undefined && reachDownTo(lastOf(memory.#entries), keys);
    });
  }

  /** The one of a mirror. */
  static of(mirror: Mirror): OutboxMemory {
    const memory = memories.get(mirror) ?? new OutboxMemory(mirror);
    memories.set(mirror, memory);
    return memory;
  }

  /** All entries, oldest first; the same array while nothing has changed. */
  async read(): Promise<readonly OutboxEntry[]> {
    const outbox = this.#outbox;
    const { writes } = this.#watch;
    const known = () => (this.#knows === writes ? this.#entries : []);
    const [later, count] = await Promise.all([
      outbox.where('seq').above(lastOf(known())).toArray(),
      outbox.count(),
    ]);
    // Another reader may have been quicker.
    const before = known();
    const last = lastOf(before);
    const more = later.filter(({ seq }) => seq > last);
    let entries = more.length > 0 ? [...before, ...more] : before;
    if (entries.length !== count) entries = await outbox.toArray();
    this.#entries = entries;
    this.#knows = writes;
    return entries;
  }
}

const memories = new WeakMap<Mirror, OutboxMemory>();

function lastOf(entries: readonly OutboxEntry[]): number {
  return entries.at(-1)?.seq ?? 0;
}
