import { foldText } from './fold-text.ts';
import { hasCountryCode, nationalPart, numbersIn } from './phone.ts';

/**
 * The text in which a search looks: folded, and behind it the other spellings of its words and its phone numbers in
 * one form.
 */
export function searchText(text: string): string {
  const extras = spellings(text);
  for (const { number } of numbersIn(text)) extras.push(storedForm(number));
  return [foldText(text), ...extras].join(' ');
}

/** What a search wants: of each condition one form, of a form every text. */
export type Wanted = readonly (readonly (readonly string[])[])[];

/** What a query wants of a search text; a phone number may be typed in any form. Empty without a query. */
export function wantedOf(query: string): Wanted {
  const wanted: string[][][] = [];
  let rest = query;
  for (const { typed, number } of numbersIn(query, FEWEST_TYPED)) {
    rest = rest.replace(typed, ' ');
    wanted.push([wordsOf(typed), ...typedForms(number).map((form) => [form])]);
  }
  for (const word of wordsOf(rest, false)) {
    wanted.push([[foldText(word)], ...spellings(word).map((form) => [form])]);
  }
  // Few texts contain a long word.
  return wanted.sort((a, b) => (b[0]?.[0]?.length ?? 0) - (a[0]?.[0]?.length ?? 0));
}

/** Whether a search text (`searchText`) has all that is wanted. */
export function hasAll(text: string, wanted: Wanted): boolean {
  return wanted.every((forms) => forms.some((all) => all.every((word) => text.includes(word))));
}

/** Fewer digits are a word like any other. */
const FEWEST_TYPED = 5;

function wordsOf(text: string, isFolded = true): string[] {
  return (isFolded ? foldText(text) : text).split(/\s+/).filter(Boolean);
}

/** A number without its country's code begins with a zero here, so that no other country's number ends like it. */
function storedForm(number: string): string {
  return hasCountryCode(number) ? number : `0${nationalPart(number)}`;
}

/** The beginnings or parts of stored forms that a typed number fits. */
function typedForms(number: string): string[] {
  return hasCountryCode(number) ? [number, `0${nationalPart(number)}`] : [nationalPart(number)];
}

/** Letters that people also write as two. */
const SPELT_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj' };
const SPELT = /[äöüåøđ]/g;

/** The words of a text that have such letters, with them written as two, and folded. */
function spellings(text: string): string[] {
  if (!/[äöüåøđ]|\u0308|\u030A/i.test(text)) return [];
  const words = text.normalize('NFC').toLowerCase().split(/\s+/);
  return words.flatMap((word) => {
    const spelt = word.replace(SPELT, (letter) => SPELT_OUT[letter] ?? letter);
    return spelt === word ? [] : foldText(spelt);
  });
}
