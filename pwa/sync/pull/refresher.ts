import { currentUser } from '#contract/auth.ts';
import { listViews, MOST_VIEWS } from '#contract/views.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { endAhead } from '#pwa/local/database/opening.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { listState, listStates } from '#pwa/local/database/server-state.ts';
import { forgetEndedIn } from '#pwa/local/outbox/ended.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { questionsIn } from '#pwa/local/outbox/questions.ts';
import { pagesOf } from '#pwa/local/rows/mirrored-list.ts';
import { noteNamed, refusedAsTooMany, viewsState } from '#pwa/local/rows/saved-views.ts';
import type { EngineEvent, EngineState } from '#pwa/sync/engine-state.ts';
import { withLeaderLock } from '#pwa/sync/leader-lock.ts';
import { readFailure } from '#pwa/sync/push/after-failure.ts';
import { sendBatch } from '#pwa/sync/push/send-batch.ts';
import { firstPages, hasEarly } from './first-pages.ts';
import { pull } from './pull.ts';
import { type Found, readAt, refreshApplication } from './refresh-application.ts';

/** Freshness per list, in ms. */
const FRESH = {
  applications: 60_000,
  contacts: 60_000,
  campaigns: Number.POSITIVE_INFINITY,
  views: 60_000,
};
/** When this page was loaded, in milliseconds since 1970. */
const LOADED_AT = Date.now();

/**
 * Reads lists and records from the server into the mirror: each once at a time, and not again while it
 * is fresh; all screens and tabs share it. A page that was just loaded reads anew, because a reload is
 * how a person asks for that.
 */
export class Refresher {
  readonly #mirror: Mirror;
  readonly #signal: AbortSignal;
  readonly #loadedAt: number;
  readonly #inFlight = new Map<string, Promise<unknown>>();

  constructor(mirror: Mirror, signal: AbortSignal, loadedAt = LOADED_AT) {
    this.#mirror = mirror;
    this.#signal = signal;
    this.#loadedAt = loadedAt;
  }

