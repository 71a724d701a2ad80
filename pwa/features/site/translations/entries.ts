import type { Language } from '#contract/fields/vocabulary.ts';
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

/** The text of an entry as the editor shows it. */
export function textOf(entry: Entry, edits: Edits): string {
  return edits.get(entry.path) ?? entry.text;
}
