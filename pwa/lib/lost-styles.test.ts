// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchLostStyles } from './lost-styles.ts';

// Nothing is fetched: each test says how a request ends.
beforeEach(() => {
  vi.spyOn(HTMLLinkElement.prototype, 'href', 'set').mockImplementation(() => {});
});

afterEach(() => {
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

/** The only stylesheet link in the page. */
function link(): HTMLLinkElement {
  const [only, ...more] = document.querySelectorAll('link');
  if (!only || more.length > 0) throw new Error('There is not one link.');
  return only;
}

/** A stylesheet that fails to load, as Vite requests it. */
function loseStyle(): void {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  document.head.append(sheet);
  sheet.dispatchEvent(new Event('error'));
}

test('every caller waits for a lost stylesheet, also while another one is requesting it', async () => {
  loseStyle();
  const lost = link();
  let loaded = 0;
  const both = [fetchLostStyles(), fetchLostStyles()].map((each) => each.then(() => (loaded += 1)));
  const again = link();
  expect(again).not.toBe(lost);
  await new Promise((later) => setTimeout(later));
  expect(loaded).toBe(0);

  again.dispatchEvent(new Event('load'));
  await Promise.all(both);
  await fetchLostStyles();
  expect(link()).toBe(again);
});

test('a stylesheet that fails again rejects for every caller, and the next call requests it anew', async () => {
  loseStyle();
  const both = [fetchLostStyles(), fetchLostStyles()];
  const failed = link();
  failed.dispatchEvent(new Event('error'));
  for (const each of both) await expect(each).rejects.toThrow('did not come');

  const next = fetchLostStyles();
  expect(link()).not.toBe(failed);
  link().dispatchEvent(new Event('load'));
  await next;
});
