import { shownLanguages } from '#contract/fields/language.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { SiteContent } from '#contract/site.ts';

/** The texts that tell figures. */
const TELLING = ['hero.badge', 'about.text', 'about.features.clubRelationships.text'];

/**
 * The owner's own texts that tell a number which no figure has, as visitors see them. A year is none, nor are the 48
 * hours of the promise.
 *
 * @param figures what the page shows: "15+"
 */
export function textsWithOtherNumbers(
  { settings, texts }: SiteContent,
  figures: readonly string[],
): { language: Language; text: string }[] {
  const known = new Set(['48', ...figures.flatMap(numbersIn)]);
  return shownLanguages(settings.hiddenLanguages).flatMap((language) =>
    TELLING.flatMap((path) => {
      const text = texts[language]?.[path] ?? '';
      return numbersIn(text).some((number) => !known.has(number)) ? [{ language, text }] : [];
    }),
  );
}

function numbersIn(text: string): string[] {
  return (text.match(/\d+/g) ?? []).filter((number) => !/^(19|20)\d\d$/.test(number));
}
