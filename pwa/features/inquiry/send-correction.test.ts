import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { FakeLocks } from '#pwa/test/fake-locks.ts';
import { unsentEntries } from '#pwa/visitor/outbox.ts';
import { sendCorrection } from './send-correction.ts';

test('of two corrections that two tabs store at one moment, one goes after the other', async () => {
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const token = 't'.repeat(43);
  await Promise.all(
    ['One.', 'Two.'].map((message) => sendCorrection({ token, message }, () => undefined)),
  );
  const [first, second] = await unsentEntries();
  expect([first?.after, second?.after]).toEqual([undefined, first?.key]);
});
