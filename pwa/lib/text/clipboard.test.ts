// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { copyText } from './clipboard.ts';

test('S-04 text is on the clipboard', async () => {
  expect(await copyText('https://example.com/')).toBe(true);
  expect(await navigator.clipboard.readText()).toBe('https://example.com/');
});

test('S-04 a browser that refuses is told apart from one that did it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no'));
  expect(await copyText('https://example.com/')).toBe(false);
});
