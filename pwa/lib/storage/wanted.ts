import { readText, writeText } from './web-storage.ts';

const KEY = 'wanted';

/** Only addresses of the back office are kept. */
const OFFICE = /^\/(?:today|dashboard|admin|search|sync|more|account)(?:[/?#]|$)/;

/** Keeps the guarded address from which a user came to the sign-in, until the tab closes. */
export function rememberWanted(path: string): void {
  if (OFFICE.test(path)) writeText('tab', KEY, path);
}

/** Returns the address at which to go on after the sign-in, once. Null, or a path of this site. */
export function takeWanted(): string | null {
  const path = readText('tab', KEY);
  writeText('tab', KEY, null);
  return path && OFFICE.test(path) ? path : null;
}
