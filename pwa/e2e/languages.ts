import type { BrowserContext } from 'playwright/test';
import type { Language } from '#contract/fields/vocabulary.ts';

/** Sets the language of a browser as if a person had chosen it. */
export async function speak(
  context: BrowserContext,
  origin: string,
  language: Language,
): Promise<void> {
  await context.addCookies([
    { name: 'i18next', value: language, url: origin },
    { name: 'i18next_chosen', value: '1', url: origin },
  ]);
}
