import type { CurrentUser } from '#contract/auth.ts';

/** The local storage keys of this device's last user, and of the unfinished steps of a sign-out. */
export const IDENTITY_KEY = 'agency-identity';
export const DEPARTURE_KEY = 'agency-departure';

/**
 * Decides who is signed in on this device, for the loader of the public page, for the page and for the
 * app: nobody while a sign-out that was made here has not reached the server; otherwise the user whom
 * the server names; without an answer the last user, who has not signed out.
 *
 * @param answer the server's answer; undefined without one
 */
export function userHere(answer?: CurrentUser | null): CurrentUser | null {
  if (stored<{ revoke: boolean }>(DEPARTURE_KEY)?.revoke) return null;
  return answer === undefined ? stored<CurrentUser>(IDENTITY_KEY) : answer;
}

/** A value of the local storage; null if it is not there or cannot be read. Its shape is not checked. */
export function stored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
