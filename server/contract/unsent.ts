import * as v from 'valibot';
import { uuid } from '#contract/fields/fields.ts';
import { pageCookie } from '#contract/page-cookie.ts';

/**
 * The page stores the keys of a user's unsent changes in a cookie: a browser that is short of space
 * deletes databases, not cookies. The API sets the cookie again with each answer, because Safari keeps a
 * page's cookie for seven days only, and a server's for its full life. It is not HttpOnly, because the
 * page writes it; it grants no access.
 */
const NOTE = 'unsent-';
/** The most keys in a note, oldest first: a cookie may have 4 KB. */
export const MOST_NOTED = 50;
/** Life of a note, in seconds: a day less than the server keeps keys. */
export const NOTE_LIFE = 59 * 24 * 60 * 60;

/** The unsent changes of one user. */
export interface UnsentNote {
  userId: number;
  keys: string[];
}

export function noteName(userId: number): string {
  return `${NOTE}${userId}`;
}

export function noteValue(keys: readonly string[]): string {
  return keys.slice(0, MOST_NOTED).join('.');
}

/** The notes in a Cookie header or in `document.cookie`. Malformed ones are ignored. */
export function notesIn(cookies: string, isHttps: boolean): UnsentNote[] {
  // Most calls have none.
  if (!cookies.includes(NOTE)) return [];
  const start = pageCookie(NOTE, isHttps);
  return cookies.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    const userId = name.startsWith(start) ? name.slice(start.length) : '';
    if (!/^[1-9]\d{0,9}$/.test(userId)) return [];
    const keys = v.safeParse(Keys, value.split('.'));
    return keys.success ? { userId: Number(userId), keys: keys.output } : [];
  });
}

const Keys = v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MOST_NOTED));
