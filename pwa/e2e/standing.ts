import type { Locator } from 'playwright/test';

/**
 * Measures for how long an element will show a text that it does not show yet. It measures in the page:
 * a round trip to a busy browser may take longer than the text stands.
 *
 * @returns how to read it, in ms, once the text has come and gone
 */
export async function standing(element: Locator, text: string): Promise<() => Promise<number>> {
  const measure = await element.evaluateHandle((shown, wanted) => {
    const stood = new Promise<number>((done) => {
      let since = 0;
      new MutationObserver(() => {
        if (shown.textContent === wanted) since ||= performance.now();
        else if (since > 0) done(performance.now() - since);
      }).observe(shown, { childList: true, subtree: true, characterData: true });
    });
    return { stood };
  }, text);
  return () => measure.evaluate(({ stood }) => stood);
}
