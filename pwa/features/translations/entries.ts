import type { Language } from '#contract/vocabulary.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { leavesOf } from './text-tree.ts';

/** One text of a language as the editor shows it. */
export interface Entry {
  /** Its keys, joined by dots. */
  path: string;
  /** The text in use; empty if the language lacks it. */
  text: string;
  /** The shipped text; empty if the language lacks it. */
  shipped: string;
  /** The English text of the same key. */
  english: string;
}

/** A language's texts in use, its shipped texts, and the shipped English texts. */
export interface Sources {
  running: Texts;
  shipped: Texts;
  english: Texts;
}

/** Which texts an editor shows. */
export type Filter = 'all' | 'missing' | 'changed' | 'broken';

/** Unsaved typed texts, by path. */
export type Edits = ReadonlyMap<string, string>;

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** All texts that a language has or should have, in the order of English. */
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

/** The paths of a language's plural forms for an English text; otherwise the path itself. */
function formsOf(language: Language, path: string, model: ReadonlyMap<string, string>): string[] {
  const base = PLURAL.exec(path)?.[1];
  if (base === undefined || !model.has(`${base}_other`)) return [path];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return FORMS.filter((form) => pluralCategories.includes(form)).map((form) => `${base}_${form}`);
}

/** The faults of a text compared with its original. */
export interface Fault {
  /** Missing placeholders. */
  lost: string[];
  /** Placeholders that the page does not fill. */
  unknown: string[];
  /** The square brackets around a link are missing, or there are too many. */
  link: boolean;
}

/**
 * Compares the placeholders and links of a text with those that the page fills. Null if there is no
 * fault, and for an empty text: it is missing, not faulty.
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

/** The text of an entry as the editor shows it. */
export function textOf(entry: Entry, edits: Edits): string {
  return edits.get(entry.path) ?? entry.text;
}

/**
 * The paths of the texts that match a search and a filter. The search covers path, text, typed text and
 * English text, and ignores case and accents.
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

/** A group of the tree with its groups and texts, in order. */
export interface Group {
  name: string;
  path: string;
  /** Texts in this group and all groups below. */
  count: number;
  inside: (Group | Entry)[];
}

/** Entries as a tree of groups. */
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
