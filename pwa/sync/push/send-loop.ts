import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Pace } from '#pwa/sync/pace.ts';
import { allowedAt, dueAt } from '#pwa/sync/retry-time.ts';
import type { Stop } from './after-failure.ts';
import { fitting } from './change-request.ts';
import { Delivery, type Progress } from './delivery.ts';
import { Lanes } from './lanes.ts';
import { type Claim, claimOutbox } from './outbox-writes.ts';

/** Requests in flight at once. */
const PARALLEL = 2;
/** After so long the loop starts nothing new, so that it ends within its lock, in milliseconds. */
const LAST_START = 15_000;

/**
 * Which failed changes to retry: those whose wait is over; also those that only our own backoff holds
 * back; or all, against the server's `Retry-After` too, because a person asked.
 */
export type Wanted = 'due' | 'again' | 'all';

export interface SendOptions {
  wanted: Wanted;
  signal: AbortSignal;
  /** The size of a batch; kept by the engine from drain to drain. */
  pace: Pace;
  /** Called as changes are sent: the newest in flight, counted from 1, and how many there are. */
  onProgress: (at: number, of: number) => void;
  /** Subscribes to changes that are queued while it sends, in any tab; returns an unsubscribe. */
  onQueued: (listener: () => void) => () => void;
}

/**
 * Sends the outbox until every change that may be sent was tried, or its time is up. Call it under the
 * leader lock.
 *
 * @returns why it stopped early; null if it finished
 */
export async function sendOutbox(
  mirror: Mirror,
  options: SendOptions,
  progress: Progress,
): Promise<Stop> {
  return new SendLoop(mirror, options, progress, await claimOutbox(mirror)).run();
}

class SendLoop {
  readonly #mirror: Mirror;
  readonly #options: SendOptions;
  readonly #progress: Progress;
  readonly #lanes: Lanes;
  readonly #delivery: Delivery;
  readonly #startedAt = performance.now();
  readonly #requests = new Set<Promise<void>>();
  #lastSeq: number;
  /** Changes in flight. */
  #inFlight = 0;
  #total = 0;
  #bug: { error: unknown } | null = null;

  constructor(mirror: Mirror, options: SendOptions, progress: Progress, claim: Claim) {
    const { entries, asOf } = claim;
    const { signal, pace } = options;
    this.#mirror = mirror;
    this.#options = options;
    this.#progress = progress;
    this.#lanes = new Lanes(entries, isDueFor(options.wanted, Date.now()));
    this.#delivery = new Delivery({ mirror, signal, pace, progress, lanes: this.#lanes, asOf });
    this.#lastSeq = entries.at(-1)?.seq ?? 0;
  }

  async run(): Promise<Stop> {
    this.#count();
    const unsubscribe = this.#options.onQueued(() => void this.#takeUp());
    this.#start();
    while (this.#requests.size > 0) await Promise.race(this.#requests);
    unsubscribe();
    if (this.#bug) throw this.#bug.error;
    return this.#delivery.stop;
  }

  /** Starts as many requests as are allowed at once. */
  #start(): void {
    while (this.#requests.size < PARALLEL) {
      const entries = this.#next();
      if (entries.length === 0) return;
      const sent = this.#delivery
        .deliver(entries, { isAll: this.#isAll(entries) })
        .catch((error: unknown) => {
          this.#bug ??= { error };
        })
        .finally(() => {
          this.#inFlight -= entries.length;
          this.#requests.delete(sent);
          this.#start();
        });
      this.#requests.add(sent);
    }
  }

  #next(): OutboxEntry[] {
    const { signal, pace, onProgress } = this.#options;
    const isLate = performance.now() - this.#startedAt > LAST_START;
    if (this.#delivery.stop || this.#bug || isLate || signal.aborted) return [];
    const taken = this.#lanes.take(pace.size);
    const entries = fitting(taken);
    for (const entry of taken.slice(entries.length)) this.#lanes.giveBack(entry, 'again');
    if (entries.length === 0) return [];
    this.#inFlight += entries.length;
    onProgress(this.#progress.sent + this.#inFlight, this.#total);
    return entries;
  }

  /** Nothing was sent before these changes, and nothing is left after them. */
  #isAll({ length }: readonly OutboxEntry[]): boolean {
    return this.#progress.sent === 0 && this.#inFlight === length && this.#lanes.ready <= length;
  }

  /** Adds changes queued after the start: they need not wait for stuck ones. */
  async #takeUp(): Promise<void> {
    try {
      const later = await this.#mirror.outbox.where('seq').above(this.#lastSeq).toArray();
      // Two of these reads may overlap.
      const more = later.filter(({ seq }) => seq > this.#lastSeq);
      this.#lastSeq = more.at(-1)?.seq ?? this.#lastSeq;
      this.#lanes.add(more);
      this.#count();
      if (this.#requests.size > 0) this.#start();
    } catch (error) {
      this.#bug ??= { error };
    }
  }

  #count(): void {
    this.#total = this.#progress.sent + this.#lanes.ready;
  }
}

function isDueFor(wanted: Wanted, now: number): (entry: OutboxEntry) => boolean {
  return (entry) => {
    if (wanted === 'all') return true;
    return (wanted === 'again' ? allowedAt(entry, now) : dueAt(entry, now)) <= now;
  };
}
