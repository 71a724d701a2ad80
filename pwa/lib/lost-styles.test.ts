// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withStyles } from './lost-styles.ts';

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

/** A part whose stylesheet fails to load at first, as Vite requests it: once. */
function aPart(): () => Promise<string> {
  let isRequested = false;
  return async () => {
    if (isRequested) return 'code';
    isRequested = true;
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    document.head.append(sheet);
    sheet.dispatchEvent(new Event('error'));
    throw new Error('Unable to preload CSS');
  };
}

test('every caller waits for a lost stylesheet, also while another one is requesting it', async () => {
  const part = aPart();
  await expect(withStyles(part)).rejects.toThrow('Unable');
  const lost = link();
  let loaded = 0;
  const both = [withStyles(part), withStyles(part)].map((each) => each.then(() => (loaded += 1)));
  const again = link();
  expect(again).not.toBe(lost);
  await new Promise((later) => setTimeout(later));
  expect(loaded).toBe(0);

  again.dispatchEvent(new Event('load'));
  await Promise.all(both);
  await withStyles(part);
  expect(link()).toBe(again);
});

test('a stylesheet that fails again rejects for every caller, and the next call requests it anew', async () => {
  const part = aPart();
  await expect(withStyles(part)).rejects.toThrow('Unable');
  const both = [withStyles(part), withStyles(part)];
  const failed = link();
  failed.dispatchEvent(new Event('error'));
  for (const each of both) await expect(each).rejects.toThrow('did not come');

  const next = withStyles(part);
  expect(link()).not.toBe(failed);
  link().dispatchEvent(new Event('load'));
  await next;
});

test('a part waits for a stylesheet that another part has lost, and fails with it: they may share it', async () => {
  await expect(withStyles(aPart())).rejects.toThrow('Unable');
  const shared = withStyles(async () => 'code');
  const opened = vi.fn();
  shared.then(opened, () => undefined);
  await new Promise((later) => setTimeout(later));
  expect(opened).not.toHaveBeenCalled();

  link().dispatchEvent(new Event('error'));
  await expect(shared).rejects.toThrow('did not come');
  const styled = withStyles(async () => 'code');
  link().dispatchEvent(new Event('load'));
  expect(await styled).toBe('code');
});
