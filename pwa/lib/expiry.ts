import { createStore } from 'zustand/vanilla';

/**
 * True while the server does not take this user's calls: the session has ended, or belongs to
 * somebody else by now. What is on the phone stays readable, and the outbox waits for a sign-in
 *. Whoever sends for the user raises it; a sign-in, or a call that is taken, lowers it.
 */
export const expiry = createStore<{ expired: boolean }>(() => ({ expired: false }));
