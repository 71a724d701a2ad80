import { foldText } from '#contract/fields/fold-text.ts';

/** Texts that are searched together. */
export class Haystack {
  readonly #texts: readonly string[];

  /** @param texts folded (fold-text.ts) */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The indexes of the texts that contain every word of the query, ascending; null without a query. */
  search(query: string): number[] | null {
    // Few texts contain a long word.
    const [first, ...others] = wordsOf(query).sort((a, b) => b.length - a.length);
    if (first === undefined) return null;
    const found: number[] = [];
    for (const [index, text] of this.#texts.entries()) {
      if (text.includes(first) && others.every((word) => text.includes(word))) found.push(index);
    }
    return found;
  }
}

/**
 * Gives the text in which a search looks for a row: its values of `names`, folded. The text is
 * computed once per row object.
 */
export function searchTextOf<Name extends string>(names: readonly Name[]) {
  const known = new WeakMap<object, string>();
  return (row: Readonly<Record<Name, string | null>>): string => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const text = names.map((name) => foldText(row[name] ?? '')).join(' ');
    known.set(row, text);
    return text;
  };
}

/** The words of a query, folded. */
function wordsOf(query: string): string[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  // A whole message was pasted: the reference in it is enough.
  const reference = words.length > 2 && words.find((word) => REFERENCE.test(word));
  return reference ? [reference] : words;
}

/** The reference of an inquiry (contract/fields/ids.ts), folded. */
const REFERENCE = /^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/;
