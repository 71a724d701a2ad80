import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openExisting } from './empty-stale.ts';
import { Mirror } from './mirror.ts';

test('W-18 a database that does not exist is not created by looking', async () => {
  expect(await openExisting('agency-8006')).toBeNull();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('agency-8006');
});

test('W-18 a database that was opened by looking does not hold up its deletion', async () => {
  const mirror = new Mirror(8_007);
  await mirror.open();
  mirror.close();
  expect(await openExisting('agency-8007')).not.toBeNull();
  await expect(
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('agency-8007');
      request.onsuccess = () => resolve('deleted');
      request.onblocked = () => reject(new Error('blocked'));
    }),
  ).resolves.toBe('deleted');
});
