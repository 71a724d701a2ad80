import type { Language } from '#contract/fields/vocabulary.ts';
import type parts from './locales/en/parts.json';
import type sections from './locales/en/sections.json';

// Eager: they come with the page of the translations.
const FILES = import.meta.glob<object>('./locales/*/{parts,sections}.json', {
  eager: true,
  import: 'default',
});

/** What the groups of texts are called, by their keys; a group that is not named here is called by its `title`. */
export function sectionTexts(language: Language): typeof sections {
  return fileOf(language, 'sections') as typeof sections;
}

/** What a text or an inner group is called by the last of its keys. */
export function partTexts(language: Language): typeof parts {
  return fileOf(language, 'parts') as typeof parts;
}

function fileOf(language: Language, name: string): object {
  const texts = FILES[`./locales/${language}/${name}.json`];
  if (!texts) throw new Error(`There is no locales/${language}/${name}.json.`);
  return texts;
}
