import { isLanguage, type Language } from '#contract/fields/vocabulary.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { type Edits, type Entry, textOf } from './entries.ts';
import { treeOf } from './text-tree.ts';

/** A file of texts with a tree for each language, like `{"de": {"hero": {"badge": "…"}}}`. */
export type TextFile = Partial<Record<Language, Texts>>;

/** Why a file is rejected; each is a text key under `translations.import`. */
export type FileFault = 'tooLarge' | 'notJson' | 'noLanguage' | 'notText' | 'noTexts';

/** A rejected file. `at` is the place of the fault in it, if there is one. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
  readonly fault: FileFault;
  readonly at: string;

  constructor(fault: FileFault, at = '') {
    super(`${fault} ${at}`);
    this.fault = fault;
    this.at = at;
  }
}

/** Far above the size of any language's texts, in bytes. */
const LARGEST = 2_000_000;

/** One language as a file, unsaved typed texts included. */
export function fileOf(language: Language, entries: readonly Entry[], edits: Edits): Blob {
  const leaves = entries.map((entry) => ({ path: entry.path, text: textOf(entry, edits) }));
  return toBlob({ [language]: treeOf(leaves) });
}

/** A file of texts as indented JSON: readable for people and version control. */
export function toBlob(file: TextFile): Blob {
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
}

/** Reads a file of texts. Throws BadFile. */
export async function readTextFile(file: Blob): Promise<Map<Language, Map<string, string>>> {
  if (file.size > LARGEST) throw new BadFile('tooLarge');
  const trees = parse(await file.text());
  const languages = new Map<Language, Map<string, string>>();
  for (const [language, tree] of Object.entries(trees)) {
    if (!isLanguage(language)) throw new BadFile('noLanguage', language);
    const texts = new Map<string, string>();
    collect(tree, language, '', texts);
    languages.set(language, texts);
  }
  if (languages.size === 0) throw new BadFile('noLanguage');
  return languages;
}

function parse(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  if (value === undefined) throw new BadFile('notJson');
  if (!isObject(value)) throw new BadFile('noLanguage');
  return value;
}

/** Undefined if it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    // Windows writes a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function collect(value: unknown, at: string, path: string, into: Map<string, string>): void {
  if (typeof value === 'string') {
    if (path === '') throw new BadFile('notText', at);
    into.set(path, value);
    return;
  }
  if (!isObject(value)) throw new BadFile('notText', at);
  for (const [key, inside] of Object.entries(value)) {
    collect(inside, `${at}.${key}`, path === '' ? key : `${path}.${key}`, into);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The changes that a file makes in a language, and the paths that the site does not know. */
export interface Taken {
  edits: Map<string, string>;
  unknown: string[];
}

/** Compares a file with a language's texts. Throws BadFile if the site knows none of its paths. */
export function take(texts: ReadonlyMap<string, string>, entries: readonly Entry[]): Taken {
  const known = new Map(entries.map((entry) => [entry.path, entry]));
  const edits = new Map<string, string>();
  const unknown: string[] = [];
  for (const [path, text] of texts) {
    const entry = known.get(path);
    if (!entry) unknown.push(path);
    else if (text !== entry.text) edits.set(path, text);
  }
  if (unknown.length === texts.size) throw new BadFile('noTexts');
  return { edits, unknown };
}
