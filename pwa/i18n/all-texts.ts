import type { Language } from '#contract/fields/vocabulary.ts';
import { shippedLegalTexts } from './legal-texts.ts';
import { withPublished } from './published-texts.ts';
import { shippedSiteTexts } from './site-texts.ts';
import type { LegalTexts, OfficeTexts, SiteTexts } from './text-key.ts';

/** All texts of one language. The three files have no group in common. */
export type AllTexts = SiteTexts & OfficeTexts & LegalTexts;

// Lazy: the file of each language is a chunk of its own.
const OFFICE = import.meta.glob<OfficeTexts>('./locales/*/office.json', { import: 'default' });

/** The texts of a language as they were shipped. Rejects when they cannot be loaded. */
export async function shippedTexts(language: Language): Promise<AllTexts> {
  const [office, legal] = await Promise.all([
    shippedOfficeTexts(language),
    shippedLegalTexts(language),
  ]);
  return { ...office, ...legal };
}

/** The texts of the back office as they are published: all but the legal ones. Rejects when they cannot be loaded. */
export async function officeTexts(language: Language): Promise<SiteTexts & OfficeTexts> {
  return withPublished(language, await shippedOfficeTexts(language));
}

/** The texts of a language as they are published. Rejects when they cannot be loaded. */
export async function currentTexts(language: Language): Promise<AllTexts> {
  return withPublished(language, await shippedTexts(language));
}

async function shippedOfficeTexts(language: Language): Promise<SiteTexts & OfficeTexts> {
  const [site, office] = await Promise.all([
    shippedSiteTexts(language),
    OFFICE[`./locales/${language}/office.json`]?.(),
  ]);
  if (!office) throw new Error(`There is no locales/${language}/office.json.`);
  return { ...site, ...office };
}
