import { foldText } from './fold-text.ts';

/** Separates two texts; no folded query contains it. */
const END = '\n';

/**
 * Texts that are searched together, joined to one long string: one search through it is far faster
 * than thousands of short ones.
 */
export class Haystack {
  readonly #texts: readonly string[];
  readonly #whole: string;
  /** The start of each text in the long string. */
  readonly #starts: Uint32Array;

  /** @param texts folded (fold-text.ts) */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#whole = texts.join(END);
    this.#starts = new Uint32Array(texts.length + 1);
    let at = 0;
    for (const [index, text] of texts.entries()) {
      this.#starts[index] = at;
      at += text.length + END.length;
    }
    this.#starts[texts.length] = at;
  }

  /** The indexes of the texts that contain every word of the query, ascending; null without a query. */
  search(query: string): number[] | null {
    const words = wordsOf(query);
    const [first, ...others] = words.sort((a, b) => b.length - a.length);
    if (first === undefined) return null;
    const found: number[] = [];
    let index = 0;
    let at = this.#whole.indexOf(first);
    while (at >= 0) {
      while (this.#startOf(index + 1) <= at) index += 1;
      const text = this.#texts[index] ?? '';
      if (others.every((word) => text.includes(word))) found.push(index);
      index += 1;
      at = this.#whole.indexOf(first, this.#startOf(index));
    }
    return found;
  }

  #startOf(index: number): number {
    return this.#starts[index] ?? this.#whole.length;
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
    const values = names.map((name) => row[name]).filter(Boolean);
    const text = foldText(values.join(' ').replaceAll(END, ' '));
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

/** The reference of an inquiry (contract/ids.ts), folded. */
const REFERENCE = /^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/;
