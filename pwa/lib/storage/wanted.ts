import { readText, writeText } from './web-storage.ts';

const KEY = 'wanted';

/** Only addresses of the back office are kept. */
const OFFICE = /^\/(?:today|dashboard|admin|search|sync|more|account)(?:[/?#]|$)/;

/** Keeps the guarded address that a signed-out user requested, until the tab closes. */
export function rememberWanted(path: string): void {
  if (OFFICE.test(path)) writeText('tab', KEY, path);
}

/** The address requested before the sign-in, or null. Always a path of this site. */
export function wantedPath(): string | null {
  const path = readText('tab', KEY);
  return path && OFFICE.test(path) ? path : null;
}

/** Drops the offer, because it was taken or no longer fits. */
export function forgetWanted(): void {
  writeText('tab', KEY, null);
}
