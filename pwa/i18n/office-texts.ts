import type { Language } from '#contract/fields/vocabulary.ts';
import { withPublished } from './published-texts.ts';
import { shippedSiteTexts } from './site-texts.ts';
import type { OfficeTexts, SiteTexts } from './text-key.ts';

// Lazy: the file of each language is a chunk of its own.
const OFFICE = import.meta.glob<OfficeTexts>('./locales/*/office.json', { import: 'default' });

/** The texts of the back office as they are published: all but the legal ones. Rejects when they cannot be loaded. */
export async function officeTexts(language: Language): Promise<SiteTexts & OfficeTexts> {
  return withPublished(language, await shippedOfficeTexts(language));
}

/** The same as they were shipped. */
export async function shippedOfficeTexts(language: Language): Promise<SiteTexts & OfficeTexts> {
  const [site, office] = await Promise.all([
    shippedSiteTexts(language),
    OFFICE[`./locales/${language}/office.json`]?.(),
  ]);
  if (!office) throw new Error(`There is no locales/${language}/office.json.`);
  return { ...site, ...office };
}
