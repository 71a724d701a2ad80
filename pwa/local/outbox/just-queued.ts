import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';

/** How long entries are kept for live queries that have not read the outbox again, in ms. */
const KEPT = 10_000;

interface Noted {
  entry: OutboxEntry;
  /** Which change of this page it is, counted from 1. */
  at: number;
  /** By `performance.now()`. */
  since: number;
}

/**
 * The changes that this page has queued lately. They are on the disk when they come here: a screen may
 * show them before its live query has read them.
 */
export class JustQueued {
  #noted: Noted[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();

  private constructor() {}

  /** The only instance of a mirror. */
  static readonly of = perMirror(() => new JustQueued());

  /** How many changes this page has queued so far: a read that begins now sees them all. */
  get count(): number {
    return this.#count;
  }

  /** @param entries as the outbox has them since a transaction that is complete */
  add(entries: readonly OutboxEntry[]): void {
    if (entries.length === 0) return;
    const since = performance.now();
    this.#noted = this.#noted.filter((noted) => since - noted.since < KEPT);
    for (const entry of entries) {
      this.#count += 1;
      this.#noted.push({ entry, at: this.#count, since });
    }
    for (const listener of this.#listeners) listener();
  }

  /** The changes after the first `count`, oldest first. */
  after(count: number): OutboxEntry[] {
    return this.#noted.filter(({ at }) => at > count).map(({ entry }) => entry);
  }

  /** Returns an unsubscribe. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
