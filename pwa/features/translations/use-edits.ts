import { useCallback, useState } from 'react';
import { LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import type { Edits, Entry } from './entries.ts';

type EditsByLanguage = Readonly<Record<Language, Edits>>;

const NONE: Edits = new Map();
const NOTHING = Object.fromEntries(
  LANGUAGE_CODES.map((language) => [language, NONE]),
) as EditsByLanguage;

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
}

/** The unsaved texts of all languages while the page is open. */
export function useEdits(): TypedTexts {
  const [edits, setEdits] = useState(NOTHING);

  const type = useCallback((language: Language, { path, text: saved }: Entry, text: string) => {
    setEdits((now) => {
      const next = new Map(now[language]);
      if (text === saved) next.delete(path);
      else next.set(path, text);
      return { ...now, [language]: next };
    });
  }, []);
  const applyTexts = useCallback((language: Language, texts: Edits) => {
    setEdits((now) => ({ ...now, [language]: new Map([...now[language], ...texts]) }));
  }, []);
  const forget = useCallback((language: Language) => {
    setEdits((now) => ({ ...now, [language]: NONE }));
  }, []);
  return {
    edits,
    dirty: Object.values(edits).some((some) => some.size > 0),
    type,
    applyTexts,
    forget,
  };
}
