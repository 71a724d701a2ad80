import { isOfficeAddress } from '#pwa/lib/office-address.ts';
import { readText, writeText } from './web-storage.ts';

const KEY = 'wanted';

/** Keeps the address of the back office from which a user came to the sign-in, until the tab closes. */
export function rememberWanted(path: string): void {
  if (isOfficeAddress(path)) writeText('tab', KEY, path);
}

/** Returns the address at which to go on after the sign-in, once. Null, or a path of this site. */
export function takeWanted(): string | null {
  const path = readText('tab', KEY);
  writeText('tab', KEY, null);
  return path && isOfficeAddress(path) ? path : null;
}
