import { isLanguage, LANGUAGES, type Language } from '#contract/fields/vocabulary.ts';

/** A language in its own words, for people who cannot read the language of the page. */
export function ownName(code: string): string {
  return isLanguage(code) ? LANGUAGES[code].name : code;
}

/** The name of a language in another language, with a capital letter: `Spanisch`. */
export function languageName(code: Language, shownIn: Language): string {
  const name = new Intl.DisplayNames([shownIn], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(shownIn) + name.slice(1);
}
