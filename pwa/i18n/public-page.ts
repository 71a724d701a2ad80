import type { Language } from '#contract/fields/vocabulary.ts';
import type { LegalPage } from '#contract/paths/public-pages.ts';

/**
 * The address of another public page in the language of this one. Without `lang`, a language that
 * came with this page's address would be lost on the next page.
 */
export function publicPage(path: '/' | `/${LegalPage}`, language: Language): string {
  return `${path}?lang=${language}`;
}
