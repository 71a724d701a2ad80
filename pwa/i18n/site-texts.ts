import type { Language } from '#contract/vocabulary.ts';
import type { SiteTexts } from './text-key.ts';

export type { SiteTexts } from './text-key.ts';

const LOADERS: Record<Language, () => Promise<SiteTexts>> = {
  en: () => import('./locales/en/site.json').then(({ default: texts }) => texts),
  de: () => import('./locales/de/site.json').then(({ default: texts }) => texts),
  es: () => import('./locales/es/site.json').then(({ default: texts }) => texts),
  fr: () => import('./locales/fr/site.json').then(({ default: texts }) => texts),
  it: () => import('./locales/it/site.json').then(({ default: texts }) => texts),
};

/**
 * The public page's texts in one language. Each language is a chunk of its own. English is not
 * loaded beside it as a fallback: locales.test.ts and the type hold every language complete, and a
 * second copy would cost each visitor 3 KB for nothing.
 */
export function loadSiteTexts(language: Language): Promise<SiteTexts> {
  return LOADERS[language]();
}
