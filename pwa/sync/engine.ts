import { liveQuery } from 'dexie';
import type { CurrentUser } from '#contract/auth.ts';
import { health } from '#contract/health.ts';
import type { LiveEvent } from '#contract/live.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { waitBeforeRetry } from '#pwa/lib/backoff.ts';
import { connection, isOffline, markOffline } from '#pwa/lib/connection.ts';
import { expiry } from '#pwa/lib/expiry.ts';
import { feltElsewhere } from '#pwa/lib/pulse.ts';
import { LISTS, type ListName, type Mirror } from '#pwa/local/mirror.ts';
import { onSendRequest } from '#pwa/local/send-request.ts';
import { isSettled, serverState } from '#pwa/local/server-state.ts';
import { UnsentWatch } from './follow-unsent.ts';
import { Lanes } from './lanes.ts';
import { CampaignIdSupply } from './lease-campaign-ids.ts';
import { followLive } from './live.ts';
import { Pace } from './pace.ts';
import { type FirstPage, statesOf } from './pull.ts';
import { drain } from './push.ts';
import type { Found } from './refresh-application.ts';
import { Refresher } from './refresher.ts';
import type { Wanted } from './send-loop.ts';
import { resetStatus, syncStatus } from './status-store.ts';

/** The longest wait for the next try while a person looks on, in the first minutes, in milliseconds. */
const LOOKED_AT = 10_000;
const FIRST_MINUTES = 5 * 60_000;
/** The shortest wait for the next try of what has just not been sent, in milliseconds. */
const SOON = 500;
/** Which of two wishes has the other in it. */
const RANKS: Record<Wanted, number> = { due: 0, again: 1, all: 2 };
/** Pulls that one event may lead to, while more and more changes. */
const ROUNDS = 5;

/** The only link between a user's mirror and the server. One per page and user. */
export interface SyncEngine {
  /** Stops everything that is under way; the mirror stays open. */
  stop(): void;
  /** Sends what waits, now. Resolves when everything was tried; never throws. */
  sendNow(): Promise<void>;
  /**
   * Brings lists up to date. Lists that are fresh (60 s, X-11) are not asked for unless `force`.
   * Throws what the first list that failed threw: ApiError or Unreachable.
   */
  refresh(lists: readonly ListName[], options?: { force: boolean }): Promise<void>;
  /** Brings one application with its history up to date, under the same rule and the same errors. */
  refreshApplication(id: string): Promise<Found>;
}

/**
 * Starts following the server for a user: sends the outbox and pulls the lists that the user may see.
 *
 * It acts when it starts, when the page is shown again, when the browser is online, when a change is
 * queued in any tab, when somebody asks for it, and when the server is heard again. Reads are never
 * repeated by themselves; only sending is, with growing waits, and while the server is not
 * heard a small question whether it is back.
 */
export function startSync(mirror: Mirror, user: CurrentUser): SyncEngine {
  const engine = new Engine(mirror, user);
  engine.start();
  return engine;
}

class Engine implements SyncEngine {
  readonly #mirror: Mirror;
  readonly #lists: readonly ListName[];
  readonly #refresher: Refresher;
  readonly #campaignIds: CampaignIdSupply;
  readonly #unsent: UnsentWatch;
  readonly #life = new AbortController();
  readonly #stops: (() => void)[] = [];
  /** Lists to pull once the outbox is drained; true for those that are read even if they are fresh. */
  readonly #owed = new Map<ListName, boolean>();
  /** First pages of owed lists that came with the last answer. */
  #pages: ReadonlyMap<ListName, FirstPage> = new Map();
  readonly #pace = new Pace();
  readonly #queued = new EventTarget();
  /** Events of other devices come; what this one has changed is among them. */
  #isLive = false;
  /** What the server is at, by its newest event. */
  #heard: LiveEvent | null = null;
  #following: Promise<void> | null = null;
  #pulling: Promise<void> = Promise.resolve();
  #running: Promise<void> | null = null;
  /** What the next round is to send; null for no round. */
  #next: Wanted | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #cutAt = 0;

  constructor(mirror: Mirror, user: CurrentUser) {
    this.#mirror = mirror;
    this.#lists = listsOf(user);
    this.#refresher = new Refresher(mirror, this.#life.signal);
    this.#campaignIds = new CampaignIdSupply(mirror, this.#life.signal);
    this.#unsent = new UnsentWatch(mirror, this.#life.signal);
  }

