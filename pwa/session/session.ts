import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Credentials, type CurrentUser, currentUser, login } from '#contract/auth.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { onReturn } from '#pwa/lib/on-return.ts';
import { clearDrafts } from '#pwa/lib/storage/drafts.ts';
import { endedSession } from '#pwa/lib/storage/ended-session.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { within } from '#pwa/lib/time/within.ts';
import { otherMirrors } from '#pwa/local/database/mirror-name.ts';
import {
  type Farewell,
  forgetWipe,
  keepFarewell,
  keepIdentity,
  keepRevocation,
  keepWipe,
  onIdentityChange,
  openDeparture,
  storedIdentity,
  type Wipe,
} from './stored-identity.ts';
import { userHere } from './user-here.ts';

/** Fetched ahead: a sign-out must wipe this device offline, too. */
const leaveDevice = lazyPartAhead(() => import('./leave-device.ts'));

const staleCopies = lazyPartAhead(() => import('#pwa/local/database/empty-stale.ts'));

/** The longest spinner on a device with a stored user, in ms. */
const SPINNER = 300;
/** How long the start waits for the server before it goes on without, in ms. */
const TIMEOUT = 3_000;
/** How long looking through the storage may delay a sign-out, in ms. */
const NOTE = 1_000;
/** How long a wipe may delay a sign-out, in ms; the next start finishes it. */
const WIPE = 4_000;

/** Whether records of a user who has signed out are on this device, because its storage does not answer. */
export const leftBehind = createStore<{ records: boolean }>(() => ({ records: false }));

export interface SessionState {
  user: CurrentUser | null;
  /** Not known yet whether anybody is signed in: show a spinner. At most 3 s. */
  loading: boolean;
  /** The user comes from this device; the server could not be reached. */
  offline: boolean;
  /** The user comes from this device, the server's answer is pending: deny nothing yet. */
  standIn: boolean;
}

/** What happens to unsent changes: sent first, kept for this user, or discarded. */
export type HowToLeave = 'send-first' | 'keep' | 'discard';

export interface Session {
  state: StoreApi<SessionState>;
  /** Requests the signed-in user once. Returns a function that stops listening. */
  start: () => () => void;
  /** Throws an Error with the server's message, or 'Login failed'; its cause is the ApiError. */
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  /** Signs in by a passkey or a recovery code: `enter` makes the call. Throws as signIn does. */
  signInBy: (enter: () => Promise<CurrentUser>) => Promise<CurrentUser>;
  /**
   * Wipes this device's copy and navigates to /api/logout. Offline it navigates to the landing page,
   * and the server's session ends at the next contact. 'send-first' throws StillUnsent, without
   * wiping anything, if changes are left after 15 s. If the copy cannot be wiped it navigates to /auth,
   * which tries again and says so.
   */
  signOut: (how: HowToLeave) => Promise<void>;
}

/** The session of this page; useAuth provides it to the screens. */
export function createSession(): Session {
  return new PageSession();
}

/**
 * What vouches for the user: the server's answer or an action on this device; only this device while
 * the answer is pending; only this device, because there was no answer.
 */
type Proof = 'confirmed' | 'pending' | 'unanswered';

class PageSession implements Session {
  readonly state = createStore(initialState);
  #isStarted = false;
  #isAsking = false;
  /** Counts sign-ins and sign-outs: an answer to an earlier request is ignored. */
  #turn = 0;
  #stopWaiting = (): void => {};

