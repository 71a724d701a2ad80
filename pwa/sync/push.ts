import { getApplication } from '#contract/applications.ts';
import { currentUser } from '#contract/auth.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { request } from '#pwa/api/request.ts';
import { waitBeforeRetry } from '#pwa/lib/backoff.ts';
import { expiry } from '#pwa/lib/expiry.ts';
import { isCutOff } from '#pwa/lib/link.ts';
import type { ListName, Mirror } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { reopening } from '#pwa/local/reopening.ts';
import { accept, acceptAsIs, REPLIES, TOUCHES } from './accept.ts';
import { Lanes } from './lanes.ts';
import { inTurn } from './turn.ts';

/** Changes on their way at once. */
const LANES = 4;
/** How long a tab may hold the right to send, and when it takes up nothing new, in milliseconds. */
const HOLD = 30_000;
const LAST_START = 15_000;
/** As many failures in a row mean that the server is in trouble, not a single change. */
const TROUBLE = LANES;
/** Answers that say "later", not "no". */
const LATER = [408, 425, 429];

export interface DrainOptions {
  /** Also what waits for its next try. */
  all: boolean;
  signal: AbortSignal;
  /** Called as changes are sent: the one on its way, from 1, and how many there are. */
  onProgress: (at: number, of: number) => void;
  /** Calls back when a change was queued meanwhile, in any tab. Returns how to stop. */
  onQueued: (listener: () => void) => () => void;
}

export interface Drained {
  /** The lists that the changes which were accepted have touched. */
  touched: ReadonlySet<ListName>;
  /** Why it ended: nothing left to send, no server, or a server that wants a sign-in first. */
  end: 'done' | 'cut' | 'signed-out';
}

/**
 * Sends what waits in the outbox through the documented calls, each under its Idempotency-Key. The
 * changes of one record go in order, up to four records at once; what one record's change meets
 * holds up no other. Of several tabs one sends at a time.
 *
 * A change ends as accepted (its rows in the mirror, its entry gone) or refused (kept with the
 * server's reason until a person decides); until then it stays queued, whatever happens.
 */
export async function drain(mirror: Mirror, options: DrainOptions): Promise<Drained> {
  const so: Progress = { sent: 0, touched: new Set() };
  // Without anything to send there is no need to wait for other tabs.
  if ((await reopening(mirror, () => mirror.outbox.count())) === 0) {
    return { touched: so.touched, end: 'done' };
  }
  for (let all = options.all; ; all = false) {
    const before = so.sent;
    const end = await inTurn(`agency-outbox-${mirror.userId}`, options.signal, HOLD, (signal) =>
      new Batch(mirror, { ...options, all, signal }, so).send(),
    );
    options.signal.throwIfAborted();
    if (end || so.sent === before) return { touched: so.touched, end: end ?? 'done' };
  }
}

/** What a drain has done so far. */
interface Progress {
  sent: number;
  touched: Set<ListName>;
}

/** What is sent while the right to send is held. */
class Batch {
  readonly #mirror: Mirror;
  readonly #options: DrainOptions;
  readonly #so: Progress;
  readonly #startedAt = performance.now();
  readonly #works = new Set<Promise<void>>();
  #lanes = new Lanes([], { now: 0 });
  #lastSeq = 0;
  #of = 0;
  #failures = 0;
  #end: 'cut' | 'signed-out' | null = null;
  #bug: { error: unknown } | null = null;

  constructor(mirror: Mirror, options: DrainOptions, so: Progress) {
    this.#mirror = mirror;
    this.#options = options;
    this.#so = so;
  }

  /** Tells what stopped it, or null when everything that may be sent now was tried, or its time is up. */
  async send(): Promise<'cut' | 'signed-out' | null> {
    const now = this.#options.all ? Number.POSITIVE_INFINITY : Date.now();
    const entries = await this.#claim();
    this.#lastSeq = entries.at(-1)?.seq ?? 0;
    this.#lanes = new Lanes(entries, { now });
    this.#count();
    const stop = this.#options.onQueued(() => void this.#takeUp());
    this.#start();
    while (this.#works.size > 0) await Promise.race(this.#works);
    stop();
    if (this.#bug) throw this.#bug.error;
    return this.#end;
  }

  /** Sends as many changes at once as may be. */
  #start(): void {
    for (;;) {
      const entry = this.#works.size < LANES ? this.#next() : undefined;
      if (!entry) return;
      const work = this.#deliver(entry)
        .then((left) => this.#lanes.put(entry, left))
        .catch((error: unknown) => {
          this.#bug ??= { error };
        })
        .finally(() => {
          this.#works.delete(work);
          this.#start();
        });
      this.#works.add(work);
    }
  }

  #next(): OutboxEntry | undefined {
    const tooLate = performance.now() - this.#startedAt > LAST_START;
    if (this.#end || this.#bug || tooLate || this.#options.signal.aborted) return undefined;
    const entry = this.#lanes.take();
    if (entry) this.#options.onProgress(this.#so.sent + this.#works.size + 1, this.#of);
    return entry;
  }

  /** What was queued after the start need not wait for what is stuck. */
  async #takeUp(): Promise<void> {
    try {
      const later = await this.#mirror.outbox.where('seq').above(this.#lastSeq).toArray();
      // Two may look at the same time.
      const more = later.filter(({ seq }) => seq > this.#lastSeq);
      this.#lastSeq = more.at(-1)?.seq ?? this.#lastSeq;
      this.#lanes.add(more);
      this.#count();
      if (this.#works.size > 0) this.#start();
    } catch (error) {
      this.#bug ??= { error };
    }
  }

  #count(): void {
    this.#of = this.#so.sent + this.#lanes.ready;
  }

  /** The outbox. No other tab sends now: what one was sending when it died waits again. */
  async #claim(): Promise<OutboxEntry[]> {
    const entries = await reopening(this.#mirror, () => this.#mirror.outbox.toArray());
    for (const entry of entries) {
      if (entry.state === 'sending') await this.#update(entry, { state: 'waiting' });
    }
    return entries;
  }

  /** Sends one change and records how it ended; tells whether it has left the outbox. */
  async #deliver(entry: OutboxEntry): Promise<boolean> {
    await this.#update(entry, { state: 'sending' });
    try {
      const reply = await request({
        method: entry.method,
        path: entry.path,
        body: bodyOf(entry),
        key: entry.key,
        sentFor: this.#mirror.userId,
        signal: this.#options.signal,
        reply: REPLIES[entry.type],
      });
      await this.#accepted(entry, () => accept(this.#mirror, entry, reply));
      return true;
    } catch (error) {
      return await this.#failed(entry, error);
    }
  }

  async #accepted(entry: OutboxEntry, take: () => Promise<void>): Promise<void> {
    await take();
    this.#failures = 0;
    this.#so.sent += 1;
    for (const list of TOUCHES[entry.type]) this.#so.touched.add(list);
    expiry.setState({ expired: false });
  }

