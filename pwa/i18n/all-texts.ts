import type { Language } from '#contract/fields/vocabulary.ts';
import { shippedOfficeTexts } from './office-texts.ts';
import { withPublished } from './published-texts.ts';
import { shippedSiteTexts } from './site-texts.ts';
import type { LegalTexts, OfficeTexts, SiteTexts } from './text-key.ts';

// Lazy: each language is a chunk of its own.
const FILES = import.meta.glob<LegalTexts>('./locales/*/legal.json', { import: 'default' });

/** All texts of one language. The three files have no group in common. */
export type AllTexts = SiteTexts & OfficeTexts & LegalTexts;

/** The texts of a language as they were shipped. Rejects when they cannot be loaded. */
export async function shippedTexts(language: Language): Promise<AllTexts> {
  const [office, legal] = await Promise.all([
    shippedOfficeTexts(language),
    shippedLegalTexts(language),
  ]);
  return { ...office, ...legal };
}

/** The texts of a language as they are published. Rejects when they cannot be loaded. */
export async function currentTexts(language: Language): Promise<AllTexts> {
  return withPublished(language, await shippedTexts(language));
}

/** The texts of a legal page in one language, as they are published. Rejects when they cannot be loaded. */
export async function loadLegalTexts(language: Language): Promise<SiteTexts & LegalTexts> {
  const [site, legal] = await Promise.all([
    shippedSiteTexts(language),
    shippedLegalTexts(language),
  ]);
  return withPublished(language, { ...site, ...legal });
}

/** The legal texts of a language as they were shipped. Rejects when they cannot be loaded. */
async function shippedLegalTexts(language: Language): Promise<LegalTexts> {
  const load = FILES[`./locales/${language}/legal.json`];
  if (!load) throw new Error(`There is no locales/${language}/legal.json.`);
  return load();
}
