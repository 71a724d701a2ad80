import { createStore } from 'zustand/vanilla';

/**
 * True while the server does not take this user's calls: the session has ended, or belongs to another
 * user by now. The phone stays readable and the outbox waits for a sign-in. Set by whoever sends for
 * the user; cleared by a sign-in or an accepted call.
 */
export const expiry = createStore<{ expired: boolean }>(() => ({ expired: false }));
