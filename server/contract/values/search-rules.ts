import { foldText } from './fold-text.ts';

/** What a search wants: of each condition one form, of a form every text. */
export type Wanted = readonly (readonly (readonly string[])[])[];

/** How a search reads texts and queries. */
export interface SearchRules {
  /** The text in which a search looks. */
  searchText: (text: string) => string;
  /** What a query wants of such a text; empty without a query. */
  wantedOf: (query: string) => Wanted;
}

/** Folded words only; search-text.ts also knows numbers and other spellings. */
export const WORD_RULES: SearchRules = {
  searchText: foldText,
  wantedOf: (query) => longestFirst(wordsOf(query).map((word) => [[word]])),
};

/** Whether a search text has all that is wanted. */
export function hasAll(text: string, wanted: Wanted): boolean {
  return wanted.every((forms) => forms.some((all) => all.every((word) => text.includes(word))));
}

/** The words of a text, folded. */
export function wordsOf(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

/** Few texts contain a long word. */
export function longestFirst(wanted: string[][][]): Wanted {
  return wanted.sort((a, b) => (b[0]?.[0]?.length ?? 0) - (a[0]?.[0]?.length ?? 0));
}
