import { useEffect, useState } from 'react';
import { isOneOf, LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { officeTexts } from './office-texts.ts';
import { type TextAccess, useText } from './text-context.tsx';
import { textsIn } from './translate.ts';

/**
 * The texts of another language than the screen's, for words that another person reads. Undefined until
 * they are loaded; those of the screen if there are none in that language.
 */
export function useTextIn(language: string | null): TextAccess['t'] | undefined {
  const { t, language: shown } = useText();
  const [loaded, setLoaded] = useState<{ language: string; t: TextAccess['t'] }>();

  useEffect(() => {
    let left = false;
    if (language === shown || !isOneOf(LANGUAGE_CODES, language)) return;
    officeTexts(language).then(
      (texts) => {
        if (left) return;
        setLoaded({ language, t: textsIn(texts, language) });
      },
      (error: unknown) => {
        console.error(error);
        if (!left) setLoaded({ language, t });
      },
    );
    return () => {
      left = true;
    };
  }, [language, shown, t]);

  if (language === shown || !isOneOf(LANGUAGE_CODES, language)) return t;
  return loaded?.language === language ? loaded.t : undefined;
}