  /** Pulls lists, in one round trip if they were pulled before. Throws the first failure. */
  async refreshTogether(lists: readonly ListName[]): Promise<void> {
    const asked = await firstPages(this.#mirror, lists);
    const pages = asked.filter(({ path }) => !hasEarly(this.#mirror, path));
    const batch = { entries: [], pages, sentTo: null };
    if (pages.length > 0) {
      await this.#asUser(() => sendBatch(this.#mirror, batch, this.#signal));
    }
    await this.refresh(lists, { force: true });
  }

  /** Pulls the lists that are not fresh, or all with `force`. Throws the first failure. */
  async refresh(lists: readonly ListName[], { force }: { force: boolean }): Promise<void> {
    await Promise.all(lists.map((list) => this.#once(list, () => this.#pull(list, force))));
  }

  /**
   * Pulls the owed lists, and the lists that are behind the newest event; in one round trip while the event stream is
   * open. No screen asks for it. A failed pull throws its reason. Its list is owed again if it is incomplete or known to
   * be behind, and not if the pull only looked for changes.
   */
  async refreshOwed(
    state: () => EngineState,
    dispatch: (event: EngineEvent) => void,
  ): Promise<void> {
    const behind = await listsBehind(this.#mirror, state());
    const { lists, owed, isLive } = state();
    const wanted = lists.filter((list) => owed[list] || behind.includes(list));
    if (wanted.length === 0) return;
    dispatch({ type: 'owed-pulled' });
    const isForced = (list: ListName) => owed[list] === 'always' || behind.includes(list);
    const groups = isLive && wanted.every(isForced) ? [wanted] : wanted.map((list) => [list]);
    const ends = await Promise.allSettled(
      groups.map(async (group) => {
        const [only, ...more] = group;
        if (only && more.length === 0) await this.refresh([only], { force: isForced(only) });
        else await this.refreshTogether(group);
      }),
    );
    const failures = ends.flatMap((end, at) => {
      if (end.status === 'fulfilled') return [];
      const verdict = readFailure(end.reason, Date.now())?.verdict;
      const goesOn = verdict === 'cut-off' || verdict === 'later';
      return goesOn ? { error: end.reason, lists: groups[at] ?? [] } : [];
    });
    const [failure] = failures;
    if (!failure) return;
    const states = await statesOf(
      this.#mirror,
      failures.flatMap(({ lists }) => lists),
    );
    const lacking = states.filter(({ key, tail }) => tail || isForced(key)).map(({ key }) => key);
    if (lacking.length === 0) return;
    dispatch({ type: 'pulls-failed', lists: lacking });
    throw failure.error;
  }

  /** Reads one application with its history, unless it is fresh. */
  refreshApplication(id: string): Promise<Found> {
    return this.#once(id, async () => {
      if (this.#isFresh(await readAt(this.#mirror, id), FRESH.applications)) return 'ready';
      return this.#asUser(() => refreshApplication(this.#mirror, id, this.#signal));
    });
  }

  /**
   * Reads the saved views of the account, unless they are fresh, and retries refused ones for which there is room now.
   * Throws what `call` throws.
   */
  async refreshViews(): Promise<void> {
    const mirror = this.#mirror;
    const { syncedAt, changes } = await viewsState(mirror);
    const age = Date.now() - syncedAt;
    if (age >= 0 && age < FRESH.views) return;
    const { views } = await call(listViews, { sentFor: mirror.userId, signal: this.#signal });
    await mirror.transaction('rw', mirror.meta, async () => {
      const now = await viewsState(mirror);
      // A change was accepted meanwhile, and this answer may be older.
      if (now.changes !== changes) return;
      await mirror.meta.put({ ...now, views, syncedAt: Date.now() });
    });
    for (const key of (await refusedAsTooMany(mirror)).slice(0, MOST_VIEWS - views.length)) {
      await retry(mirror, key);
    }
  }

  /** Removes lists that the user may no longer see. Queued changes stay, to be refused. */
  async forget(lists: readonly ListName[]): Promise<void> {
    for (const list of lists) {
      const isEmpty = (await pagesOf(this.#mirror, list).count()) === 0;
      if (!isEmpty || (await questionsIn(this.#mirror, list).count()) > 0) await this.#empty(list);
    }
  }

  async #pull(list: ListName, force: boolean): Promise<void> {
    const askedAt = Date.now();
    if (!force && this.#isFreshList(await listState(this.#mirror, list))) return;
    const lock = `agency-pull-${this.#mirror.userId}-${list}`;
    await withLeaderLock(lock, this.#signal, Number.POSITIVE_INFINITY, async (signal) => {
      // Another tab may have pulled while this one waited for the lock.
      const state = await listState(this.#mirror, list);
      const { syncedAt } = state;
      // A time in the future comes from a clock that was set back since: it proves nothing.
      const isSince = syncedAt > askedAt && syncedAt <= Date.now();
      if (force ? isSince && !state.tail : this.#isFreshList(state)) return;
      try {
        await this.#asUser(() => pull(this.#mirror, list, signal));
      } catch (error) {
        // The lock was stolen: the other tab goes on where this one was.
        if (signal.aborted && !this.#signal.aborted) return;
        if (await this.#isForbidden(error)) await this.#empty(list);
        throw error;
      } finally {
        if (list === 'applications') endAhead(this.#mirror);
      }
    });
  }

  async #asUser<T>(read: () => Promise<T>): Promise<T> {
    try {
      const result = await read();
      expiry.setState({ expired: false });
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && error.problem) {
        expiry.setState({ expired: true });
      }
      throw error;
    }
  }

  /** True for a 403 to this user. If another user has signed in by now, it means a new sign-in. */
  async #isForbidden(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError) || error.problem?.code !== 'forbidden') return false;
    const user = await call(currentUser, { signal: this.#signal }).catch(() => null);
    if (user && user.id !== this.#mirror.userId) expiry.setState({ expired: true });
    return user?.id === this.#mirror.userId;
  }

  /** Removes a list that the user may no longer see; queued changes stay, to be refused. */
  async #empty(list: ListName): Promise<void> {
    const { historyPages, questions, meta, ended, copies } = this.#mirror;
    const rows = pagesOf(this.#mirror, list);
    const tables = [rows, historyPages, questions, meta, ended, copies];
    // A disk that cannot be read is emptied all the same.
    await noteNamed(this.#mirror).catch(console.error);
    await reopening(this.#mirror, () =>
      this.#mirror.transaction('rw', tables, async () => {
        await rows.clear();
        await forgetEndedIn(this.#mirror, list);
        await copies.where({ list }).delete();
        await questionsIn(this.#mirror, list).delete();
        await meta.delete(list);
        if (list !== 'applications') return;
        await historyPages.clear();
        await meta.where('key').startsWith('application:').delete();
      }),
    );
  }

  /** An interrupted pull goes on, however recently the one before it ended. */
  #isFreshList({ key, syncedAt, tail }: ListState): boolean {
    return !tail && this.#isFresh(syncedAt, FRESH[key]);
  }

  #isFresh(at: number, fresh: number): boolean {
    const now = Date.now();
    return at >= this.#loadedAt && at <= now && now - at < fresh;
  }

  #once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#inFlight.get(name);
    // One name always means the same kind of work.
    if (before !== undefined) return before as Promise<T>;
    const mine = work().finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, mine);
    return mine;
  }
}

/** The lists that were pulled before and lack what the newest event reports. */
async function listsBehind(mirror: Mirror, { lists, heard }: EngineState): Promise<ListName[]> {
  if (!heard) return [];
  const states = await statesOf(mirror, lists);
  return states
    .filter(({ epoch, cursor, tail }) => {
      return epoch !== null && !tail && (epoch !== heard.epoch || cursor < heard.revision);
    })
    .map(({ key }) => key);
}

/** How far lists have come; none when the mirror cannot be read: it was closed under this engine. */
function statesOf(mirror: Mirror, lists: readonly ListName[]): ReturnType<typeof listStates> {
  return listStates(mirror, lists).catch(() => []);
}
