import { shownLanguages } from '#contract/fields/language.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { SiteContent } from '#contract/site.ts';

export interface OtherNumber {
  language: Language;
  text: string;
}

/** The texts that tell figures. */
const TELLING = ['hero.badge', 'about.text', 'about.features.clubRelationships.text'];

/**
 * The owner's own texts that tell a number which no figure has, as visitors see them. A year is none, nor are the 48
 * hours of the promise.
 *
 * @param figuresIn what the page shows in a language: "15+"
 */
export function textsWithOtherNumbers(
  { settings, texts }: SiteContent,
  figuresIn: (language: Language) => readonly string[],
): OtherNumber[] {
  return shownLanguages(settings.hiddenLanguages).flatMap((language) => {
    const known = new Set(['48', ...figuresIn(language).flatMap(numbersIn)]);
    return TELLING.flatMap((path) => {
      const text = texts[language]?.[path] ?? '';
      return numbersIn(text).some((number) => !known.has(number)) ? [{ language, text }] : [];
    });
  });
}

function numbersIn(text: string): string[] {
  return (text.match(/\d+/g) ?? []).filter((number) => !/^(19|20)\d\d$/.test(number));
}
