import type { CurrentUser } from '#contract/auth.ts';
import { readValue } from '#pwa/lib/storage/web-storage.ts';

/** The local storage keys of this device's last user, and of the unfinished steps of a sign-out. */
export const IDENTITY_KEY = 'agency-identity';
export const DEPARTURE_KEY = 'agency-departure';
/** The lock of the back office while this device is in a visitor's hands (handed-over.ts). */
export const HANDED_OVER_KEY = 'agency-handed-over';
/** What to tell after a session was ended from elsewhere. */
export const FAREWELL_KEY = 'agency-farewell';

/**
 * Returns the user of this device. The loader of the public page, the page and the app all ask here.
 * While a sign-out on this device has not reached the server, it is null. Otherwise it is the user in
 * the server's answer; without an answer, the last user who has not signed out.
 *
 * @param answer the server's answer; undefined without one
 */
export function userHere(answer?: CurrentUser | null): CurrentUser | null {
  if (readValue<{ revoke: boolean }>('device', DEPARTURE_KEY)?.revoke) return null;
  return answer === undefined ? readValue<CurrentUser>('device', IDENTITY_KEY) : answer;
}
