import { marksIn } from '#contract/values/clean-text.ts';
import type { Entry } from './entries.ts';

/** The faults of a text compared with its original. */
export interface Fault {
  /** Missing placeholders. */
  lost: string[];
  /** Placeholders that the page does not fill. */
  unknown: string[];
  /** The square brackets around a link are missing, or there are too many. */
  link: boolean;
  /** Codes and invisible characters that a machine left. */
  marks: string[];
}

/**
 * Compares the placeholders and links of a text with those that the page fills. Null if there is no
 * fault, and for an empty text: it is missing, not faulty.
 */
export function faultOf({ path, shipped, english }: Entry, text: string): Fault | null {
  if (text.trim() === '') return null;
  const model = shipped || english;
  const needed = placeholdersOf(model);
  const found = placeholdersOf(text);
  const takesFigures = needed.some((name) => FIGURES.has(name));
  const fault = {
    lost: needed.filter((name) => !OF_SETTINGS.has(name) && !found.includes(name)),
    unknown: found.filter((name) => !needed.includes(name) && !(takesFigures && FIGURES.has(name))),
    link: !FILLED_IN.test(path) && LINK.test(model) !== LINK.test(text),
    marks: marksIn(text),
  };
  const lists = [fault.lost, fault.unknown, fault.marks];
  return fault.link || lists.some((list) => list.length > 0) ? fault : null;
}

/** In these texts square brackets mark what the owner has to fill in. */
const FILLED_IN = /^(privacy|terms)\./;
/** The figures of the settings: a text that names one may name all. */
const FIGURES: ReadonlySet<string> = new Set([
  '{{years}}',
  '{{overYears}}',
  '{{overPlayers}}',
  '{{countries}}',
]);
/** These and the city of the settings. One's own text may do without. */
const OF_SETTINGS: ReadonlySet<string> = new Set([...FIGURES, '{{place}}']);
const LINK = /\[[^\]]+\]/;

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^{}]*\}\}/g))].sort();
}
