import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { anApplication } from '#pwa/test/fake-server.ts';
import { Mirror } from './mirror.ts';

const open: Mirror[] = [];

afterEach(() => {
  vi.resetModules();
  for (const mirror of open.splice(0)) mirror.close();
});

/** As in a page that was just loaded. */
async function aPage() {
  const { openEarly, openMirror, readEarly } = await import('./opening.ts');
  return {
    openEarly,
    readEarly,
    openMirror(userId: number) {
      const mirror = openMirror(userId);
      open.push(mirror);
      return mirror;
    },
  };
}

test('B1 the mirror that was opened early is the one of the dashboard, with its first rows read', async () => {
  const before = new Mirror(8_001);
  await before.applications.put({ ...anApplication(), playerName: 'Leo Sanz' });
  before.close();

  const { openEarly, openMirror, readEarly } = await aPage();
  openEarly(8_001);
  const mirror = openMirror(8_001);
  expect(readEarly(mirror)).toBeUndefined();
  await vi.waitUntil(() => readEarly(mirror));
  expect(readEarly(mirror)).toMatchObject({ rows: [{ playerName: 'Leo Sanz' }], total: 1 });
  expect(openMirror(8_001)).not.toBe(mirror);
});

test('W-13 what was opened early for one user is not shown to another', async () => {
  const { openEarly, openMirror, readEarly } = await aPage();
  openEarly(8_002);
  const mirror = openMirror(8_003);
  expect(mirror.userId).toBe(8_003);
  await mirror.open();
  expect(readEarly(mirror)).toBeUndefined();
});

test('B1 where the dashboard was quicker nothing is opened twice', async () => {
  const { openEarly, openMirror, readEarly } = await aPage();
  const mirror = openMirror(8_004);
  openEarly(8_004);
  await mirror.open();
  expect(readEarly(mirror)).toBeUndefined();
});
