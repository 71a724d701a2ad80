import { hasAll, type SearchRules } from '#contract/values/search-rules.ts';

/** Texts that are searched together. */
export class Haystack {
  readonly #texts: readonly string[];
  readonly #rules: SearchRules;

  /** @param texts by the same rules */
  constructor(texts: readonly string[], rules: SearchRules) {
    this.#texts = texts;
    this.#rules = rules;
  }

  /** The indexes of the texts that contain all that the query wants, ascending; null without a query. */
  search(query: string): number[] | null {
    const wanted = this.#rules.wantedOf(query);
    if (wanted.length === 0) return null;
    const found: number[] = [];
    for (const [index, text] of this.#texts.entries()) if (hasAll(text, wanted)) found.push(index);
    return found;
  }
}

/**
 * Gives the text in which a search looks for a row: that of its values of `names`. The text is
 * computed once per row object and rules.
 */
export function searchTextOf<Name extends string>(names: readonly Name[]) {
  const known = new Map<SearchRules, WeakMap<object, string>>();
  return (row: Readonly<Record<Name, string | null>>, rules: SearchRules): string => {
    const texts = known.get(rules) ?? new WeakMap<object, string>();
    known.set(rules, texts);
    const before = texts.get(row);
    if (before !== undefined) return before;
    const text = rules.searchText(names.map((name) => row[name] ?? '').join('\n'));
    texts.set(row, text);
    return text;
  };
}
