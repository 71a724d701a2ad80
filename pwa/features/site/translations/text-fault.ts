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
 * Compares the placeholders and links of a text with the ones that the page fills. Null if there is no
 * fault, and for an empty text: it is missing, not faulty.
 */
export function faultOf(entry: Entry, text: string): Fault | null {
  if (text.trim() === '') return null;
  const { path, shipped, english } = entry;
  const model = shipped || english;
  const offered = offeredIn(entry);
  const fault = {
    lost: lostIn(entry, text).filter((name) => !OF_SETTINGS.has(name)),
    unknown: placeholdersOf(text).filter((name) => !offered.includes(name)),
    link: !FILLED_IN.test(path) && LINK.test(model) !== LINK.test(text),
    marks: marksIn(text),
  };
  const lists = [fault.lost, fault.unknown, fault.marks];
  return fault.link || lists.some((list) => list.length > 0) ? fault : null;
}

/** The placeholders that the page fills in a text: the ones in the original, and with one figure all of them. */
export function offeredIn({ shipped, english }: Entry): string[] {
  const needed = placeholdersOf(shipped || english);
  const takesFigures = needed.some((name) => FIGURES.has(name));
  return takesFigures ? [...new Set([...needed, ...FIGURES])] : needed;
}

/** The placeholders of the original that a text has not. */
export function lostIn({ shipped, english }: Entry, text: string): string[] {
  const found = placeholdersOf(text);
  return placeholdersOf(shipped || english).filter((name) => !found.includes(name));
}

/** In these texts square brackets mark what the owner has to fill in. */
const FILLED_IN = /^(privacy|terms)\./;
/** The figures of the settings: a text that names one may name all. */
const FIGURES: ReadonlySet<string> = new Set([
  '{{years}}',
  '{{overYears}}',
  '{{players}}',
  '{{overPlayers}}',
  '{{countries}}',
  '{{value}}',
]);
/** These and the city of the settings. One's own text may do without, which is no fault. */
export const OF_SETTINGS: ReadonlySet<string> = new Set([...FIGURES, '{{place}}']);
const LINK = /\[[^\]]+\]/;

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^{}]*\}\}/g))].sort();
}
