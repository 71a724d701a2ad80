import type { CurrentUser } from '#contract/auth.ts';
import { health } from '#contract/health.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import { countUnlistedChange } from '#pwa/lib/storage/unlisted-changes.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { LISTS, type ListName } from '#pwa/local/database/rows.ts';
import { readClock, storeClock } from '#pwa/local/database/stored-clock.ts';
import { viewsState } from '#pwa/local/rows/saved-views.ts';
import type { Found } from '#pwa/sync/pull/refresh-application.ts';
import { Refresher } from '#pwa/sync/pull/refresher.ts';
import { Lanes } from '#pwa/sync/push/lanes.ts';
import { leaseIfFew } from '#pwa/sync/push/lease-campaign-ids.ts';
import { drain, type Wanted } from '#pwa/sync/push/push.ts';
import {
  type EngineEvent,
  type EngineState,
  initialState,
  isInTrouble,
  reduce,
  retryDelay,
} from './engine-state.ts';
import { UnsentWatch } from './follow-unsent.ts';
import { Job } from './job.ts';
import { followLive } from './live.ts';
import { Pace } from './push/send-batch.ts';
import { publishStatus, resetStatus } from './status-store.ts';
import { followTriggers } from './triggers.ts';

/** The shortest wait before a failed change is retried, in ms. */
const SOON = 500;

/** The only connection between a user's mirror and the server. One per page and user. */
export interface SyncEngine {
  /** Stops everything that is in flight; the mirror stays open. */
  stop(): void;
  /** Sends the outbox, now. Resolves when everything was tried; never throws. */
  sendNow(): Promise<void>;
  /**
   * Brings lists up to date. Lists that are fresh (60 s) are not asked for unless `force`.
   * Throws what the first list that failed threw: ApiError or Unreachable.
   */
  refresh(lists: readonly ListName[], options?: { force: boolean }): Promise<void>;
  /** Brings one application with its history up to date, under the same rule and the same errors. */
  refreshApplication(id: string): Promise<Found>;
  /** Brings the saved views up to date, unless they are fresh. Never throws. */
  refreshViews(): void;
}

/**
 * Starts following the server for a user: sends the outbox and pulls the lists that the user may see.
 *
 * A round starts when the engine starts, when the page is shown again, when the browser is online, when
 * a change is queued in any tab, when a person asks, and when the server is heard again. What could not
 * be sent is retried by timer, and a pull of what is known to be missing, both with backoff. Lists are pulled after
 * a round and after an event of the server.
 */
export function startSync(mirror: Mirror, user: CurrentUser): SyncEngine {
  const engine = new Engine(mirror, listsOf(user));
  engine.start();
  return engine;
}

/** The effects around `reduce`: every decision that can be made without waiting is made there. */
class Engine implements SyncEngine {
  #state: EngineState;
  readonly #mirror: Mirror;
  readonly #refresher: Refresher;
  readonly #sending: Job;
  readonly #pulling: Job;
  readonly #campaignIds: Job;
  readonly #views: Job;
  readonly #givingBack: Job;
  readonly #unsent: UnsentWatch;
  readonly #life = new AbortController();
  readonly #stops: (() => void)[] = [];
  readonly #pace = new Pace();
  readonly #queued = new EventTarget();

