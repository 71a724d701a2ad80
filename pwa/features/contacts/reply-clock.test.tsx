// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { aContact } from '#pwa/test/fake-server.ts';
import { show } from '#pwa/test/show.tsx';
import { ReplyClock } from './reply-clock.tsx';

const PROMISE = 48 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test.each([
  ['a minute and more before the promise ends', -61_000, 'contacts.clock.left'],
  ['the minute before it ends', -59_000, 'contacts.clock.now'],
  ['the minute after', 20_000, 'contacts.clock.now'],
  ['more than a minute late', 61_000, 'contacts.clock.late'],
])('the clock of %s', async (_when, since, words) => {
  const createdAt = new Date(Date.now() - PROMISE - since).toISOString();
  await show(<ReplyClock contact={{ ...aContact(1), createdAt, waiting: null }} />);
  expect(document.body.textContent).toBe(words);
});
