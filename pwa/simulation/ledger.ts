import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';

/** What happened to a change, besides being queued or applied. */
export type Fate =
  | 'open'
  | 'discarded'
  | 'undone'
  | 'evicted with its storage'
  | 'sent again under another key'
  | 'undone by a restored backup'
  | 'to be sent again';

/** One change that was saved on a device. */
export interface Made {
  key: string;
  userId: number;
  device: string;
  /** Order in which the device made its changes. */
  seq: number;
  entry: OutboxEntry;
  fate: Fate;
  /** It left its queue because the server accepted it. */
  acknowledged: boolean;
  /** A database that a backup replaced had it; an answer of that database may still arrive. */
  wasThere: boolean;
  /** One backup lacked it, so that it could be refused or taken back meanwhile; another one has it. */
  isBack: boolean;
  /** checkArrived() has looked at it. */
  looked: boolean;
  /** A person has asked to drop it. */
  isDropping: boolean;
}

const NEW: Pick<Made, 'fate' | 'acknowledged' | 'wasThere' | 'isBack' | 'looked' | 'isDropping'> = {
  fate: 'open',
  acknowledged: false,
  wasThere: false,
  isBack: false,
  looked: false,
  isDropping: false,
};

/** Every change that was ever saved on a device, and what happened to it. */
export class Ledger {
  readonly made = new Map<string, Made>();
  /** Records that were deleted or anonymised, as `application:<id>` or `contact:<id>`. */
  readonly erased = new Set<string>();
  /** Records that admins have taken from devices after a restore: changes of another database, in an order of their own. */
  readonly given = new Set<string>();
  /** Revisions whose stored answers were erased. */
  readonly forgotten = new Set<number>();
  /** Users who lost their rights: their devices delete rows and sent changes. */
  readonly barred = new Set<number>();
  /** Changes that reverse others, by key the key of the change that each reverses. */
  readonly reverses = new Map<string, string>();
  /** Applications of imports whose Undo has ended. */
  readonly undoneImports = new Set<string>();
  /** Calls that may have raised the revision without saying so: scans and publications. */
  silent = 0;
  readonly #places = new Map<string, string>();
  #count = 0;

  /** Records the entries of a queue. */
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

  /** A refused change that is retried keeps its place and gets another key. */
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
