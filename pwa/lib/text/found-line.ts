import { foldText } from '#contract/values/fold-text.ts';
import { numbersIn } from '#contract/values/phone.ts';
import { hasAll, type Wanted } from '#contract/values/search-rules.ts';
import { searchText, speltOut, storedForm } from '#contract/values/search-text.ts';
import type { Note } from './haystack.ts';

/** A piece of a line. */
export interface Part {
  text: string;
  isMatch: boolean;
}

/** The line of a record that a search has found. */
export interface FoundLine {
  /** The field that has it, or the moment of the note. */
  field: string | null;
  at: string | null;
  parts: readonly Part[];
}

type Line = Omit<FoundLine, 'parts'> & { text: string };

/** So many letters of a line are in sight on a phone, and at most so many of them stand before the match. */
const IN_SIGHT = 18;
const BEFORE = 16;

/**
 * The line of a record that has most of what a query wants; null if its name has all of it.
 *
 * @param names of its fields with text; the first one is its name
 * @param notes newest first
 */
export function foundLine<Row>(
  row: Row,
  names: readonly (keyof Row & string)[],
  notes: readonly Note[],
  wanted: Wanted,
): FoundLine | null {
  const [name, ...fields] = names;
  const textIn = (field: keyof Row) => String(row[field] ?? '');
  const left = name ? missingIn(textIn(name), wanted) : wanted;
  const lines = linesOf([
    ...fields.map((field) => ({ field, at: null, text: textIn(field) })),
    ...notes.map(({ at, text }) => ({ field: null, at, text })),
  ]);
  let best: Line | null = null;
  let fewest = left.length;
  for (const line of lines) {
    const missing = missingIn(line.text, left).length;
    if (missing >= fewest) continue;
    fewest = missing;
    best = line;
    if (missing === 0) break;
  }
  return best && { ...best, parts: startingNear(partsOf(best.text, wanted)) };
}

function linesOf(texts: readonly Line[]): Line[] {
  return texts.flatMap((one) => one.text.split('\n').map((text) => ({ ...one, text })));
}

/** A text in parts: the ones that a query has found, and the text between them. */
export function partsOf(text: string, wanted: Wanted): Part[] {
  const letters = text.normalize('NFC');
  const isMatch = new Uint8Array(letters.length);
  for (const forms of wanted) {
    for (const all of forms) {
      const ranges = all.map((word) => rangesOf(letters, word));
      if (ranges.some(({ length }) => length === 0)) continue;
      for (const [from, to] of ranges.flat()) isMatch.fill(1, from, to);
      break;
    }
  }
  const parts: Part[] = [];
  for (let at = 0, from = 0; at < letters.length; from = at) {
    while (at < letters.length && isMatch[at] === isMatch[from]) at += 1;
    parts.push({ text: letters.slice(from, at), isMatch: isMatch[from] === 1 });
  }
  return parts;
}

/** Texts of shown rows: the next key asks for the same. 10 → 6 ms a key (median, 10,000 applications). */
const folded = new Map<string, string>();
const MOST_FOLDED = 2_000;

function missingIn(text: string, wanted: Wanted): Wanted {
  const searched = folded.get(text) ?? searchText(text);
  if (folded.size > MOST_FOLDED) folded.clear();
  folded.set(text, searched);
  return wanted.filter((forms) => !hasAll(searched, [forms]));
}

/** Cuts the text far before the first match, at a word: the whole match is in sight. */
function startingNear(parts: Part[]): Part[] {
  const [first, ...rest] = parts;
  if (!first || first.isMatch || rest.length === 0) return parts;
  const before = Math.min(BEFORE, Math.max(0, IN_SIGHT - matchLength(rest)));
  if (first.text.length <= before) return parts;
  const near = first.text.slice(first.text.length - before);
  return [{ ...first, text: `…${near.slice(near.indexOf(' ') + 1)}` }, ...rest];
}

/** How long the first match is, in letters, with further matches that stand one sign after it. */
function matchLength(parts: readonly Part[]): number {
  const end = parts.findIndex(({ text, isMatch }) => !isMatch && text.length > 1);
  const own = parts.slice(0, end < 0 ? parts.length : end);
  return own.reduce((sum, { text }) => sum + text.length, 0);
}

type Range = readonly [from: number, to: number];

/** Where a text has a word of a query: folded, in another spelling, or as a phone number in another form. */
function rangesOf(text: string, word: string): Range[] {
  const folded = rangesIn(text, word, foldText);
  if (folded.length > 0) return folded;
  const spelt = rangesIn(text, word, (letter) => foldText(speltOut(letter.toLowerCase())));
  if (spelt.length > 0) return spelt;
  return numbersIn(text)
    .filter(({ number }) => storedForm(number).includes(word))
    .map(({ index, typed }) => [index, index + typed.length]);
}

function rangesIn(text: string, word: string, formOf: (letter: string) => string): Range[] {
  let form = '';
  /** The place in the text of each letter of the form, and its end. */
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const next = formOf(letter);
    for (let i = 0; i < next.length; i += 1) places.push(at);
    form += next;
    at += letter.length;
  }
  places.push(at);
  const ranges: Range[] = [];
  for (let found = form.indexOf(word); found >= 0; found = form.indexOf(word, found + 1)) {
    const from = places[found] ?? 0;
    const last = places[found + word.length - 1] ?? from;
    let end = found + word.length;
    while (end < places.length - 1 && places[end] === last) end += 1;
    ranges.push([from, places[end] ?? at]);
  }
  return ranges;
}
