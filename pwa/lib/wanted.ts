const KEY = 'wanted';

/** Only addresses of the back office are worth coming back to; anything else is not ours. */
const OFFICE = /^\/(?:dashboard|admin|sync|more|account)(?:[/?#]|$)/;

/** Keeps the guarded address that a signed-out person asked for, until the tab closes. */
export function rememberWanted(path: string): void {
  if (!OFFICE.test(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage there is no offer to continue; signing in works all the same.
  }
}

/** The address that was asked for before the sign-in, or null. Always a path of this site. */
export function wantedPath(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    return path !== null && OFFICE.test(path) ? path : null;
  } catch {
    return null;
  }
}

/** Drops the offer, because it was taken or no longer fits. */
export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