  readonly start = (): (() => void) => {
    if (!this.#isStarted) {
      this.#isStarted = true;
      const wiped = finishWipes();
      void this.#ask()
        .then(() => wiped)
        .then(() => this.#emptyStaleCopies())
        .catch(console.error);
    }
    const stopEnd = endedSession.subscribe(() => {
      // The answer may be to a call that was made before a new sign-in: the server is asked again.
      if (!this.#isAsking && storedIdentity()) void this.#ask();
    });
    const stopHearing = onIdentityChange(() => {
      this.#turn += 1;
      this.#decide(storedIdentity());
    });
    return () => {
      stopHearing();
      stopEnd();
      this.#stopWaiting();
    };
  };

  readonly signIn = (body: Credentials) => this.signInBy(() => call(login, { body }));

  readonly signInBy = async (enter: () => Promise<CurrentUser>): Promise<CurrentUser> => {
    await finishWipes();
    if (openDeparture().revoke) await endServerSession();
    let user: CurrentUser;
    try {
      user = await enter();
      await checkCookie();
    } catch (cause) {
      const said = cause instanceof ApiError ? cause.said : null;
      throw new Error(said ?? 'Login failed', { cause });
    }
    this.#turn += 1;
    keepRevocation(false);
    // What the wipe left behind is this user's own again, and must not take what comes now.
    forgetWipe(user.id);
    keepIdentity(user);
    keepFarewell(null);
    this.#decide(user);
    // Asks the browser to keep the outbox when storage is short; it may refuse.
    void navigator.storage?.persist?.().catch(() => false);
    return user;
  };

  readonly signOut = async (how: HowToLeave): Promise<void> => {
    const { user } = this.state.getState();
    if (user && how === 'send-first') {
      const { sendEverything } = await leaveDevice();
      await sendEverything(user.id);
    }
    this.#turn += 1;
    // Drafts first: they make room in a full storage.
    if (user) clearDrafts(user.id);
    keepRevocation(true);
    if (user) keepWipe({ userId: user.id, keepOutbox: how === 'keep' });
    keepIdentity(null);
    this.#decide(null);
    // The login page tries again, and says that records are left.
    const isLeft = await within(WIPE, finishWipes()).then(
      (isWiped) => !isWiped,
      () => false,
    );
    if (!isLeft) await noteEmptyStorage();
    location.assign(isLeft ? '/auth' : exit());
  };

  /** Requests the user. The stored user stands in until the first answer, which decides. */
  async #ask(): Promise<void> {
    const stored = storedIdentity();
    const isCurrent = this.#currentTurn();
    const unlessDecided = (after: number, decide: () => void) =>
      setTimeout(() => {
        if (isCurrent()) decide();
      }, after);
    const timers = [unlessDecided(TIMEOUT, () => this.#decideUnanswered(stored))];
    if (stored) timers.push(unlessDecided(SPINNER, () => this.#decide(stored, 'pending')));
    this.#isAsking = true;
    const answer = await call(currentUser, {}).then(
      (user) => ({ user }),
      (error: unknown) => ({ error }),
    );
    // From here on the answer decides: what follows may take longer than the timeout without one.
    for (const timer of timers) clearTimeout(timer);
    try {
      if (!isCurrent()) return;
      if ('user' in answer) await this.#welcome(answer.user);
      else await this.#decideAfterFailure(answer.error, stored);
    } finally {
      this.#isAsking = false;
    }
  }

  async #welcome(user: CurrentUser): Promise<void> {
    if (!userHere(user)) {
      this.#decide(null);
      await endServerSession();
      if (openDeparture().revoke) this.#askWhenReached();
      return;
    }
    keepIdentity(user);
    this.#decide(user);
  }

  async #decideAfterFailure(error: unknown, stored: CurrentUser | null): Promise<void> {
    // The 401 of a proxy on the way says nothing about the session.
    if (error instanceof ApiError && error.status === 401 && error.problem) {
      await this.#leave(stored, error.problem);
      return;
    }
    this.#decideUnanswered(stored);
    this.#askWhenReached();
  }

  /** Signs out of an ended session, and wipes this device as the server's answer asks. */
  async #leave(stored: CurrentUser | null, problem: ReceivedProblem): Promise<void> {
    const isCurrent = this.#currentTurn();
    const due = stored && wipeAfter(stored.id, problem);
    const unsent = stored && (await unsentChangesOf(due?.userId ?? stored.id));
    // Another tab may have signed in while the unsent changes were counted, or have done the same.
    if (!isCurrent()) return;
    const isDone = stored !== null && storedIdentity() === null;
    if (due && !isDone) {
      const { reason: _, ...wipe } = due;
      // Drafts first: they make room in a full storage. A missing cookie is no sign-out on purpose: they wait like the queue.
      if (due.reason) clearDrafts(due.userId);
      keepWipe(wipe);
    }
    const reason = due ? due.reason : 'expired';
    if (stored && !isDone && (reason || unsent)) {
      keepFarewell({ reason: reason ?? 'expired', unsent });
    }
    keepIdentity(null);
    keepRevocation(false);
    this.#decide(null);
    if (due && !isDone) await finishWipes();
  }

  async #emptyStaleCopies(): Promise<void> {
    const wiped = openDeparture().wipe.map(({ userId }) => userId);
    const others = await otherMirrors([...wiped, this.state.getState().user?.id]);
    // A visitor of a public page fetches nothing of the back office.
    if (others.length > 0) await (await staleCopies()).emptyStaleCopies(others);
  }

  /** Requests the user again, and ends the session of one who has left, once the server may be reached. */
  #askWhenReached(): void {
    const isCurrent = this.#currentTurn();
    this.#stopWaiting();
    this.#stopWaiting = onReturn(() => {
      this.#stopWaiting();
      if (isCurrent()) void this.#ask();
    });
  }

  /** Without an answer, a device without a stored user counts as signed out. */
  #decideUnanswered(stored: CurrentUser | null): void {
    this.#decide(stored, stored ? 'unanswered' : 'confirmed');
  }

  #decide(user: CurrentUser | null, proof: Proof = 'confirmed'): void {
    this.state.setState(stateOf(user, proof));
    const { offline, standIn } = this.state.getState();
    if (!offline && !standIn) expiry.setState({ expired: false });
  }

  /** Returns a check that turns false with the next sign-in or sign-out. */
  #currentTurn(): () => boolean {
    const turn = this.#turn;
    return () => turn === this.#turn;
  }
}

