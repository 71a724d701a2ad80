import { getApplication } from '#contract/applications.ts';
import { currentUser } from '#contract/auth.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { request } from '#pwa/api/request.ts';
import { waitBeforeRetry } from '#pwa/lib/backoff.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { expiry } from '#pwa/lib/expiry.ts';
import { forgetOldAcknowledged } from '#pwa/local/acknowledged.ts';
import type { ListName, Mirror } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { reopening } from '#pwa/local/reopening.ts';
import { isSettled, serverState, unsettle } from '#pwa/local/server-state.ts';
import { outboxTables, seqsUnderWay } from '#pwa/local/under-way.ts';
import { type Accepted, type AsOf, accept, asOfNow, REPLIES, TOUCHES } from './accept.ts';
import { type After, Lanes } from './lanes.ts';
import { withLeaderLock } from './leader-lock.ts';
import type { Pace } from './pace.ts';
import { type FirstPage, firstPages, type PageAsked } from './pull.ts';
import { replayAfterRestore } from './replay-after-restore.ts';
import { fitting, requestOf, sendTogether } from './send-together.ts';

/** Requests on their way at once. */
const WAYS = 2;
/** How long a tab may hold the right to send, and when it takes up nothing new, in milliseconds. */
const HOLD = 30_000;
const LAST_START = 15_000;
/** As many failures in a row mean that the server is in trouble, not a single change. */
const TROUBLE = 4;
/** A batch without an answer for so long was too large for the link, in milliseconds. */
const STALLED = 5_000;
/** What failed so often while others passed is set apart, and tried again after an hour. */
const APART = 8;
const HOUR = 60 * 60_000;
/** The answer to a change in a batch that was not looked at. */
const HELD = 424;
/** How often in a row a drain asks what a restored server has lost. */
const RESTORES = 3;

/**
 * What of that which failed before is sent: what is due by now; what only we meant to be sent later; or
 * also what the server wanted later, because a person says so.
 */
export type Wanted = 'due' | 'again' | 'all';

export interface DrainOptions {
  wanted: Wanted;
  signal: AbortSignal;
  /** How many changes go together; kept by the engine from drain to drain. */
  pace: Pace;
  /** Called as changes are sent: the one on its way, from 1, and how many there are. */
  onProgress: (at: number, of: number) => void;
  /** Calls back when a change was queued meanwhile, in any tab. Returns how to stop. */
  onQueued: (listener: () => void) => () => void;
}

export interface Drained {
  /** How many changes the server has accepted. */
  sent: number;
  /** The lists that the changes which were accepted have touched. */
  touched: ReadonlySet<ListName>;
  /** Of these lists the first pages of what changed, where they came with the last answer. */
  pages: ReadonlyMap<ListName, FirstPage>;
  /** A backup has taken the place of the server's database: nothing in the mirror is of today. */
  restored: boolean;
  /** Why it ended: nothing left to send, no server, or a server that wants a sign-in first. */
  end: 'done' | 'cut' | 'signed-out';
}

/**
 * Sends what waits in the outbox through the documented calls, each under its Idempotency-Key: one
 * alone by itself, several together in one request. The changes of one record go in order; what one
 * record's change meets holds up no other. Of several tabs one sends at a time.
 *
 * A change ends as accepted (its rows in the mirror, its entry gone) or refused (kept with the
 * server's reason until a person decides); until then it stays queued, whatever happens. What a server
 * that was restored from a backup has lost is put back first, so that all is sent in its order.
 */
