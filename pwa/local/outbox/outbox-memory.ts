import { useLiveQuery } from 'dexie-react-hooks';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import { reachDownTo, TableWatch } from '#pwa/local/database/table-watch.ts';
import { outboxTables, sending, seqsInFlight } from './in-flight.ts';

/**
 * The outbox, kept in memory between reads: after an append the next read loads only the new entry.
 * Any other write makes it load all entries again.
 *
 * Call `read` in a transaction on `outboxTables`; a live query is then told of every write to them.
 */
export class OutboxMemory {
  readonly #mirror: Mirror;
  readonly #watch: TableWatch;
  /** As stored, and with their present state. */
  #entries: readonly OutboxEntry[] = [];
  #seen: readonly OutboxEntry[] = [];
  /** The value of `#entries` that `#seen` was built from. */
  #of: readonly OutboxEntry[] = [];
  /** Entries in flight, by the stored entry. */
  #sending = new Map<OutboxEntry, OutboxEntry>();
  /** The watch's count of writes when the entries were read. */
  #knows = 0;

  private constructor(mirror: Mirror) {
    const { outbox, name } = mirror;
    this.#mirror = mirror;
    const self = new WeakRef(this);
    this.#watch = new TableWatch(name, outbox.name, (keys) => {
      const memory = self.deref();
      return memory !== undefined && reachDownTo(lastOf(memory.#entries), keys);
    });
  }

  /** The only instance of a mirror. */
  static readonly of = perMirror((mirror) => new OutboxMemory(mirror));

  /** All entries with their present state, oldest first; the same array while nothing has changed. */
  async read(): Promise<readonly OutboxEntry[]> {
    // One after the other: Dexie loses the transaction behind a Promise.all of async functions.
    const seqs = await seqsInFlight(this.#mirror);
    const entries = await this.#stored();
    const before = this.#sending;
    const now = new Map<OutboxEntry, OutboxEntry>();
    if (seqs.size > 0) {
      for (const entry of entries) {
        if (seqs.has(entry.seq)) now.set(entry, before.get(entry) ?? sending(entry));
      }
    }
    if (entries === this.#of && areSame(before, now)) return this.#seen;
    this.#of = entries;
    this.#sending = now;
    this.#seen = now.size > 0 ? entries.map((entry) => now.get(entry) ?? entry) : entries;
    return this.#seen;
  }

  /** The entries as stored; the same array while nothing was written. */
  async #stored(): Promise<readonly OutboxEntry[]> {
    const { outbox } = this.#mirror;
    const { writes } = this.#watch;
    const known = () => (this.#knows === writes ? this.#entries : []);
    const [later, count] = await Promise.all([
      outbox.where('seq').above(lastOf(known())).toArray(),
      outbox.count(),
    ]);
    // Another read may have finished first.
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

/** All entries with their present state, oldest first, read in a transaction of its own. */
export function readOutbox(mirror: Mirror): Promise<readonly OutboxEntry[]> {
  return mirror.transaction('r', outboxTables(mirror), async () => OutboxMemory.of(mirror).read());
}

/** Whether both hold the same entries. */
function areSame(
  before: ReadonlyMap<OutboxEntry, OutboxEntry>,
  now: ReadonlyMap<OutboxEntry, OutboxEntry>,
): boolean {
  if (before.size !== now.size) return false;
  for (const entry of now.keys()) if (!before.has(entry)) return false;
  return true;
}

function lastOf(entries: readonly OutboxEntry[]): number {
  return entries.at(-1)?.seq ?? 0;
}

/** All outbox entries, refused ones included, oldest first. Undefined while loading. */
export function useOutbox(): readonly OutboxEntry[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readOutbox(mirror), [mirror]);
}
