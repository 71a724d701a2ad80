import type { Language } from '#contract/fields/vocabulary.ts';
import type english from './locales/en/retry.json';

// Eager: these words are for the moment when nothing more can be loaded.
const FILES = import.meta.glob<typeof english>('./locales/*/retry.json', {
  eager: true,
  import: 'default',
});

/** The words of the screen that is shown when no other text could be loaded. */
export function retryTexts(language: Language): typeof english {
  const texts = FILES[`./locales/${language}/retry.json`];
  if (!texts) throw new Error(`There is no locales/${language}/retry.json.`);
  return texts;
}