/** Throws `signed-out` if the browser, or a proxy, has dropped the cookie of the sign-in. Without an answer it is kept. */
async function checkCookie(): Promise<void> {
  await call(currentUser, {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.problem?.code === 'signed-out') throw error;
  });
}

function initialState(): SessionState {
  // Offline there is no answer to wait for.
  const stored = isOffline() ? storedIdentity() : null;
  return stored ? stateOf(stored, 'pending') : { ...stateOf(null, 'confirmed'), loading: true };
}

function stateOf(user: CurrentUser | null, proof: Proof): SessionState {
  const isPending = proof === 'pending';
  return {
    user,
    loading: false,
    offline: proof === 'unanswered' || (isPending && isOffline()),
    standIn: isPending,
  };
}

/** Never throws, and takes 1 s at most: a sign-out does not wait for it. */
async function noteEmptyStorage(): Promise<void> {
  const { noteEmptyStorage: note } = await leaveDevice();
  await within(NOTE, note()).catch(() => undefined);
}

/** Offline, a navigation to the server would end on the browser's error page. */
function exit(): string {
  return isOffline() ? '/' : '/api/logout';
}

/**
 * What a 401 asks this device to wipe; null for nothing. A session that has expired keeps everything for
 * its user. One that a person has ended keeps unsent changes, and after a loss or a closed account nothing.
 * An answer of ours without a reason means that the cookie is gone: the user has signed out in this browser.
 */
function wipeAfter(
  here: number,
  problem: ReceivedProblem,
): (Wipe & { reason: Farewell['reason'] | null }) | null {
  if (problem.code !== 'signed-out' || problem.ended?.reason === 'expired') return null;
  if (!problem.ended) return { userId: here, keepOutbox: true, reason: null };
  const { reason, userId = here } = problem.ended;
  const known = (['lost', 'closed'] as const).find((each) => each === reason);
  const withInquiries = known === 'lost' && ({ withInquiries: true } as const);
  if (known) return { userId, keepOutbox: false, ...withInquiries, reason: known };
  return { userId, keepOutbox: true, reason: 'signed-out' };
}

async function unsentChangesOf(userId: number): Promise<number | null> {
  try {
    return await (await leaveDevice()).unsentChangesOf(userId);
  } catch {
    return null;
  }
}

/**
 * Finishes interrupted sign-outs, also those before a reload. A failure is retried at the next start.
 * Answers whether the data of all who signed out is gone.
 */
async function finishWipes(): Promise<boolean> {
  const wiped = await Promise.all(openDeparture().wipe.map(finishWipe));
  const isGone = !wiped.includes(false);
  leftBehind.setState({ records: !isGone });
  return isGone;
}

/** A database that is emptied and not deleted stays due: the next start tries again. */
async function finishWipe({ userId, keepOutbox, withInquiries }: Wipe): Promise<boolean> {
  // A sign-in of this user, in any tab, ends it: what the database holds then must stay.
  const isDue = () => openDeparture().wipe.some((left) => left.userId === userId);
  try {
    const { wipe, forgetInquiries } = await leaveDevice();
    if (withInquiries && isDue()) await forgetInquiries();
    if ((await wipe(userId, { keepOutbox, isDue })) === 'done' && isDue()) forgetWipe(userId);
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

/** Ends the server's session after an offline sign-out. Stays due until it succeeds. */
async function endServerSession(): Promise<void> {
  try {
    await fetch('/api/logout', { credentials: 'include', cache: 'no-store', redirect: 'manual' });
    await call(currentUser, {});
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'signed-out') keepRevocation(false);
  }
}
