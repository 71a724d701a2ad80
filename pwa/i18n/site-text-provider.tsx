import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Language } from '#contract/vocabulary.ts';
import { chooseLanguage, wantedLanguage } from './language.ts';
import { loadSiteTexts } from './site-texts.ts';
import { type TextAccess, TextProvider } from './text-context.tsx';
import type { SiteTexts } from './text-key.ts';
import { translate } from './translate.ts';

interface SiteTextProviderProps {
  /** The language in which the markup was prerendered, with its texts: the first render uses it. */
  language: Language;
  texts: SiteTexts;
  /** Called after every choice made by hand. */
  onChoose?: ((language: Language) => void) | undefined;
  children: ReactNode;
}

/**
 * The texts of the landing entry. After hydration it changes to the wanted language if that is
 * another one, and keeps `<html lang>`, the title and the description in step.
 */
export function SiteTextProvider({ language, texts, onChoose, children }: SiteTextProviderProps) {
  const [shown, setShown] = useState({ language, texts });
  const newest = useRef(language);

  /** False when the texts could not be loaded, or another language was asked for meanwhile. */
  const show = useCallback(async (next: Language): Promise<boolean> => {
    newest.current = next;
    try {
      const loaded = await loadSiteTexts(next);
      if (newest.current !== next) return false;
      setShown({ language: next, texts: loaded });
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }, []);

  const value = useMemo<TextAccess>(
    () => ({
      t: (key, values) => translate(shown.texts, undefined, shown.language, key, values),
      language: shown.language,
      chooseLanguage: (next) => {
        void show(next).then((done) => {
          if (!done) return;
          chooseLanguage(next);
          onChoose?.(next);
        });
      },
    }),
    [shown, show, onChoose],
  );

  useEffect(() => {
    const wanted = wantedLanguage();
    if (wanted !== newest.current) void show(wanted);
  }, [show]);

  useEffect(() => {
    const { meta } = shown.texts;
    document.documentElement.lang = shown.language;
    document.title = meta.title;
    document.querySelector('meta[name=description]')?.setAttribute('content', meta.description);
  }, [shown]);

  return <TextProvider value={value}>{children}</TextProvider>;
}
