import { expiry } from '#pwa/lib/time/expiry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { forgetOldEndings } from '#pwa/local/outbox/ended.ts';
import { type Claim, claimOutbox } from '#pwa/local/outbox/in-flight.ts';
import { HOLD, withLeaderLock } from '#pwa/sync/leader-lock.ts';
import { allowedAt, dueAt, readFailure, type Stop } from './after-failure.ts';
import { Delivery, type Progress } from './delivery.ts';
import { Lanes } from './lanes.ts';
import { fitting, type Pace } from './send-batch.ts';
import { settle } from './settle.ts';

/** How often in a row a drain asks what a restored server has lost. */
const RESTORES = 3;

/** What a drain has done, and why it ended. */
export type Drained = Readonly<Progress> & { end: 'done' | 'cut-off' | 'signed-out' };

/**
 * Sends the outbox through the documented calls, each change under its idempotency key: a single one
 * by its own call, several in one batch. The changes of a lane go in order; lanes are independent.
 * Of several tabs one sends at a time.
 *
 * A change ends as accepted (its rows in the mirror, its entry gone) or refused (kept with the
 * server's reason until a person decides); until then it stays queued. What a restored server has lost
 * is put back into the outbox first, so that everything is sent in its order.
 */
export async function drain(mirror: Mirror, options: SendOptions): Promise<Drained> {
  const progress: Progress = { sent: 0, touched: new Set(), restored: false };
  // Without anything to send there is no need to wait for other tabs.
  if (await hasNothingToDo(mirror)) return { ...progress, end: 'done' };
  const lock = `agency-outbox-${mirror.userId}`;
  let { wanted } = options;
  let restores = 0;
  for (;;) {
    const before = progress.sent;
    const stop = await withLeaderLock(lock, options.signal, HOLD, (signal) =>
      replayAndSend(mirror, { ...options, wanted, signal }, progress),
    );
    options.signal.throwIfAborted();
    if (stop === 'restored') {
      restores += 1;
      if (restores === RESTORES) return { ...progress, end: 'cut-off' };
      continue;
    }
    if (progress.sent > 0) await reopening(mirror, () => forgetOldEndings(mirror));
    if (stop || progress.sent === before) return { ...progress, end: stop ?? 'done' };
    wanted = 'due';
  }
}

function hasNothingToDo(mirror: Mirror): Promise<boolean> {
  return reopening(mirror, () =>
    mirror.transaction(
      'r',
      mirror.outbox,
      mirror.meta,
      async () => isSettled(await serverState(mirror)) && (await mirror.outbox.count()) === 0,
    ),
  );
}

async function replayAndSend(
  mirror: Mirror,
  options: SendOptions,
  progress: Progress,
): Promise<Stop> {
  try {
    if (await settle(mirror, options.signal)) progress.restored = true;
  } catch (error) {
    if (options.signal.aborted) return 'cut-off';
    const attempt = readFailure(error, Date.now());
    if (!attempt) throw error;
    if (attempt.verdict === 'signed-out') {
      expiry.setState({ expired: true });
      return 'signed-out';
    }
    if (attempt.verdict === 'cut-off' || attempt.verdict === 'later') return 'cut-off';
    // A user who may not ask is refused each change, too: with its reason.
  }
  return new SendLoop(mirror, options, progress, await claimOutbox(mirror)).run();
}

/** Requests in flight at once. */
const PARALLEL = 2;
/** After so long the loop starts nothing new, so that it ends within its lock, in milliseconds. */
const LAST_START = 15_000;

/**
 * Which failed changes to retry. `due`: their wait is over. `again`: also before our own backoff ends. `all`: also
 * before the server's `Retry-After`, because a person asked.
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
 * Sends the outbox until every change that may be sent was tried, or its time is up. Run it under the
 * leader lock.
 */
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

  /** @returns why it stopped early; null if it finished */
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
