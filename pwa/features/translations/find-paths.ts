import { type Edits, type Entry, textOf } from './entries.ts';
import { faultOf } from './text-fault.ts';

/** Which texts an editor shows. */
export type Filter = 'all' | 'missing' | 'changed' | 'broken';

/**
 * The paths of the texts that match a search and a filter. The search covers path, text, typed text and
 * English text, and ignores case and accents.
 */
export function findPaths(
  entries: readonly Entry[],
  edits: Edits,
  { search, filter }: { search: string; filter: Filter },
): ReadonlySet<string> {
  const wanted = folded(search.trim());
  const hits = entries.filter((entry) => {
    const text = textOf(entry, edits);
    if (!passes(entry, text, filter)) return false;
    return [entry.path, text, entry.english].some((words) => folded(words).includes(wanted));
  });
  return new Set(hits.map(({ path }) => path));
}

function passes(entry: Entry, text: string, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'missing':
      return text.trim() === '';
    case 'changed':
      return text !== entry.shipped;
    case 'broken':
      return faultOf(entry, text) !== null;
  }
}

/** Replaces non-breaking hyphens and blanks by the keyboard's. */
function folded(words: string): string {
  return words.normalize('NFKD').replaceAll('\u2010', '-').replace(/\p{M}/gu, '').toLowerCase();
}