export async function drain(mirror: Mirror, options: DrainOptions): Promise<Drained> {
  const so: Progress = { sent: 0, touched: new Set(), pages: new Map(), restored: false };
  // Without anything to send there is no need to wait for other tabs.
  if (await hasNothingToDo(mirror)) return { ...so, end: 'done' };
  for (let { wanted } = options, restores = 0; ; ) {
    const before = so.sent;
    const end = await withLeaderLock(
      `agency-outbox-${mirror.userId}`,
      options.signal,
      HOLD,
      (signal) => takeTurn(mirror, { ...options, wanted, signal }, so),
    );
    options.signal.throwIfAborted();
    if (end === 'restored') {
      restores += 1;
      if (restores === RESTORES) return { ...so, end: 'cut' };
      continue;
    }
    if (so.sent > 0) await reopening(mirror, () => forgetOldAcknowledged(mirror));
    if (end || so.sent === before) return { ...so, end: end ?? 'done' };
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

/** Sees to what a restored server has lost, then sends. */
async function takeTurn(mirror: Mirror, options: DrainOptions, so: Progress): Promise<Stop> {
  try {
    if (await replayAfterRestore(mirror, options.signal)) so.restored = true;
  } catch (error) {
    if (options.signal.aborted || error instanceof Unreachable) return 'cut';
    if (!(error instanceof ApiError)) throw error;
    const { status, problem } = error;
    if (status === 401 && problem) {
      expiry.setState({ expired: true });
      return 'signed-out';
    }
    if (saysLater(error)) return 'cut';
    // Who may not ask is told so of each change, too.
  }
  return new Turn(mirror, options, so).send();
}

/** What ended a turn before everything was tried; null for nothing. */
type Stop = 'cut' | 'signed-out' | 'restored' | null;

/** What a drain has done so far. */
interface Progress {
  sent: number;
  touched: Set<ListName>;
  pages: Map<ListName, FirstPage>;
  restored: boolean;
}

type Change = Partial<Pick<OutboxEntry, 'state' | 'tries' | 'nextTryAt' | 'notBefore' | 'reason'>>;

/** How one attempt ended. Accepted has an answer; everything else says what the entry becomes. */
type Ended = { after: After } & (Accepted | Changed);
interface Changed {
  entry: OutboxEntry;
  change: Change;
}

/** Changes that are sent now, and under what they are marked so. */
interface Marked {
  there: OutboxEntry[];
  underWay: number;
}

/** What is sent while the right to send is held. */
class Turn {
  readonly #mirror: Mirror;
  readonly #options: DrainOptions;
  readonly #so: Progress;
  readonly #startedAt = performance.now();
  readonly #works = new Set<Promise<void>>();
  #lanes = new Lanes([], () => true);
  /** The mirror before anything was sent. */
  #asOf: AsOf = { generations: new Map(), epoch: null };
  #lastSeq = 0;
  #of = 0;
  #onTheirWay = 0;
  #failures = 0;
  #end: Stop = null;
  #bug: { error: unknown } | null = null;

  constructor(mirror: Mirror, options: DrainOptions, so: Progress) {
    this.#mirror = mirror;
    this.#options = options;
    this.#so = so;
  }

  /** Tells what stopped it, or null when everything that may be sent now was tried, or its time is up. */
  async send(): Promise<Stop> {
    const entries = await this.#claim();
    this.#lastSeq = entries.at(-1)?.seq ?? 0;
    this.#lanes = new Lanes(entries, isDueFor(this.#options.wanted));
    this.#count();
    const stop = this.#options.onQueued(() => void this.#takeUp());
    this.#start();
    while (this.#works.size > 0) await Promise.race(this.#works);
    stop();
    if (this.#bug) throw this.#bug.error;
    return this.#end;
  }

  /** Sends as many changes as may be. */
  #start(): void {
    while (this.#works.size < WAYS) {
      const entries = this.#next();
      if (entries.length === 0) return;
      const work = this.#deliver(entries)
        .catch((error: unknown) => {
          this.#bug ??= { error };
        })
        .finally(() => {
          this.#onTheirWay -= entries.length;
          this.#works.delete(work);
          this.#start();
        });
      this.#works.add(work);
    }
  }

  #next(): OutboxEntry[] {
    const tooLate = performance.now() - this.#startedAt > LAST_START;
    if (this.#end || this.#bug || tooLate || this.#options.signal.aborted) return [];
    const taken = this.#lanes.take(this.#options.pace.size);
    const entries = fitting(taken);
    for (const entry of taken.slice(entries.length)) this.#lanes.put(entry, 'again');
    if (entries.length === 0) return [];
    this.#onTheirWay += entries.length;
    this.#options.onProgress(this.#so.sent + this.#onTheirWay, this.#of);
    return entries;
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

  /** The outbox. No other tab sends now: what one was sending when it died waits again, as tried. */
  async #claim(): Promise<OutboxEntry[]> {
    const mirror = this.#mirror;
    const { left, entries } = await reopening(mirror, () =>
      mirror.transaction('r', [...outboxTables(mirror), mirror.meta], async () => {
        this.#asOf = await asOfNow(mirror);
        return { left: await seqsUnderWay(mirror), entries: await mirror.outbox.toArray() };
      }),
    );
    if (left.size > 0) {
      const untold = entries.filter(({ seq }) => left.has(seq)).map(asTried);
      await this.#update(untold, () => mirror.underWay.clear());
    }
    return entries;
  }

  /** Sends changes, one or together, and records how they ended. */
  async #deliver(entries: readonly OutboxEntry[]): Promise<void> {
    const { there, underWay } = await this.#mark(entries);
    const [only] = there;
    if (!only) return;
    // A change that failed among others is looked at by itself.
    const ended = there.length === 1 ? [await this.#alone(only)] : await this.#together(there);
    await this.#record(ended, underWay);
  }

  /** Marks changes as on their way. Those that a person has taken back meanwhile are not sent. */
  async #mark(entries: readonly OutboxEntry[]): Promise<Marked> {
    const mirror = this.#mirror;
    const marked = await reopening(mirror, () =>
      mirror.transaction('rw', outboxTables(mirror), async () => {
        const seqs = entries.map(({ seq }) => seq);
        // One read for a batch: its changes lie close together.
        const near = await mirror.outbox
          .where('seq')
          .between(Math.min(...seqs), Math.max(...seqs), true, true)
          .toArray();
        const now = new Map(near.map((entry) => [entry.seq, entry]));
        const there = entries.filter(({ seq, key }) => now.get(seq)?.key === key);
        for (const entry of entries) Object.assign(entry, now.get(entry.seq));
        if (there.length === 0) return { there, underWay: 0 };
        const underWay = await mirror.underWay.add({ seqs: there.map(({ seq }) => seq) });
        return { there, underWay };
      }),
    );
    const there = new Set(marked.there);
    for (const entry of entries) if (!there.has(entry)) this.#lanes.put(entry, 'left');
    return marked;
  }

  async #alone(entry: OutboxEntry): Promise<Ended> {
    try {
      const { userId: sentFor } = this.#mirror;
      const { signal } = this.#options;
      const reply = await request({
        ...requestOf(entry),
        key: entry.key,
        sentFor,
        sentTo: this.#asOf.epoch,
        signal,
        reply: REPLIES[entry.type],
      });
      this.#options.pace.went(1, 0);
      return { entry, after: 'left', reply };
    } catch (error) {
      return this.#failed(entry, error);
    }
  }

  async #together(entries: readonly OutboxEntry[]): Promise<Ended[]> {
    const startedAt = performance.now();
    const { signal, pace } = this.#options;
    const pages = this.#isWholeDrain(entries) ? await this.#pagesOf(entries) : [];
    try {
      const { epoch } = this.#asOf;
      const answers = await sendTogether(this.#mirror, entries, pages, signal, epoch);
      pace.went(entries.length, performance.now() - startedAt);
      const ended: Ended[] = [];
      for (const [at, entry] of entries.entries()) {
        const answer = answers.calls[at];
        if (answer instanceof Error) ended.push(await this.#failed(entry, answer));
        else ended.push({ entry, after: 'left', reply: answer });
      }
      this.#so.pages = new Map(answers.pages.map((page) => [page.list, page]));
      return ended;
    } catch (error) {
      // A link that is cut at once says nothing about what it can carry.
      const wasCut = error instanceof Unreachable && performance.now() - startedAt < STALLED;
      if (!signal.aborted && !wasCut) pace.failed();
      return this.#allFailed(entries, error);
    }
  }

  /** What one request can bring home: nothing was sent before it, and nothing is left after it. */
  #isWholeDrain({ length }: readonly OutboxEntry[]): boolean {
    return this.#so.sent === 0 && this.#onTheirWay === length && this.#lanes.ready <= length;
  }

  #pagesOf(entries: readonly OutboxEntry[]): Promise<PageAsked[]> {
    return firstPages(this.#mirror, [...new Set(entries.flatMap(({ type }) => TOUCHES[type]))]);
  }

  /** No answer to a batch as a whole: all of its changes wait, and fewer go together next time. */
  async #allFailed(entries: readonly OutboxEntry[], error: unknown): Promise<Ended[]> {
    const { signal } = this.#options;
    if (isOfRestored(error) && !signal.aborted) {
      const change = await this.#unsettled();
      return entries.map((entry) => ({ entry, after: 'stopped', change }));
    }
    const isRefusal =
      error instanceof ApiError &&
      !saysLater(error) &&
      error.status !== 401 &&
      error.problem?.code !== 'forbidden';
    if (isRefusal && !signal.aborted) {
      return entries.map((entry) => ({ entry, after: 'again', change: {} }));
    }
    if (error instanceof ApiError && error.status !== 401 && error.problem?.code !== 'forbidden') {
      // All of them are tried again together, when the engine tries again.
      this.#end = 'cut';
      const { retryAfter } = error;
      return entries.map((entry) => {
        const change: Change = { tries: entry.tries + 1, nextTryAt: 0, ...askedToWait(retryAfter) };
        return { entry, after: 'stopped', change };
      });
    }
    const [first, ...others] = entries;
    if (!first) return [];
    const one = await this.#failed(first, error);
    // The same happened to all of them.
    const change = 'change' in one ? one.change : {};
    return [
      one,
      ...others.map((entry) => ({
        entry,
        after: 'stopped' as const,
        change: { ...change, ...('tries' in change && { tries: entry.tries + 1 }) },
      })),
    ];
  }

  async #record(ended: readonly Ended[], underWay: number): Promise<void> {
    const accepted = ended.flatMap((one) => ('change' in one ? [] : one));
    const isHere = await accept(this.#mirror, accepted, this.#asOf, underWay);
    if (isHere) this.#accepted(accepted);
    else this.#end ??= 'restored';
    // What was taken by a database that is no more, as another tab has found out, waits on.
    const left = isHere ? [] : accepted.map(({ entry }) => asTried(entry));
    const changed = [...left, ...ended.flatMap((one) => ('change' in one ? one : []))];
    if (changed.length > 0) {
      await this.#update(changed, () => this.#mirror.underWay.delete(underWay));
    }
    for (const { entry, after } of ended) {
      this.#lanes.put(entry, !isHere && after === 'left' ? 'stopped' : after);
    }
  }

  /** The database for which changes were meant is no more: none of them was looked at. */
  async #unsettled(): Promise<Change> {
    this.#end = 'restored';
    await reopening(this.#mirror, () => unsettle(this.#mirror, this.#asOf.epoch));
    return {};
  }

  #accepted(accepted: readonly { entry: OutboxEntry }[]): void {
    if (accepted.length === 0) return;
    this.#failures = 0;
    this.#so.sent += accepted.length;
    for (const { entry } of accepted) {
      for (const list of TOUCHES[entry.type]) this.#so.touched.add(list);
    }
    expiry.setState({ expired: false });
  }

  async #failed(entry: OutboxEntry, error: unknown): Promise<Ended> {
    if (this.#options.signal.aborted) return { ...asTried(entry), after: 'stopped' };
    if (error instanceof Unreachable) return this.#unanswered(entry, error);
    if (!(error instanceof ApiError)) {
      await this.#update([this.#later(entry, null)]);
      throw error;
    }
    const { status, problem } = error;
    if (status === HELD) return { entry, after: 'again', change: {} };
    if (isOfRestored(error)) return { entry, after: 'stopped', change: await this.#unsettled() };
    if (status === 401 && problem) return this.#signedOut(entry);
    if (!problem || saysLater(error)) {
      this.#failures += 1;
      if (this.#failures >= TROUBLE || status === 429) this.#end = 'cut';
      return this.#later(entry, error.retryAfter);
    }
    if (problem.code === 'forbidden') {
      const not = await this.#notOurs(entry);
      if (not) return not;
    }
    const asIs = await this.#acceptedAsIs(entry, error);
    if (asIs) return { ...asIs, after: 'left' };
    return { entry, after: 'stopped', change: { state: 'refused', reason: { status, problem } } };
  }

  #unanswered(entry: OutboxEntry, { neverLeft }: Unreachable): Ended {
    // Where others are answered, the fault is with this one.
    if (!isOffline()) return this.#later(entry, null);
    this.#end = 'cut';
    if (neverLeft) return { entry, after: 'stopped', change: {} };
    return { ...asTried(entry), after: 'stopped' };
  }

  #signedOut(entry: OutboxEntry): Ended {
    this.#end = 'signed-out';
    expiry.setState({ expired: true });
    return { ...asTried(entry), after: 'stopped' };
  }

  /** A 403 is either this user's, or the session is somebody else's by now; only the first is a no. */
  async #notOurs(entry: OutboxEntry): Promise<Ended | null> {
    try {
      const { id } = await call(currentUser, { signal: this.#options.signal });
      return id === this.#mirror.userId ? null : this.#signedOut(entry);
    } catch (error) {
      return this.#failed(entry, error);
    }
  }

  /**
   * "Nothing to change" to a change of status without a note: somebody else has set it already; and
   * "no such campaign" to its deletion. Then the person has what they wanted, and the entry may go.
   */
  async #acceptedAsIs(entry: OutboxEntry, { problem }: ApiError): Promise<Accepted | null> {
    if (entry.type === 'campaign-deleted' && problem?.code === 'campaign-not-found') {
      return { entry, reply: undefined };
    }
    if (entry.type !== 'status-changed' || entry.body.notes !== null) return null;
    if (problem?.code !== 'invalid-input') return null;
    const { userId: sentFor } = this.#mirror;
    const params = { id: entry.seen.id };
    const { signal } = this.#options;
    try {
      const asIs = await call(getApplication, { params, sentFor, signal });
      return asIs.status === entry.body.status ? { entry, asIs } : null;
    } catch (error) {
      if (error instanceof ApiError || error instanceof Unreachable) return null;
      throw error;
    }
  }

  #later(entry: OutboxEntry, retryAfter: number | null) {
    const tries = entry.tries + 1;
    const apart = tries >= APART && this.#so.sent > 0 ? HOUR : 0;
    const own = Date.now() + Math.max(apart, waitBeforeRetry(tries));
    const asked = askedToWait(retryAfter);
    const nextTryAt = Math.max(own, asked.nextTryAt ?? 0);
    const change: Change = { ...asked, tries, nextTryAt };
    return { entry, after: 'stopped' as const, change };
  }

  /** Writes down how attempts ended; in the same transaction `done` takes their mark away. */
  async #update(changes: readonly Changed[], done?: () => PromiseLike<void>): Promise<void> {
    const mirror = this.#mirror;
    const real = changes.filter(({ change }) => Object.keys(change).length > 0);
    await reopening(mirror, () =>
      mirror.transaction('rw', outboxTables(mirror), async () => {
        await mirror.outbox.bulkUpdate(
          real.map(({ entry, change }) => ({ key: entry.seq, changes: change })),
        );
        await done?.();
      }),
    );
    for (const { entry, change } of real) Object.assign(entry, change);
  }
}

/** Answers that say "later", not "no": a server in trouble, or not ours at all. */
function saysLater({ status, problem }: ApiError): boolean {
  return !problem || status >= 500 || [408, 425, 429].includes(status);
}

/** What the server's `Retry-After` means for a change, in milliseconds; nothing where it says none. */
function askedToWait(retryAfter: number | null): Pick<Change, 'nextTryAt' | 'notBefore'> {
  if (retryAfter === null) return {};
  const at = Date.now() + Math.min(retryAfter, HOUR);
  return { nextTryAt: at, notBefore: at };
}

function isDueFor(wanted: Wanted): (entry: OutboxEntry) => boolean {
  const now = Date.now();
  return ({ nextTryAt, notBefore = 0 }) => {
    if (wanted === 'all') return true;
    return (wanted === 'again' ? notBefore : nextTryAt) <= now;
  };
}

/** The server refused what was meant for a database that a backup has replaced. */
function isOfRestored(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'restored';
}

/** Nobody told how its attempt ended: it may be on the server, so that its text is no longer only here. */
function asTried(entry: OutboxEntry): Changed {
  return { entry, change: { tries: entry.tries + 1 } };
}
