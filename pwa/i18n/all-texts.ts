import type { Language } from '#contract/fields/vocabulary.ts';
import { shippedLegalTexts } from './legal-texts.ts';
import { shippedOfficeTexts } from './office-texts.ts';
import { withPublished } from './published-texts.ts';
import type { LegalTexts, OfficeTexts, SiteTexts } from './text-key.ts';

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
