import { referenceIn } from '#contract/fields/ids.ts';
import { hasAll, searchText, wantedOf } from '#contract/values/search-text.ts';

/** Texts that are searched together. */
export class Haystack {
  readonly #texts: readonly string[];

  /** @param texts search texts (search-text.ts) */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The indexes of the texts that contain all that the query wants, ascending; null without a query. */
  search(query: string): number[] | null {
    const wanted = wantedOf(essenceOf(query));
    if (wanted.length === 0) return null;
    const found: number[] = [];
    for (const [index, text] of this.#texts.entries()) if (hasAll(text, wanted)) found.push(index);
    return found;
  }
}

/**
 * Gives the text in which a search looks for a row: that of its values of `names`. The text is
 * computed once per row object.
 */
export function searchTextOf<Name extends string>(names: readonly Name[]) {
  const known = new WeakMap<object, string>();
  return (row: Readonly<Record<Name, string | null>>): string => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const text = searchText(names.map((name) => row[name] ?? '').join('\n'));
    known.set(row, text);
    return text;
  };
}

/** A whole message that was pasted is found by the reference in it. */
function essenceOf(query: string): string {
  const isMessage = /\p{L}/u.test(query) && query.trim().split(/\s+/).length > 2;
  return (isMessage && referenceIn(query)) || query;
}
