import type { Language } from '#contract/vocabulary.ts';

/**
 * The address of another public page in the language of this one: a language that came with the
 * address, and was not chosen, would otherwise end with the page.
 */
export function publicPage(path: '/' | '/privacy' | '/terms', language: Language): string {
  return `${path}?lang=${language}`;
}
