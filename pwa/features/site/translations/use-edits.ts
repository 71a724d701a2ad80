import { useCallback, useMemo } from 'react';
import * as v from 'valibot';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { keepTyped, type TypedShape, useTypedValues } from '#pwa/ui/fields/use-typed-values.ts';
import type { Edits, Entry } from './entries.ts';

type EditsByLanguage = Readonly<Record<Language, Edits>>;

/** Texts by language and path: `de.hero.title`. */
type Texts = Readonly<Record<string, string>>;

const Stored = v.record(v.picklist(LANGUAGE_CODES), v.record(v.string(), v.string()));
/** Stored by language, then by path. */
const DRAFT: TypedShape<Texts> = {
  name: 'site-texts',
  parse: (stored) => {
    const { success, output } = v.safeParse(Stored, stored);
    if (!success) return {};
    return Object.assign(
      {},
      ...Object.entries(output).map(([language, texts]) =>
        textsOf(language as Language, Object.entries(texts)),
      ),
    );
  },
  print: (texts) =>
    Object.fromEntries(
      Object.entries(byLanguage(texts))
        .filter(([, edits]) => edits.size > 0)
        .map(([language, edits]) => [language, Object.fromEntries(edits)]),
    ),
};

interface TypedTexts {
  /** Unsaved typed texts, by language and path. */
  edits: EditsByLanguage;
  /** There are unsaved texts. */
  dirty: boolean;
  /** Types a text; typing the saved text removes the edit. */
  type: (language: Language, entry: Entry, text: string) => void;
  /** Applies texts to a language as if they had been typed. */
  applyTexts: (language: Language, texts: Edits) => void;
  /** Drops a language's typed texts after a save. */
  forget: (language: Language) => void;
  /** Drops all of them. */
  discard: () => void;
}

/** The unsaved texts of all languages. They stay on this device over a reload. */
export function useEdits(userId: number): TypedTexts {
  const { typed, change, drop } = useTypedValues(userId, DRAFT);
  const edits = useMemo(() => byLanguage(typed), [typed]);

  const type = useCallback(
    (language: Language, { path, text: saved }: Entry, text: string) =>
      change({ [nameOf(language, path)]: text === saved ? undefined : text }),
    [change],
  );
  return {
    edits,
    dirty: Object.keys(typed).length > 0,
    type,
    applyTexts: (language, texts) => change(textsOf(language, texts)),
    forget: (language) => drop((name) => name.startsWith(nameOf(language, ''))),
    discard: () => drop(() => true),
  };
}

/** Adds texts that were typed elsewhere to the edits on this device. */
export function keepTexts(userId: number, language: Language, typed: Edits): void {
  keepTyped(userId, DRAFT, textsOf(language, typed));
}

function nameOf(language: Language, path: string): string {
  return `${language}.${path}`;
}

function textsOf(language: Language, texts: Iterable<readonly [string, string]>): Texts {
  const named = [...texts].map(([path, text]) => [nameOf(language, path), text] as const);
  return Object.fromEntries(named);
}

function byLanguage(texts: Texts): EditsByLanguage {
  const all = Object.entries(texts);
  const edits = LANGUAGE_CODES.map((language) => {
    const start = nameOf(language, '');
    const own = all.filter(([name]) => name.startsWith(start));
    return [language, new Map(own.map(([name, text]) => [name.slice(start.length), text]))];
  });
  return Object.fromEntries(edits);
}
