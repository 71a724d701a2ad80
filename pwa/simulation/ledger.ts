import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';

/** What became of a change outside of queue and server, for a reason that a person knows. */
export type Fate =
  | 'open'
  | 'discarded'
  | 'evicted with its storage'
  | 'sent again under another key'
  | 'undone by a restored backup'
  | 'to be offered again'
  | 'erased with its record';

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
  /** A backup has replaced a database that had it: an answer of that one may still come. */
  wasThere: boolean;
  /** It was looked whether a person is asked about what it met. */
  looked: boolean;
}

const NEW = { fate: 'open', acknowledged: false, wasThere: false, looked: false } as const;

/** Everything that was ever kept on a device, and what became of it. */
export class Ledger {
  readonly made = new Map<string, Made>();
  /** Records that were deleted or anonymised, as `application:<id>` or `contact:<id>`. */
  readonly erased = new Set<string>();
  /** Revisions that nobody can ask about any more: their answers were erased. */
  readonly forgotten = new Set<number>();
  /** Users whose rights were taken away: what they had sent goes from their devices with the rows. */
  readonly barred = new Set<number>();
  /** Scans that may have been counted. */
  scans = 0;
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
      const seq = this.#placeOf(
        `${device} ${userId} ${entry.seq} ${entry.queuedAt} ${entry.entity}`,
        key,
      );
      this.made.set(key, { key, userId, device, seq, entry, ...NEW });
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
