import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { anEntry } from '#pwa/test/mirrored.ts';
import { historyTotals, putEntries, readEntries, removeEntries, sweepHistory } from './history.ts';

let users = 6_000;

function aMirror(): Mirror {
  users += 1;
  const mirror = new Mirror(users);
  onTestFinished(() => mirror.close());
  return mirror;
}

test('the history of one application is found among the pages of all, newest first', async () => {
  const mirror = aMirror();
  const all = Array.from({ length: 250 }, (_, at) => anEntry(`a${at % 5}`, at + 1));
  await putEntries(mirror, all, 1);
  expect(await mirror.historyPages.count()).toBe(8);
  const found = await readEntries(mirror, 'a3');
  expect(found).toHaveLength(50);
  expect(found[0]).toMatchObject({ applicationId: 'a3', version: 249 });
});

test('entries that an answer, a pull and a pull that goes on bring are there once', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 3)], 1);
  await putEntries(mirror, [anEntry('a', 1), anEntry('b', 2), anEntry('a', 3)], 1);
  await putEntries(mirror, [anEntry('a', 1), anEntry('a', 3), anEntry('a', 4)], 1);
  await putEntries(mirror, [anEntry('b', 2)], 1);
  expect(await historyTotals(mirror)).toEqual({ count: 4, sum: 10 });
  expect((await readEntries(mirror, 'a')).map(({ version }) => version)).toEqual([4, 3, 1]);
});

test('a pull afresh brings entries again; they show once, and those of the pull before go at its end', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 1), anEntry('a', 2)], 1);
  await putEntries(mirror, [anEntry('a', 1)], 2);
  expect(await readEntries(mirror, 'a')).toHaveLength(2);
  await sweepHistory(mirror, 2);
  expect(await readEntries(mirror, 'a')).toHaveLength(1);
  expect(await historyTotals(mirror)).toEqual({ count: 1, sum: 1 });
});

test('W-18 removed entries leave no copy, and the others stay counted', async () => {
  const mirror = aMirror();
  const all = [
    anEntry('a', 1, 'Secret.'),
    anEntry('b', 2),
    anEntry('a', 3, 'Secret.'),
    anEntry('b', 4),
  ];
  await putEntries(mirror, all, 1);
  await putEntries(mirror, [anEntry('a', 5, 'Secret.')], 1);
  await removeEntries(mirror, ['a']);
  expect(JSON.stringify(await mirror.historyPages.toArray())).not.toContain('Secret.');
  expect(await historyTotals(mirror)).toEqual({ count: 2, sum: 6 });
  expect(await readEntries(mirror, 'b')).toHaveLength(2);
});

test('W-05 a page that cannot be read costs its entries until the next pull', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 1)], 1);
  await mirror.historyPages.toCollection().modify((page) => {
    Reflect.deleteProperty(page, 'entries');
  });
  expect(await readEntries(mirror, 'a')).toEqual([]);
  await vi.waitUntil(async () => (await historyTotals(mirror)).count === 0);
});
