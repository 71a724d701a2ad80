import type { Language } from '#contract/vocabulary.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { leavesOf } from './text-tree.ts';

/** One text of a language, with all that an editor shows of it. */
export interface Entry {
  /** The keys that lead to it, joined by dots. */
  path: string;
  /** As the running view has it; empty when the language lacks it. */
  text: string;
  /** As it was shipped; empty when the language lacks it. */
  shipped: string;
  /** The English text that says the same. */
  english: string;
}

/** Texts of a language: the running view's, the shipped ones, and the shipped English ones. */
export interface Sources {
  running: Texts;
  shipped: Texts;
  english: Texts;
}

/** Which texts an editor shows. */
export type Filter = 'all' | 'missing' | 'changed' | 'broken';

/** Typed texts that are not saved, by path. */
export type Edits = ReadonlyMap<string, string>;

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** Every text that a language has or should have, in the order of English. */
export function entriesOf(language: Language, { running, shipped, english }: Sources): Entry[] {
  const own = new Map(leavesOf(running).map(({ path, text }) => [path, text]));
  const original = new Map(leavesOf(shipped).map(({ path, text }) => [path, text]));
  const model = new Map(leavesOf(english).map(({ path, text }) => [path, text]));
  const wanted = new Set([...model.keys()].flatMap((path) => formsOf(language, path, model)));
  return [...new Set([...wanted, ...own.keys()])].map((path) => ({
    path,
    text: own.get(path) ?? '',
    shipped: original.get(path) ?? '',
    english: model.get(path) ?? model.get(path.replace(PLURAL, '$1_other')) ?? '',
  }));
}

/** The plural forms that a language needs of an English text; of any other text, the text itself. */
function formsOf(language: Language, path: string, model: ReadonlyMap<string, string>): string[] {
  const base = PLURAL.exec(path)?.[1];
  if (base === undefined || !model.has(`${base}_other`)) return [path];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return FORMS.filter((form) => pluralCategories.includes(form)).map((form) => `${base}_${form}`);
}

/** What is wrong with a text beside its original. */
export interface Fault {
  /** Placeholders that are gone. */
  lost: string[];
  /** Placeholders that the page does not fill. */
  unknown: string[];
  /** The square brackets around a link are gone, or there are too many. */
  link: boolean;
}

/**
 * Compares the placeholders and links of a text with those that its place on the page needs. Null
 * when nothing is wrong, and for an empty text: that is missing, not wrong.
 */
export function faultOf({ shipped, english }: Entry, text: string): Fault | null {
  if (text.trim() === '') return null;
  const model = shipped || english;
  const needed = placeholdersOf(model);
  const found = placeholdersOf(text);
  const fault = {
    lost: needed.filter((name) => !found.includes(name)),
    unknown: found.filter((name) => !needed.includes(name)),
    link: LINK.test(model) !== LINK.test(text),
  };
  return fault.lost.length > 0 || fault.unknown.length > 0 || fault.link ? fault : null;
}

const LINK = /\[[^\]]+\]/;

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^{}]*\}\}/g))].sort();
}

/** The text of an entry as it stands on the screen. */
export function textOf(entry: Entry, edits: Edits): string {
  return edits.get(entry.path) ?? entry.text;
}

/**
 * The paths of the texts that a search and a filter leave. Searched are path, text, typed text and
 * the English text, without regard to case and accents.
 */
export function found(
  entries: readonly Entry[],
  edits: Edits,
  { search, filter }: { search: string; filter: Filter },
): ReadonlySet<string> {
  const wanted = folded(search.trim());
  const hits = entries.filter((entry) => {
    const text = textOf(entry, edits);
    if (!passes(entry, text, filter)) return false;
    return [entry.path, text, entry.english].some((words) => folded(words).includes(wanted));
  });
  return new Set(hits.map(({ path }) => path));
}

function passes(entry: Entry, text: string, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'missing':
      return text.trim() === '';
    case 'changed':
      return text !== entry.shipped;
    case 'broken':
      return faultOf(entry, text) !== null;
  }
}

function folded(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A group of the tree, with the groups and texts in it, in their order. */
export interface Group {
  name: string;
  path: string;
  /** Texts in it and below. */
  count: number;
  inside: (Group | Entry)[];
}

/** The tree of some entries. */
export function groupsOf(entries: readonly Entry[]): Group {
  const root: Group = { name: '', path: '', count: 0, inside: [] };
  const groups = new Map<string, Group>([['', root]]);
  for (const entry of entries) {
    const keys = entry.path.split('.').slice(0, -1);
    let above = root;
    above.count += 1;
    for (const [depth, name] of keys.entries()) {
      const path = keys.slice(0, depth + 1).join('.');
      const group = groups.get(path) ?? { name, path, count: 0, inside: [] };
      if (!groups.has(path)) above.inside.push(group);
      groups.set(path, group);
      group.count += 1;
      above = group;
    }
    above.inside.push(entry);
  }
  return root;
}
