import type { Language } from '#contract/vocabulary.ts';

/** Every interface language in its own words, for whoever cannot read the one that is shown. */
export const OWN_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
};
