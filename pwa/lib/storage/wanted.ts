const KEY = 'wanted';

/** Only addresses of the back office are kept. */
const OFFICE = /^\/(?:today|dashboard|admin|search|sync|more|account)(?:[/?#]|$)/;

/** Keeps the guarded address that a signed-out user requested, until the tab closes. */
export function rememberWanted(path: string): void {
  if (!OFFICE.test(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage the app does not offer to continue; signing in works.
  }
}

/** The address requested before the sign-in, or null. Always a path of this site. */
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
    // Storage is disabled: there is none.
  }
}
