import type { Language } from '#contract/fields/vocabulary.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { withPublished } from './published-texts.ts';
import type { SiteTexts } from './text-key.ts';

export type { SiteTexts } from './text-key.ts';

// Lazy: each language is a chunk of its own.
const FILES = import.meta.glob<SiteTexts>('./locales/*/site.json', { import: 'default' });

/**
 * The public page's texts in one language, as they are published. There is no English fallback beside it:
 * locales.test.ts holds every language complete, and a second copy would cost each visitor 3 KB. Rejects
 * when they cannot be loaded.
 */
export async function loadSiteTexts(language: Language): Promise<SiteTexts> {
  return withPublished(language, await shippedSiteTexts(language));
}

/** The title of the page: it begins with the owner's name, once that is published. */
export function titleOf({ meta, brand }: SiteTexts): string {
  return publishedSite()?.settings.name ? `${brand.name} – ${meta.title}` : meta.title;
}

/** What search engines show of the page. */
export function descriptionOf({ meta, contact }: SiteTexts): string {
  return meta.description.replace('{{place}}', () => contact.location.place);
}

/** The same as they were shipped. */
export async function shippedSiteTexts(language: Language): Promise<SiteTexts> {
  const load = FILES[`./locales/${language}/site.json`];
  if (!load) throw new Error(`There is no locales/${language}/site.json.`);
  return load();
}
