import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { chooseLanguage, wantedLanguage } from './language.ts';
import { descriptionOf, loadSiteTexts, titleOf } from './site-texts.ts';
import { type TextAccess, TextProvider } from './text-context.tsx';
import type { SiteTexts } from './text-key.ts';
import { textsIn } from './translate.ts';

interface SiteTextProviderProps {
  /** The language in which the markup was prerendered, with its texts: the first render uses it. */
  language: Language;
  texts: SiteTexts;
  /** Called after every choice made by hand. */
  onChoose?: ((language: Language) => void) | undefined;
  /** Called when the texts of a wanted language did not arrive; `retry` asks for them again. */
  onMissing?: ((t: TextAccess['t'], language: Language, retry: () => void) => void) | undefined;
  children: ReactNode;
}

/**
 * The texts of the landing entry. After hydration it changes to the wanted language if that is
 * another one, and keeps `<html lang>`, the title and the description in step.
 */
export function SiteTextProvider({
  language,
  texts,
  onChoose,
  onMissing,
  children,
}: SiteTextProviderProps) {
  const [shown, setShown] = useState({ language, texts });
  const newest = useRef(language);

  /** Changes the language, unless another one was asked for before its texts are there. */
  const show = useCallback(
    async (next: Language, onShown?: () => void): Promise<void> => {
      newest.current = next;
      try {
        const loaded = await loadSiteTexts(next);
        if (newest.current !== next) return;
        setShown({ language: next, texts: loaded });
        onShown?.();
      } catch (error) {
        console.error(error);
        onMissing?.(textsIn(texts, language), next, () => void show(next, onShown));
      }
    },
    [language, texts, onMissing],
  );

  const value = useMemo<TextAccess>(
    () => ({
      t: textsIn(shown.texts, shown.language),
      language: shown.language,
      chooseLanguage: (next) => {
        void show(next, () => {
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
    const { texts, language } = shown;
    document.documentElement.lang = language;
    document.title = titleOf(texts);
    document.querySelector('meta[name=description]')?.setAttribute('content', descriptionOf(texts));
  }, [shown]);

  return <TextProvider value={value}>{children}</TextProvider>;
}
