import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import { readDraft, writeDraft } from '#pwa/lib/drafts.ts';
import type { Edits, Entry } from './entries.ts';

type EditsByLanguage = Readonly<Record<Language, Edits>>;

const DRAFT = 'site-texts';
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
  /** Drops all of them. */
  discard: () => void;
}

/** The unsaved texts of all languages. They stay on this device over a reload. */
export function useEdits(userId: number): TypedTexts {
  const [edits, setEdits] = useState(() => draftOf(userId));
  const kept = useRef(edits);

  const keep = useCallback(
    (now: EditsByLanguage) => {
      keepInstead(userId, kept.current, now);
      kept.current = now;
    },
    [userId],
  );
  useEffect(() => keep(edits), [keep, edits]);

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
  const discard = useCallback(() => {
    keep(NOTHING);
    setEdits(NOTHING);
  }, [keep]);
  return {
    edits,
    dirty: Object.values(edits).some((some) => some.size > 0),
    type,
    applyTexts,
    forget,
    discard,
  };
}

/** Adds texts that were typed elsewhere to those that stay on this device. */
export function keepTyped(userId: number, language: Language, typed: Edits): void {
  keepInstead(userId, NOTHING, { ...NOTHING, [language]: typed });
}

/** Keeps what is typed in this tab in place of what was: another tab's texts stay. */
function keepInstead(userId: number, before: EditsByLanguage, now: EditsByLanguage): void {
  const draft = draftOf(userId);
  const all = LANGUAGE_CODES.map((language) => {
    const others = [...draft[language]].filter(
      ([path, text]) => before[language].get(path) !== text,
    );
    return [language, new Map([...others, ...now[language]])];
  });
  writeDraft(userId, DRAFT, draftText(Object.fromEntries(all)));
}

function draftText(edits: EditsByLanguage): string {
  const typed = Object.entries(edits).filter(([, texts]) => texts.size > 0);
  if (typed.length === 0) return '';
  return JSON.stringify(
    Object.fromEntries(typed.map(([language, texts]) => [language, Object.fromEntries(texts)])),
  );
}

const Draft = v.record(v.picklist(LANGUAGE_CODES), v.record(v.string(), v.string()));

function draftOf(userId: number): EditsByLanguage {
  try {
    const draft = v.safeParse(Draft, JSON.parse(readDraft(userId, DRAFT) ?? '{}'));
    if (!draft.success) return NOTHING;
    const typed = Object.entries(draft.output);
    return {
      ...NOTHING,
      ...Object.fromEntries(
        typed.map(([language, texts]) => [language, new Map(Object.entries(texts ?? {}))]),
      ),
    };
  } catch {
    return NOTHING;
  }
}
