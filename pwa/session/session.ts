import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Credentials, type CurrentUser, currentUser, login } from '#contract/auth.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import { clearDrafts } from '#pwa/lib/drafts.ts';
import { expiry } from '#pwa/lib/expiry.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import {
  keepDeparture,
  keepIdentity,
  onIdentityChange,
  openDeparture,
  storedIdentity,
} from './stored-identity.ts';

/** Fetched ahead: a sign-out must wipe this device offline, too. */
const leaveDevice = lazyPartAhead(() => import('./leave-device.ts'));

/** The longest spinner on a device with a stored user, in ms. */
const SPINNER = 300;
/** How long the start waits for the server before it goes on without, in ms. */
const PATIENCE = 3_000;
/** How long a wipe may delay a sign-out, in ms; the next start finishes it. */
const WIPE = 3_000;

export interface SessionState {
  user: CurrentUser | null;
  /** Not known yet whether anybody is signed in. */
  loading: boolean;
  /** The user comes from this device; the server has not confirmed it. */
  offline: boolean;
  /** The user comes from this device; the server's answer is pending. */
  standIn: boolean;
}

/** What happens to unsent changes: sent first, kept for this user, or discarded. */
export type HowToLeave = 'send-first' | 'keep' | 'discard';

export interface Session {
  state: StoreApi<SessionState>;
  /** Requests the signed-in user once. Returns a function that stops listening. */
  start(): () => void;
  signIn(credentials: Credentials): Promise<CurrentUser>;
  signOut(how: HowToLeave): Promise<void>;
}

/** The session of this page; useAuth provides it to the screens. */
export function createSession(): Session {
  // Offline there is no answer to wait for.
  const alone = isOffline() ? storedIdentity() : null;
  const state = createStore<SessionState>(() => ({
    user: alone,
    loading: alone === null,
    offline: alone !== null,
    standIn: alone !== null,
  }));
  let asked = false;
  /** Counts sign-ins and sign-outs: an answer to an earlier request is ignored. */
  let turn = 0;

  function decide(user: CurrentUser | null, offline = false, standIn = false): void {
    state.setState({ user, loading: false, offline, standIn });
    if (!offline && !standIn) expiry.setState({ expired: false });
  }

  function start(): () => void {
    if (!asked) {
      asked = true;
      void finishWipe();
      void ask();
    }
    return onIdentityChange(() => {
      turn += 1;
      decide(storedIdentity());
    });
  }

  /** Requests the user. The stored user stands in until the first answer, which decides. */
  async function ask(): Promise<void> {
    const stored = storedIdentity();
    const mine = turn;
    const standIn = (after: number, decideSo: () => void) =>
      setTimeout(() => {
        if (mine === turn) decideSo();
      }, after);
    const waits = [standIn(PATIENCE, () => decide(stored, stored !== null))];
    if (stored) waits.push(standIn(SPINNER, () => decide(stored, isOffline(), true)));
    try {
      const user = await call(currentUser, {});
      if (mine === turn) await welcome(user);
    } catch (error) {
      if (mine === turn) goOn(error, stored);
    } finally {
      for (const wait of waits) clearTimeout(wait);
    }
  }

  async function welcome(user: CurrentUser): Promise<void> {
    if (openDeparture().revoke) {
      // Signed out on this device while offline: the server does not know yet.
      decide(null);
      await endServerSession();
      return;
    }
    keepIdentity(user);
    decide(user);
  }

  function goOn(error: unknown, stored: CurrentUser | null): void {
    if (error instanceof ApiError && error.status === 401) {
      keepIdentity(null);
      keepDeparture({ revoke: false });
      decide(null);
      return;
    }
    decide(stored, stored !== null);
    askWhenReached();
  }

  /** Requests the user again once the server has answered another call. */
  function askWhenReached(): void {
    const mine = turn;
    const stop = connection.subscribe((now, before) => {
      if (now.isOffline || !before.isOffline) return;
      stop();
      if (mine === turn) void ask();
    });
  }

  async function signIn(credentials: Credentials): Promise<CurrentUser> {
    await finishWipe();
    if (openDeparture().revoke) await endServerSession();
    let user: CurrentUser;
    try {
      user = await call(login, { body: credentials });
    } catch (cause) {
      const said = cause instanceof ApiError ? cause.said : null;
      throw new Error(said ?? 'Login failed', { cause });
    }
    turn += 1;
    keepDeparture({ revoke: false });
    keepIdentity(user);
    decide(user);
    // Asks the browser to keep the outbox when storage is short; it may refuse.
    void navigator.storage?.persist?.().catch(() => false);
    return user;
  }

  async function signOut(how: HowToLeave): Promise<void> {
    const { user } = state.getState();
    if (user && how === 'send-first') {
      const { sendEverything } = await leaveDevice();
      await sendEverything(user.id);
    }
    turn += 1;
    const wipe = user && { userId: user.id, keepOutbox: how === 'keep' };
    keepDeparture({ wipe, revoke: true });
    keepIdentity(null);
    if (user) clearDrafts(user.id);
    decide(null);
    await Promise.race([finishWipe(), new Promise((resolve) => setTimeout(resolve, WIPE))]);
    // Offline, a navigation to the server would end on the browser's error page.
    location.assign(isOffline() ? '/' : '/api/logout');
  }

  return { state, start, signIn, signOut };
}

/**
 * Finishes an interrupted sign-out, also one before a reload. A failure is retried at the next start.
 */
async function finishWipe(): Promise<void> {
  const left = openDeparture().wipe;
  if (!left) return;
  try {
    const { wipe } = await leaveDevice();
    await wipe(left.userId, left);
    keepDeparture({ wipe: null });
  } catch (error) {
    console.error('The data of the user who signed out is still on this device.', error);
  }
}

/** Ends the server's session after an offline sign-out. Stays due until it succeeds. */
async function endServerSession(): Promise<void> {
  try {
    await fetch('/api/logout', { credentials: 'include', cache: 'no-store', redirect: 'manual' });
    await call(currentUser, {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) keepDeparture({ revoke: false });
  }
}