  async #failed(entry: OutboxEntry, error: unknown): Promise<boolean> {
    if (this.#options.signal.aborted) {
      await this.#update(entry, { state: 'waiting' });
      return false;
    }
    if (error instanceof Unreachable) return this.#unanswered(entry);
    if (!(error instanceof ApiError)) {
      await this.#postpone(entry, 0);
      throw error;
    }
    const { status, problem } = error;
    if (status === 401 && problem) return this.#signedOut(entry);
    if (!problem || status >= 500 || LATER.includes(status)) return this.#later(entry, error);
    if (problem.code === 'forbidden' && !(await this.#isOurs(entry))) return false;
    if (await this.#isAlreadySo(entry, error)) return true;
    await this.#update(entry, { state: 'refused', reason: { status, problem } });
    return false;
  }

  async #unanswered(entry: OutboxEntry): Promise<boolean> {
    // Where others are answered, the fault is with this one.
    if (isCutOff()) {
      this.#end = 'cut';
      await this.#update(entry, { state: 'waiting', tries: entry.tries + 1 });
    } else {
      await this.#postpone(entry, 0);
    }
    return false;
  }

  async #later(entry: OutboxEntry, error: ApiError): Promise<boolean> {
    this.#failures += 1;
    if (this.#failures >= TROUBLE || error.status === 429) this.#end = 'cut';
    await this.#postpone(entry, error.retryAfter ?? 0);
    return false;
  }

  async #signedOut(entry: OutboxEntry): Promise<boolean> {
    this.#end = 'signed-out';
    expiry.setState({ expired: true });
    await this.#update(entry, { state: 'waiting', tries: entry.tries + 1 });
    return false;
  }

  /** A 403 is either this user's, or the session is somebody else's by now; only the first is a no. */
  async #isOurs(entry: OutboxEntry): Promise<boolean> {
    try {
      const { id } = await call(currentUser, { signal: this.#options.signal });
      if (id === this.#mirror.userId) return true;
      await this.#signedOut(entry);
    } catch (error) {
      await this.#failed(entry, error);
    }
    return false;
  }

  /**
   * "Nothing to change" to a change of status without a note: somebody else has set it already. Then
   * the person has what they wanted, and the entry may go.
   */
  async #isAlreadySo(entry: OutboxEntry, { problem }: ApiError): Promise<boolean> {
    if (entry.type !== 'status-changed' || entry.body.notes !== null) return false;
    if (problem?.code !== 'invalid-input') return false;
    const { userId: sentFor } = this.#mirror;
    const params = { id: entry.seen.id };
    const { signal } = this.#options;
    try {
      const now = await call(getApplication, { params, sentFor, signal });
      if (now.status !== entry.body.status) return false;
      await this.#accepted(entry, () => acceptAsIs(this.#mirror, entry, now));
      return true;
    } catch (error) {
      if (error instanceof ApiError || error instanceof Unreachable) return false;
      throw error;
    }
  }

  async #postpone(entry: OutboxEntry, atLeast: number): Promise<void> {
    const tries = entry.tries + 1;
    const nextTryAt = Date.now() + Math.max(atLeast, waitBeforeRetry(tries));
    await this.#update(entry, { state: 'waiting', tries, nextTryAt });
  }

  async #update(
    entry: OutboxEntry,
    change: Partial<Pick<OutboxEntry, 'state' | 'tries' | 'nextTryAt' | 'reason'>>,
  ): Promise<void> {
    await reopening(this.#mirror, () => this.#mirror.outbox.update(entry.seq, change));
    Object.assign(entry, change);
  }
}

/** Notes are left out of the request when there are none (P-16). */
function bodyOf(entry: OutboxEntry): unknown {
  if (entry.type !== 'status-changed') return entry.body;
  const { status, notes } = entry.body;
  return notes === null ? { status } : { status, notes };
}
