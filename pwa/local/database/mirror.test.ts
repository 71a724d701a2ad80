import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { otherVersion } from '#pwa/lib/storage/other-version.ts';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { Mirror } from './mirror.ts';
import { mirrorName } from './mirror-name.ts';

let users = 9_000;

beforeEach(() => {
  users += 1;
  otherVersion.setState({ tab: null });
});

/** The mirror's database as a tab of another version opens it; a later one adds a table. */
function openAs(version: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(mirrorName(users), version);
  return new Promise((done, fail) => {
    opening.onupgradeneeded = () => opening.result.createObjectStore(`since-${version}`);
    opening.onblocked = () => fail(new Error('The other tab holds the database.'));
    opening.onsuccess = () => done(opening.result);
  });
}

test('fault 28 an old tab lets a newer version change the database, is told, still reads, and saves nothing more', async () => {
  const mirror = new Mirror(users);
  await mirror.open();
  const newer = await openAs(1_000);
  onTestFinished(() => {
    newer.close();
    mirror.close();
  });
  expect(otherVersion.getState()).toEqual({ tab: 'newer' });

  const seen = anApplication();
  const change = { status: 'signed', notes: null } as const;
  await expect(changeStatus(mirror, seen, change)).rejects.toMatchObject({ outdated: true });
  expect(await mirror.outbox.count()).toBe(0);
});

test('fault 28 a new tab says that an older one holds the database, and goes on when that has let go', async () => {
  const older = await openAs(1);
  const mirror = new Mirror(users);
  onTestFinished(() => mirror.close());
  const opened = mirror.open();
  await vi.waitUntil(() => otherVersion.getState().tab === 'older');
  older.close();
  await opened;
  expect(await mirror.outbox.count()).toBe(0);
  expect(otherVersion.getState()).toEqual({ tab: null });
});

test('a version that brings columns of a list keeps its rows on the screen; the next pull reads them from their start', async () => {
  const inquiry = aContact(7);
  const older = await versionBefore(users);
  await older.table('contactPages').add({ id: 'page', generation: 3, rows: [inquiry] });
  const state = { epoch: 'one', syncedAt: Date.now(), generation: 3, tail: null };
  await older.table('meta').bulkAdd([
    { key: 'contacts', ...state, cursor: 7 },
    { key: 'applications', ...state, cursor: 7 },
    { key: 'campaigns', ...state, cursor: 7 },
  ]);
  older.close();

  const mirror = new Mirror(users);
  onTestFinished(() => mirror.close());
  const { rows, firstPull } = await readAll(mirror, 'contacts');
  expect(rows.map(({ id }) => id)).toEqual([inquiry.id]);
  expect(firstPull.isWhole).toBe(true);
  expect(await mirror.meta.bulkGet(['contacts', 'applications', 'campaigns'])).toMatchObject([
    { ...state, cursor: 0 },
    { ...state, cursor: 0 },
    { cursor: 7 },
  ]);
});

/** The database as version 11 had it. */
async function versionBefore(user: number): Promise<Dexie> {
  const newest = new Mirror(user);
  await newest.open();
  const schema = newest.tables.map(({ name, schema: { primKey, indexes } }) => [
    name,
    [primKey, ...indexes].map(({ src }) => src).join(','),
  ]);
  await newest.delete();
  const older = new Dexie(mirrorName(user));
  older.version(11).stores(Object.fromEntries(schema));
  return older.open();
}