  constructor(mirror: Mirror, lists: readonly ListName[]) {
    const { signal } = this.#life;
    const isSignedOut = expiry.getState().expired;
    this.#state = initialState(lists, { isOffline: isOffline(), isSignedOut });
    this.#mirror = mirror;
    this.#refresher = new Refresher(mirror, signal);
    this.#sending = new Job(() => this.#send(), signal, { whenDue: () => this.#wake('due') });
    this.#pulling = new Job(() => this.#pull(), signal, {
      tries: Number.POSITIVE_INFINITY,
      // A hidden page pulls when it is shown.
      whenDue: () => isVisible() && void this.#pulling.run(),
    });
    this.#campaignIds = new Job((life) => leaseIfFew(mirror, life), signal);
    this.#views = new Job(() => this.#refresher.refreshViews(), signal);
    this.#givingBack = new Job(async (life) => {
      if (await mirror.copies.count())
        await (await import('./push/give-back.ts')).giveBack(mirror, life);
    }, signal);
    this.#unsent = new UnsentWatch(mirror, signal, (loss) =>
      this.#dispatch({ type: 'loss-known', loss }),
    );
  }

  start(): void {
    resetStatus();
    this.#stops.push(
      followTriggers(this.#mirror, (event) => this.#dispatch(event)),
      connection.subscribe((now, before) => {
        // It has nothing to send then, and plans when to ask.
        if (now.isOffline && !before.isOffline) void this.#sending.run();
      }),
      this.#unsent.start(),
    );
    const { lists } = this.#state;
    void readClock(this.#mirror);
    this.#refresher.forget(LISTS.filter((list) => !lists.includes(list))).catch(console.error);
    this.#wake('again');
    if (lists.includes('applications')) this.#followLive();
  }

  stop(): void {
    this.#life.abort();
    for (const stop of this.#stops) stop();
    resetStatus();
  }

  async sendNow(): Promise<void> {
    this.#wake('all');
    await this.#sending.run();
  }

  async refresh(lists: readonly ListName[], { force } = { force: false }): Promise<void> {
    const allowed = lists.filter((list) => this.#state.lists.includes(list));
    await this.#refresher.refresh(allowed, { force }).finally(() => void this.#givingBack.run());
  }

  refreshViews(): void {
    if (this.#state.lists.includes('applications')) void this.#views.run();
  }

  refreshApplication(id: string): Promise<Found> {
    return this.#refresher.refreshApplication(id);
  }

  #dispatch(event: EngineEvent): void {
    if (this.#life.signal.aborted) return;
    const { newest } = this.#state.queue;
    this.#state = reduce(this.#state, event);
    if (this.#state.queue.newest > newest) this.#queued.dispatchEvent(new Event('queued'));
    publishStatus(this.#state);
    if (this.#state.wanted) void this.#sending.run();
  }

  #wake(wanted: Wanted): void {
    this.#dispatch({ type: 'wanted', wanted });
  }

  #followLive(): void {
    void followLive({
      life: this.#life.signal,
      onOpen: (isLive) => this.#dispatch({ type: 'live-changed', isLive }),
      onEvent: (event) => {
        if (event.revision === this.#state.heard?.revision) countUnlistedChange();
        this.#dispatch({ type: 'heard', event });
        if (!this.#state.isSending) void this.#pulling.run();
      },
    });
  }

  /** Rounds until none is wanted; resolves to the wait before the next one is due, in ms. */
  async #send(): Promise<number | null> {
    while (this.#state.wanted && !this.#life.signal.aborted) {
      const wanted = this.#state.wanted;
      this.#dispatch({ type: 'round-begun' });
      const isHeard = await this.#round(wanted);
      this.#dispatch({ type: 'round-ended', isHeard, now: Date.now() });
      if (isHeard) this.#afterRound();
      // A server that takes no changes may still give rows.
      else void this.#pulling.run();
    }
    return this.#nextRound();
  }

  /** One round; false when the server was not heard, or is in trouble. Never throws. */
  async #round(wanted: Wanted): Promise<boolean> {
    // The tab that has upgraded the database sends and pulls.
    if (this.#mirror.isOutdated) return false;
    try {
      const { end, ...drained } = await drain(this.#mirror, {
        wanted,
        pace: this.#pace,
        signal: this.#life.signal,
        onProgress: (at, of) => this.#dispatch({ type: 'progress', at, of }),
        onQueued: (listener) => {
          this.#queued.addEventListener('queued', listener);
          return () => this.#queued.removeEventListener('queued', listener);
        },
      });
      this.#dispatch({ type: 'drained', ...drained });
      return end !== 'cut-off' && (await this.#isReachable());
    } catch (error) {
      // A mirror that fails is retried like a server that does; a stopped engine is done.
      if (!this.#life.signal.aborted) console.error(error);
      return false;
    }
  }

  /** In trouble after a backoff, unless nobody looks on and nothing waits; else when a failed change is due. */
  async #nextRound(): Promise<number | null> {
    const { queue, isSignedOut } = this.#state;
    if (isInTrouble(this.#state)) {
      if (!isVisible() && queue.waiting === 0) return null;
      return retryDelay(this.#state, Date.now(), isVisible());
    }
    if (isSignedOut) return null;
    // A mirror that was closed under this engine is opened by the next trigger.
    const entries = await this.#mirror.outbox.toArray().catch(() => []);
    const at = new Lanes(entries, () => true).nextTryAt(Date.now());
    return at === null ? null : Math.max(SOON, at - Date.now());
  }

  async #pull(): Promise<void> {
    const { isSignedOut, isOffline } = this.#state;
    if (isSignedOut || isOffline || this.#mirror.isOutdated) return;
    await this.#refresher
      .refreshOwed(
        () => this.#state,
        (event) => this.#dispatch(event),
      )
      .finally(() => void this.#givingBack.run());
  }

  /** True if online. While offline it asks the server, by a call that reads no data. */
  async #isReachable(): Promise<boolean> {
    if (!isOffline()) return true;
    try {
      await call(health, { signal: this.#life.signal });
      return true;
    } catch (error) {
      return error instanceof ApiError && error.problem !== null;
    }
  }

  /** The rounds do not await the pulls: a long pull must not hold up the changes queued during it. */
  #afterRound(): void {
    if (!this.#state.isSignedOut) {
      void this.#pulling.run();
      if (this.#state.lists.includes('campaigns')) void this.#campaignIds.run();
      // Views are read on demand, and once after a change of one was accepted.
      viewsState(this.#mirror).then(({ changes, syncedAt }) => {
        if (changes && !syncedAt) void this.#views.run();
      }, console.error);
    }
    this.#unsent.look();
    void storeClock(this.#mirror);
  }
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** The lists behind the parts of the product that the user may enter. */
function listsOf({ areas }: CurrentUser): ListName[] {
  const lists: ListName[] = [];
  if (areas.includes('dashboard')) lists.push('applications', 'contacts');
  if (areas.includes('admin')) lists.push('campaigns');
  return lists;
}
