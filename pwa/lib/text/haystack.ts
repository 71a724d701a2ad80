import { hasAll, type SearchRules } from '#contract/values/search-rules.ts';

/** A note about a record. */
export interface Note {
  text: string;
  /** ISO. */
  at: string;
}

/** The notes of records. */
export interface Notes {
  /** By the record's id, newest first. The array of a record is the same while nothing changes. */
  of: ReadonlyMap<string | number, readonly Note[]>;
  /** False while older ones are not on this device. */
  areAll: boolean;
}

export const NO_NOTES: Notes = { of: new Map(), areAll: true };

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
 * Gives the text in which a search looks for a row: that of its values of `names` and its notes. It is computed once
 * per object and rules.
 */
export function searchTextOf<Name extends string>(names: readonly Name[]) {
  type Row = Readonly<Record<Name, string | null>>;
  const fieldsOf = oncePerObject((row: Row) => names.map((name) => row[name] ?? '').join('\n'));
  return (row: Row, rules: SearchRules, notes?: readonly Note[]): string =>
    notes ? `${fieldsOf(row, rules)}\n${notesOf(notes, rules)}` : fieldsOf(row, rules);
}

const notesOf = oncePerObject((notes: readonly Note[]) => notes.map(({ text }) => text).join('\n'));

function oncePerObject<One extends object>(textOf: (one: One) => string) {
  const known = new Map<SearchRules, WeakMap<object, string>>();
  return (one: One, rules: SearchRules): string => {
    const texts = known.get(rules) ?? new WeakMap<object, string>();
    known.set(rules, texts);
    const before = texts.get(one);
    if (before !== undefined) return before;
    const text = rules.searchText(textOf(one));
    texts.set(one, text);
    return text;
  };
}