  start(): void {
    resetStatus();
    this.#listen(window, 'online', () => this.#wake('again'));
    this.#listen(window, 'offline', markOffline);
    this.#listen(window, 'pageshow', () => this.#wake('again'));
    this.#listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#wake('again');
    });
    this.#stops.push(
      onSendRequest(() => this.#wake('all')),
      connection.subscribe((now, before) => {
        if (now.isOffline === before.isOffline) return;
        if (!now.isOffline) this.#reconnected();
        else this.#schedule();
      }),
      expiry.subscribe((now, before) => {
        if (before.expired && !now.expired) this.#reconnected();
      }),
    );
    this.#follow();
    this.#stops.push(this.#unsent.start());
    const denied = LISTS.filter((list) => !this.#lists.includes(list));
    this.#refresher.forget(denied).catch(console.error);
    for (const list of this.#lists) this.#owed.set(list, false);
    this.#wake('again');
    if (this.#lists.includes('applications')) {
      void followLive({
        life: this.#life.signal,
        onEvent: (event) => this.#poked(event),
        onOpen: (open) => {
          this.#isLive = open;
        },
      });
    }
  }

  stop(): void {
    this.#life.abort();
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    resetStatus();
  }

  async sendNow(): Promise<void> {
    this.#wake('all');
    await this.#running;
  }

  async refresh(lists: readonly ListName[], { force } = { force: false }): Promise<void> {
    const allowed = lists.filter((list) => this.#lists.includes(list));
    await this.#refresher.refresh(allowed, { force });
  }

  refreshApplication(id: string): Promise<Found> {
    return this.#refresher.refreshApplication(id);
  }

  #listen(target: EventTarget, event: string, listener: () => void): void {
    target.addEventListener(event, listener, { signal: this.#life.signal });
  }

  /** Counts what waits, in whatever tab it was queued, and sends what is new. */
  #follow(): void {
    const { outbox, conflicts, fieldConflicts, meta } = this.#mirror;
    let newest = 0;
    let wasSettled = true;
    // In one transaction: this is asked again in every tab after each write to the outbox.
    const query = liveQuery(() =>
      this.#mirror.transaction('r', outbox, conflicts, fieldConflicts, meta, async () => ({
        all: await outbox.count(),
        refused: await outbox.where('state').equals('refused').count(),
        last: (await outbox.orderBy('seq').last())?.seq ?? 0,
        conflicts: (await conflicts.count()) + (await fieldConflicts.count()),
        settled: isSettled(await serverState(this.#mirror)),
      })),
    ).subscribe({
      next: ({ all, refused, last, conflicts: open, settled }) => {
        syncStatus.setState({ waiting: all - refused, refused, conflicts: open });
        if (last > newest) {
          this.#queued.dispatchEvent(new Event('queued'));
          this.#wake('due');
        }
        newest = Math.max(newest, last);
        // A restored server is offered what it lost, also when nothing else waits.
        if (wasSettled && !settled) this.#wake('due');
        wasSettled = settled;
      },
      // The mirror was closed or wiped under this engine: there is nothing left to count.
      error: resetStatus,
    });
    this.#stops.push(() => query.unsubscribe());
  }

  /** The server is heard again, or takes this user's calls again: drain, then pull, once. */
  #reconnected(): void {
    for (const list of this.#lists) this.#owed.set(list, true);
    this.#wake('again');
  }

  #wake(wanted: Wanted): void {
    if (this.#life.signal.aborted) return;
    if (this.#next === null || RANKS[wanted] > RANKS[this.#next]) this.#next = wanted;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#schedule();
    });
  }

  async #run(): Promise<void> {
    for (let what = this.#take(); what; what = this.#take()) {
      const heard = await this.#round(what);
      this.#failures = heard ? 0 : this.#failures + 1;
      // Not waited for: a long pull must not hold up what is queued meanwhile.
      if (heard) {
        this.#pulling = this.#pullOwed();
        this.#lease();
        this.#unsent.look();
      } else if (this.#next === null || this.#next === 'due') {
        // After a failure only who came back meanwhile, or asked, is answered at once.
        return;
      }
    }
  }

  #take(): Wanted | null {
    const what = this.#life.signal.aborted ? null : this.#next;
    this.#next = null;
    return what;
  }

  /** One round; false when the server was not heard, or is in trouble. Never throws. */
  async #round(wanted: Wanted): Promise<boolean> {
    try {
      return (await this.#send(wanted)) && (await this.#isReachable());
    } catch (error) {
      // A mirror that fails is tried again like a server that does; a stopped engine is done.
      if (!this.#life.signal.aborted) console.error('The outbox could not be sent.', error);
      return false;
    }
  }

  /** Drains the outbox; false when the server is not heard, or in trouble. */
  async #send(wanted: Wanted): Promise<boolean> {
    try {
      const { sent, touched, pages, restored, end } = await drain(this.#mirror, {
        wanted,
        pace: this.#pace,
        signal: this.#life.signal,
        onProgress: (at, of) => syncStatus.setState({ sending: { at, of } }),
        onQueued: (listener) => {
          this.#queued.addEventListener('queued', listener);
          return () => this.#queued.removeEventListener('queued', listener);
        },
      });
      syncStatus.setState((before) => ({ sent: before.sent + sent }));
      // With the events on, all lists are told to be where they are; without, what was touched is.
      const isTold = this.#isLive && touched.size > 0;
      const owed = restored || isTold ? this.#lists : touched;
      for (const list of owed) this.#owed.set(list, true);
      this.#pages = pages;
      return end !== 'cut-off';
    } finally {
      syncStatus.setState({ sending: null });
    }
  }

  /** Nothing was sent that would tell: while cut off, a question that reads no data. */
  async #isReachable(): Promise<boolean> {
    if (!isOffline()) return true;
    try {
      await call(health, { signal: this.#life.signal });
    } catch (error) {
      return error instanceof ApiError && error.problem !== null;
    }
    return true;
  }

  async #pullOwed(): Promise<void> {
    if (expiry.getState().expired) return;
    const owed = [...this.#owed];
    this.#owed.clear();
    const pages = this.#pages;
    this.#pages = new Map();
    if (this.#isLive && owed.every(([list, force]) => force && !pages.has(list))) {
      await this.#refresher.refreshTogether(owed.map(([list]) => list)).catch(() => undefined);
      return;
    }
    const pulls = owed.map(([list, force]) => {
      const page = pages.get(list);
      return page ? this.#refresher.take(page) : this.refresh([list], { force });
    });
    // Who looks at a list hears of its failure from useRefreshOnEntry; here nobody asked.
    await Promise.allSettled(pulls);
  }

  #poked(event: LiveEvent): void {
    if (event.revision === this.#heard?.revision) feltElsewhere();
    this.#heard = event;
    this.#following ??= this.#catchUp().finally(() => {
      this.#following = null;
    });
  }

  /** Pulls what the newest event told of, after what this phone has to send. */
  async #catchUp(): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
      await this.#running;
      await this.#pulling;
      if (this.#life.signal.aborted || !(await this.#isBehind())) return;
      try {
        await this.#refresher.refreshTogether(this.#lists);
      } catch {
        // The next event, or the next occasion, makes up for it.
        return;
      }
    }
  }

  /** Whether a list that was pulled before has not seen what the newest event told of. */
  async #isBehind(): Promise<boolean> {
    const heard = this.#heard;
    if (!heard) return false;
    const states = await statesOf(this.#mirror, this.#lists);
    return states.some(
      ({ epoch, cursor, tail }) =>
        epoch !== null && !tail && (epoch !== heard.epoch || cursor < heard.revision),
    );
  }

  /** Ids for campaigns that are made without a signal: a first pull that is long does not delay them. */
  #lease(): void {
    if (expiry.getState().expired || !this.#lists.includes('campaigns')) return;
    this.#campaignIds.fill();
  }

  /** Sets the clock for the next try by itself: only for what is to be sent, and for the link. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#life.signal.aborted) return;
    if (this.#failures > 0 || isOffline()) {
      // With nothing to send, nobody needs to know before the page is looked at again.
      if (document.visibilityState === 'hidden' && syncStatus.getState().waiting === 0) return;
      this.#cutAt ||= Date.now();
      this.#timer = setTimeout(() => this.#wake('due'), this.#patience());
      return;
    }
    this.#cutAt = 0;
    void this.#nextTry().then((at) => {
      if (at === null || this.#life.signal.aborted || this.#running) return;
      // What is due is refused again before a sign-in: that brings the engine back by itself.
      if (expiry.getState().expired) return;
      this.#timer = setTimeout(() => this.#wake('due'), Math.max(SOON, at - Date.now()));
    });
  }

  #patience(): number {
    const wait = waitBeforeRetry(Math.max(1, this.#failures));
    const fresh = Date.now() - this.#cutAt < FIRST_MINUTES;
    return document.visibilityState === 'visible' && fresh ? Math.min(wait, LOOKED_AT) : wait;
  }

  /** When the next change that failed is due, in milliseconds since 1970; null for none. */
  async #nextTry(): Promise<number | null> {
    try {
      return new Lanes(await this.#mirror.outbox.toArray(), () => true).nextTryAt;
    } catch {
      // Closed under this engine; the next trigger opens it again.
      return null;
    }
  }
}

/** The lists behind the parts of the product that the user may enter. */
function listsOf({ areas }: CurrentUser): ListName[] {
  const lists: ListName[] = [];
  if (areas.includes('dashboard')) lists.push('applications', 'contacts');
  if (areas.includes('admin')) lists.push('campaigns');
  return lists;
}
