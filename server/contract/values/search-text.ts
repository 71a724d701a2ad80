import { referenceIn } from '#contract/values/read-reference.ts';
import { foldText } from './fold-text.ts';
import { hasCountryCode, nationalPart, numbersIn } from './phone.ts';
import { longestFirst, type SearchRules, type Wanted, wordsOf } from './search-rules.ts';

/** All rules of a search: folded words, their other spellings, and phone numbers in any form. */
export const ALL_RULES: SearchRules = { searchText, wantedOf };

/**
 * The text in which a search looks: folded, and behind it the other spellings of its words and its phone numbers in
 * one form.
 */
export function searchText(text: string): string {
  const extras = spellings(text);
  for (const { number } of numbersIn(text)) extras.push(storedForm(number));
  return [foldText(text), ...extras].join(' ');
}

/** What a query wants of a search text; a phone number may be typed in any form. Empty without a query. */
export function wantedOf(query: string): Wanted {
  const reference = isMessage(query) && referenceIn(query);
  if (reference) return [[wordsOf(reference)]];
  const wanted: string[][][] = [];
  let rest = query;
  for (const { typed, number } of numbersIn(query, FEWEST_TYPED)) {
    rest = rest.replace(typed, ' ');
    wanted.push([wordsOf(typed), ...typedForms(number).map((form) => [form])]);
  }
  const hasNumber = wanted.length > 0;
  for (const word of rest.split(/\s+/).filter(Boolean)) {
    // `Tel.:`, `https://wa.me/`: words copied with a number.
    if (hasNumber && /[.:/=]$/.test(word)) continue;
    wanted.push([[foldText(word)], ...spellings(word).map((form) => [form])]);
  }
  return longestFirst(wanted);
}

/** A whole message was pasted: the reference in it is enough. */
function isMessage(query: string): boolean {
  return /\p{L}/u.test(query) && query.trim().split(/\s+/).length > 2;
}

/** Fewer digits are a word like any other. */
const FEWEST_TYPED = 5;

/** A number without its country's code begins with a zero here, so that no other country's number ends like it. */
export function storedForm(number: string): string {
  return hasCountryCode(number) ? number : `0${nationalPart(number)}`;
}

/** The beginnings or parts of stored forms that a typed number fits. */
function typedForms(number: string): string[] {
  return hasCountryCode(number) ? [number, `0${nationalPart(number)}`] : [nationalPart(number)];
}

/** Letters that people also write as two; an apostrophe and the dot of `l·l` they also leave out. */
const SPELT_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj' };
const SPELT = /[äöüåøđ'‘’ʼʻ′´`·]/g;
const SPELT_WORDS = new RegExp(`\\S*${SPELT.source}\\S*`, 'g');

/** The words of a text that have such letters, with them written as two, and folded. */
function spellings(text: string): string[] {
  if (!/[äöüåøđ'‘’ʼʻ′´`·]|\u0308|\u030A/i.test(text)) return [];
  const words = text.normalize('NFC').toLowerCase().match(SPELT_WORDS) ?? [];
  return words.map((word) => foldText(speltOut(word))).filter(Boolean);
}

/** A text in lower case with such letters written as two. */
export function speltOut(text: string): string {
  return text.replace(SPELT, (letter) => SPELT_OUT[letter] ?? '');
}
