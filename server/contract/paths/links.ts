import * as v from 'valibot';
import { LONG_TEXT, TOO_LONG, text } from '#contract/fields/fields.ts';

/** A web page about a player: a video, a profile. */
export interface PlayerLink {
  /** May be empty: the address speaks for itself. */
  title: string;
  url: string;
}

/** The message for a list with a link that does not begin with https:// or leads nowhere. */
export const NOT_HTTPS = 'Please enter an address that begins with https://.';

/**
 * Links, one a line, the title before the address: `Highlights 2026 https://…`. Blank lines go; missing,
 * null and blank all become null. Every address can be followed safely.
 */
export const optionalLinks = v.optional(
  v.nullable(
    v.pipe(
      text,
      v.transform((value) => textOfLinks(linksOf(value)) || null),
      v.nullable(
        v.pipe(
          v.string(),
          v.maxLength(LONG_TEXT, TOO_LONG),
          v.check((value) => linksOf(value).every(({ url }) => isSafeAddress(url)), NOT_HTTPS),
        ),
      ),
    ),
  ),
  null,
);

/** The links of a text with one a line. A text of another shape gives links whose address is not safe. */
export function linksOf(value: string | null): PlayerLink[] {
  return (value ?? '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      // Not by one regular expression: it would take minutes for the longest body of a call.
      const url = line.split(/\s+/).at(-1) ?? '';
      return { title: line.slice(0, -url.length).trim(), url };
    });
}

/** Links as the text that is stored. Blanks in an address are escaped, because a blank ends the title. */
export function textOfLinks(links: readonly PlayerLink[]): string {
  return links
    .map(({ title, url }) => `${title.trim()} ${url.trim().replace(/\s/g, '%20')}`.trim())
    .join('\n');
}

/** True for an https address of a host with a dot, without a name or a password in it. */
export function isSafeAddress(url: string): boolean {
  if (!/^https:\/\/[^\s<>"\\]+$/i.test(url) || !URL.canParse(url)) return false;
  const { hostname, username, password } = new URL(url);
  return /[^.]\.[^.]/.test(hostname) && !username && !password;
}
