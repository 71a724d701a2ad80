import type { Language } from '#contract/fields/vocabulary.ts';
import type english from './locales/en/sections.json';

// Eager: they come with the page of the translations.
const FILES = import.meta.glob<typeof english>('./locales/*/sections.json', {
  eager: true,
  import: 'default',
});

/** What the groups of texts are called, by their keys; a group that is not named here is called by its `title`. */
export function sectionTexts(language: Language): typeof english {
  const texts = FILES[`./locales/${language}/sections.json`];
  if (!texts) throw new Error(`There is no locales/${language}/sections.json.`);
  return texts;
}
