import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { queue } from '#pwa/local/outbox/queue.ts';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { keepRows } from '#pwa/test/mirrored.ts';
import { Mirror } from './mirror.ts';

const open: Mirror[] = [];

afterEach(() => {
  vi.resetModules();
  for (const mirror of open.splice(0)) mirror.close();
});

/** As in a page that was just loaded. */
async function aPage() {
  const { openEarly, readEarly, readAhead, endAhead, openMirror } = await import('./opening.ts');
  return {
    openEarly,
    readEarly,
    readAhead,
    endAhead,
    openMirror(userId: number) {
      const mirror = openMirror(userId);
      open.push(mirror);
      return mirror;
    },
  };
}

test('B1 the mirror that was opened early is the one of the dashboard, with its first rows read', async () => {
  const before = new Mirror(8_001);
  await keepRows(before, 'applications', [{ ...anApplication(), playerName: 'Leo Sanz' }]);
  before.close();

  const { openEarly, openMirror, readEarly } = await aPage();
  void openEarly(8_001);
  const mirror = openMirror(8_001);
  expect(readEarly(mirror)).toBeUndefined();
  await vi.waitUntil(() => readEarly(mirror));
  expect(readEarly(mirror)).toMatchObject([{ playerName: 'Leo Sanz' }]);
  expect(openMirror(8_001)).not.toBe(mirror);
});

test('on a device without a mirror the rows of the server stand in until the first pull has ended', async () => {
  const { openEarly, openMirror, readAhead, endAhead } = await aPage();
  await openEarly(8_008, async () => [{ ...anApplication(), playerName: 'Leo Sanz' }]);
  const mirror = openMirror(8_008);
  expect(readAhead(mirror)).toMatchObject([{ playerName: 'Leo Sanz', waiting: null }]);
  endAhead(mirror);
  expect(readAhead(mirror)).toBeUndefined();
});

test('a server that does not answer the first question leaves the rows to the mirror', async () => {
  const { openEarly, openMirror, readAhead, readEarly } = await aPage();
  await openEarly(8_010, async () => null);
  const mirror = openMirror(8_010);
  expect(readAhead(mirror)).toBeUndefined();
  expect(readEarly(mirror)).toEqual([]);
});

test('on a device with a mirror the server is not asked early', async () => {
  const before = new Mirror(8_009);
  await before.open();
  before.close();
  const { openEarly, openMirror, readAhead } = await aPage();
  const ask = vi.fn();
  await openEarly(8_009, ask);
  expect(ask).not.toHaveBeenCalled();
  expect(readAhead(openMirror(8_009))).toBeUndefined();
});

test('W-13 what was opened early for one user is not shown to another', async () => {
  const { openEarly, openMirror, readEarly } = await aPage();
  void openEarly(8_002);
  const mirror = openMirror(8_003);
  expect(mirror.userId).toBe(8_003);
  await mirror.open();
  expect(readEarly(mirror)).toBeUndefined();
});

test('B1 where the dashboard was quicker nothing is opened twice', async () => {
  const { openEarly, openMirror, readEarly } = await aPage();
  const mirror = openMirror(8_004);
  void openEarly(8_004);
  await mirror.open();
  expect(readEarly(mirror)).toBeUndefined();
});

test('B1 W-06 queued changes are laid over the rows that are read early', async () => {
  const before = new Mirror(8_005);
  const application = { ...anApplication(), status: 'pending' as const };
  await keepRows(before, 'applications', [application]);
  await queue(before, {
    type: 'status-changed',
    body: { status: 'signed', notes: null },
    seen: application,
  });
  await queue(before, {
    type: 'contact-converted',
    body: { status: 'pending' },
    seen: aContact(77),
  });
  before.close();

  const { openEarly, openMirror, readEarly } = await aPage();
  const early = openEarly(8_005);
  const mirror = openMirror(8_005);
  await early;
  expect(readEarly(mirror)).toHaveLength(2);
  expect(readEarly(mirror)?.find(({ id }) => id === application.id)).toMatchObject({
    status: 'signed',
    waiting: 'not-sent',
  });
});

test('W-18 a database that does not open is told after 8 s', async () => {
  const { otherVersion } = await import('#pwa/lib/storage/other-version.ts');
  const before = new Mirror(8_007);
  await before.open();
  before.close();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  // Answers nothing, as a page that is frozen.
  const open = vi.spyOn(indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest);
  const { openMirror } = await aPage();
  const mirror = openMirror(8_007);
  const opened = mirror.open();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(otherVersion.getState()).toEqual({ tab: 'silent' });
  void opened.catch(() => undefined);
  open.mockRestore();
  vi.useRealTimers();
});
