import * as v from 'valibot';
import { uuid } from './fields.ts';

/**
 * A page notes in a cookie which of a user's changes wait on the device, by their keys: what a browser
 * takes away when space is short is its databases, not its cookies. The API sets the cookie again
 * when it comes along, because Safari keeps a page's own for seven days and a server's as long as it
 * says. A page writes it, so it is not HttpOnly; it opens nothing.
 */
const NOTE = 'unsent-';
/** Changes that are noted at most, the oldest of them: a cookie may have 4 KB. */
export const MOST_NOTED = 50;
/** How long a note is kept, in seconds: the server remembers keys for a day longer. */
export const NOTE_LIFE = 59 * 24 * 60 * 60;

/** What is noted about the changes of one user. */
export interface UnsentNote {
  userId: number;
  keys: string[];
}

/** The name of a user's note. */
export function noteName(userId: number): string {
  return `${NOTE}${userId}`;
}

/** The value of a note. */
export function noteValue(keys: readonly string[]): string {
  return keys.slice(0, MOST_NOTED).join('.');
}

/** The notes in a Cookie header or in `document.cookie`. What is not as a page writes it is no note. */
export function notesIn(cookies: string): UnsentNote[] {
  // Most calls come without one.
  if (!cookies.includes(NOTE)) return [];
  return cookies.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (!/^unsent-[1-9]\d{0,9}$/.test(name)) return [];
    const keys = v.safeParse(Keys, value.split('.'));
    return keys.success ? { userId: Number(name.slice(NOTE.length)), keys: keys.output } : [];
  });
}

const Keys = v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MOST_NOTED));
