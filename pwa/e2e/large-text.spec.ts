import type { Page } from 'playwright/test';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';

const PAGES = ['/', '/privacy', '/terms', '/imprint', '/auth', '/inquiry', '/nope'];

for (const language of LANGUAGE_CODES) {
  test(`text of 200 % stays within a phone on every public page in ${language}`, {
    // The gate looks at German alone: its words are the longest.
    tag: language === 'de' ? '@phone' : ['@phone', '@all'],
  }, async ({ page, context, agency }) => {
    await doubleText(page);
    await speak(context, agency.origin, language);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await beyond(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

/** Doubles the text of every document that this page opens, as the style of a person does. */
async function doubleText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets.push(style);
  });
}

/** The texts that reach beyond the window at the right, where no part of the page scrolls to them. */
async function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!textContent?.trim() || !parentElement?.checkVisibility() || scrolls(parentElement))
        continue;
      if (parentElement.closest('.visually-hidden')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const over = Math.round(range.getBoundingClientRect().right - innerWidth);
      if (over > 0) found.push(`${over} px: ${textContent.trim().slice(0, 40)}`);
    }
    return found;
  });
}
