import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';

/** What became of a change outside of queue and server, for a reason that a person knows. */
export type Fate =
  | 'open'
  | 'discarded'
  | 'evicted with its storage'
  | 'sent again under another key'
  | 'undone by a restored backup';

/** One change that was kept on a device. */
export interface Made {
  key: string;
  userId: number;
  device: string;
  /** The order of making on its device. */
  seq: number;
  entry: OutboxEntry;
  fate: Fate;
  /** It has left its queue: the device was told that the server has it. */
  acknowledged: boolean;
}

/** Everything that was ever kept on a device, and what became of it. */
export class Ledger {
  readonly made = new Map<string, Made>();
  readonly #places = new Map<string, string>();
  #count = 0;

  /** Notes what stands in a queue. */
  keep(device: string, userId: number, entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      const known = this.made.get(entry.key);
      if (known) {
        known.entry = entry;
        continue;
      }
      const { key } = entry;
      const seq = this.#placeOf(`${userId} ${entry.seq} ${entry.queuedAt} ${entry.entity}`, key);
      this.made.set(key, { key, userId, device, seq, entry, fate: 'open', acknowledged: false });
    }
  }

  /** What was refused and is tried again stands in its old place under another key. */
  #placeOf(place: string, key: string): number {
    const before = this.made.get(this.#places.get(place) ?? '');
    this.#places.set(place, key);
    if (before) {
      before.fate = 'sent again under another key';
      return before.seq;
    }
    this.#count += 1;
    return this.#count;
  }

  end(key: string, fate: Fate): void {
    const change = this.made.get(key);
    if (change) change.fate = fate;
  }
}
