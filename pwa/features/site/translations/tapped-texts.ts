import type { Entry } from './entries.ts';

/**
 * The texts at the tapped place.
 *
 * @param words the words there, from the tapped ones to the elements around them
 * @param section of the page, such as `call-to-action`; of texts that are alike, its own are taken
 */
export function tappedTexts(
  entries: readonly Entry[],
  words: readonly string[],
  section: string | undefined,
): Entry[] {
  for (const each of words) {
    const shown = plain(each);
    const found = shown === '' ? [] : entries.filter(({ text }) => isShownAs(text, shown));
    const group = section?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const own = found.filter(({ path }) => path.split('.', 1)[0] === group);
    if (found.length > 0) return own.length > 0 ? own : found;
  }
  return [];
}

/** True if a text may read so: with any value for a placeholder, and with or without a link for square brackets. */
function isShownAs(text: string, shown: string): boolean {
  const words = plain(text.replace(/\[([^\]]*)\]/g, '$1'));
  if (words === shown || plain(text) === shown) return true;
  const parts = words.split(/\{\{\w+\}\}/);
  // A text of nothing but values would be everywhere.
  if (parts.length < 2 || !/\p{L}/u.test(parts.join(''))) return false;
  return new RegExp(`^${parts.map(escaped).join('.*')}$`, 'u').test(shown);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** With single spaces, and without the star of a field that is required. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(/\*$/, '');
}
