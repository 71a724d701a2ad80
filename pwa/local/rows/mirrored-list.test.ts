import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { changeStatus, removeApplication } from '#pwa/test/commands.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { keepRows, mirrored, mirroredRow, removeRows } from '#pwa/test/mirrored.ts';
import { MirroredList, pagesOf, withLists } from './mirrored-list.ts';
import { readList, readNewest } from './read-rows.ts';

// The same cases in each run: a gate that is red at random tells nothing.
fc.configureGlobal({ seed: 1 });

let users = 7_000;

/** One more tab of a user's phone; a new user's without a mirror to share it with. */
function aTab(of?: Mirror): Mirror {
  users += 1;
  const mirror = new Mirror(of?.userId ?? users);
  onTestFinished(() => mirror.close());
  return mirror;
}

/** Applications that changed at different moments, the last one latest. */
function rowsOf(count: number): Application[] {
  return Array.from({ length: count }, (_, at) => ({
    ...anApplication(),
    updatedAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
    version: at + 1,
  }));
}

function pagesIn(mirror: Mirror) {
  return pagesOf(mirror, 'applications').toArray();
}

/** How many pages are loaded while `work` runs. */
async function loadedDuring(work: () => Promise<unknown>): Promise<number> {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  await work();
  const { length } = get.mock.contexts.filter(
    (store) => (store as IDBObjectStore).name === 'applicationPages',
  );
  get.mockRestore();
  return length;
}

test('many rows are few values on the disk, each with its newest row first', async () => {
  const mirror = aTab();
  await keepRows(mirror, 'applications', rowsOf(600));
  const pages = await pagesIn(mirror);
  expect(pages.map(({ rows }) => rows.length)).toEqual([100, 250, 250]);
  for (const { id, rows } of pages) expect(id.split(' ')[0]).toBe(rows[0]?.updatedAt);
  expect(await mirrored(aTab(mirror), 'applications')).toHaveLength(600);
});

test('many small writes leave few pages, and no row is lost or doubled', async () => {
  const mirror = aTab();
  const rows = rowsOf(300);
  await keepRows(mirror, 'applications', rows);
  for (const row of rows.slice(0, 120)) {
    await keepRows(mirror, 'applications', [{ ...row, version: 1_000 + row.version }]);
  }
  const pages = await pagesIn(mirror);
  expect(pages.length).toBeLessThan(12);
  expect(pages.flatMap((page) => page.rows).length).toBeLessThan(600);
  const read = await mirrored(aTab(mirror), 'applications');
  expect(read).toHaveLength(300);
  expect(read.filter(({ version }) => version > 1_000)).toHaveLength(120);
});

test('an older row never replaces a newer one, in whatever order they come', async () => {
  const mirror = aTab();
  const [row = anApplication()] = rowsOf(1);
  await keepRows(mirror, 'applications', [{ ...row, version: 7, playerName: 'Newer' }]);
  await keepRows(mirror, 'applications', [{ ...row, version: 5, playerName: 'Older' }]);
  expect(await mirroredRow(aTab(mirror), 'applications', row.id)).toMatchObject({
    playerName: 'Newer',
  });
});

test('W-18 a row that is deleted leaves no copy in any page', async () => {
  const mirror = aTab();
  const rows = rowsOf(400);
  const [row = anApplication()] = rows;
  await keepRows(mirror, 'applications', rows);
  await keepRows(mirror, 'applications', [{ ...row, version: 500, playerName: 'As it was later' }]);
  await removeRows(mirror, 'applications', [row.id]);
  expect(JSON.stringify(await pagesIn(mirror))).not.toContain(row.id);
  expect(await mirrored(mirror, 'applications')).toHaveLength(399);
  expect(await mirrored(aTab(mirror), 'applications')).toHaveLength(399);
});

test('W-18 a person who is erased leaves no earlier copy in any page', async () => {
  const mirror = aTab();
  const rows = rowsOf(300);
  const [row = anApplication()] = rows;
  await keepRows(mirror, 'applications', rows);
  await keepRows(mirror, 'applications', [{ ...row, version: 400, playerName: 'Once Known' }]);
  await keepRows(mirror, 'applications', [
    { ...row, version: 500, email: ANONYMISED.email, playerName: 'Erased' },
  ]);
  const copies = (await pagesIn(mirror)).flatMap((page) =>
    page.rows.filter(({ id }) => id === row.id),
  );
  expect(copies).toMatchObject([{ playerName: 'Erased' }]);
  expect(await mirrored(mirror, 'applications')).toHaveLength(300);
});

test('W-10 another tab sees every write, loads only new pages, and keeps the rows that did not change', async () => {
  const mirror = aTab();
  const other = aTab(mirror);
  const rows = rowsOf(600);
  await keepRows(mirror, 'applications', rows);
  const before = await readList(other, 'applications');
  const [row = anApplication()] = rows;
  await keepRows(mirror, 'applications', [{ ...row, version: 900, playerName: 'Changed' }]);

  let after = before;
  const loaded = await loadedDuring(async () => {
    after = await readList(other, 'applications');
  });
  expect(loaded).toBe(1);
  expect(after.find(({ id }) => id === row.id)).toMatchObject({ playerName: 'Changed' });
  const known = new Set(before);
  expect(after.filter((one) => known.has(one))).toHaveLength(599);
  expect(await readList(other, 'applications')).toBe(after);
});

test('W-10 a live query of another tab follows, also after it has missed many writes', async () => {
  const mirror = aTab();
  const other = aTab(mirror);
  const rows = rowsOf(3);
  await keepRows(mirror, 'applications', rows);
  let seen: readonly string[] = [];
  const query = liveQuery(() => readList(other, 'applications')).subscribe((read) => {
    seen = read.map(({ playerName }) => playerName);
  });
  onTestFinished(() => query.unsubscribe());
  await vi.waitUntil(() => seen.length === 3);
  const [row = anApplication()] = rows;
  await keepRows(mirror, 'applications', [{ ...row, version: 900, playerName: 'Changed' }]);
  await vi.waitUntil(() => seen.includes('Changed'));
  await removeRows(mirror, 'applications', [row.id]);
  await vi.waitUntil(() => seen.length === 2);
});

test('a write that is aborted leaves neither the disk nor the memory changed', async () => {
  const mirror = aTab();
  const rows = rowsOf(5);
  await keepRows(mirror, 'applications', rows);
  const [row = anApplication(), gone = anApplication()] = rows;
  const failing = withLists(mirror, 'rw', { lists: ['applications'], tables: [] }, async () => {
    const list = MirroredList.of(mirror, 'applications');
    const never: Application = { ...row, version: 900, playerName: 'Never' };
    await list.write({ generation: 0, rows: [never] });
    await list.write({ generation: 0, gone: [gone.id] });
    throw new Error('Aborted.');
  });
  await expect(failing).rejects.toThrow('Aborted.');
  const read = await mirrored(mirror, 'applications');
  expect(read.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5]);
});

test('W-05 a tab that dies while it joins pages leaves every row to the next one, which joins them', async () => {
  const mirror = aTab();
  const rows = rowsOf(40);
  await keepRows(mirror, 'applications', rows.slice(0, 20));
  await keepRows(mirror, 'applications', rows.slice(20, 30));
  const before = await pagesIn(mirror);
  expect(before).toHaveLength(2);

  const { delete: remove } = IDBObjectStore.prototype;
  const dying = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    const request = remove.call(this, key);
    // A dead tab commits nothing; its last transaction is rolled back.
    request.addEventListener('success', () => this.transaction.abort());
    return request;
  });
  await expect(keepRows(mirror, 'applications', rows.slice(30))).rejects.toThrow();
  expect(dying).toHaveBeenCalled();
  dying.mockRestore();
  mirror.close();

  const next = aTab(mirror);
  expect(await pagesIn(next)).toEqual(before);
  expect(await mirrored(next, 'applications')).toHaveLength(30);
  await keepRows(next, 'applications', rows.slice(30));
  expect(await pagesIn(next)).toHaveLength(1);
  expect(await mirrored(aTab(next), 'applications')).toHaveLength(40);
});

test('the newest rows are read from the newest pages alone, those of queued changes included', async () => {
  const mirror = aTab();
  await keepRows(mirror, 'applications', rowsOf(2_000));
  const opened = aTab(mirror);
  let newest: readonly { version: number }[] = [];
  const loaded = await loadedDuring(async () => {
    newest = await readNewest(opened, 'applications', 200);
  });
  expect(loaded).toBe(1);
  expect(newest).toHaveLength(200);
  expect(newest[0]?.version).toBe(2_000);
  expect(newest[199]?.version).toBe(1_801);
  expect(await readList(opened, 'applications')).toHaveLength(2_000);
});

/** A row of a page: when it changed last, and what is queued. */
const aStoredRow = fc.record({
  minute: fc.nat(30),
  isRemoved: fc.nat(2).map((luck) => luck === 0),
  queued: fc.nat(9).map((luck) => ['status', 'removal'][luck] ?? null),
});
const somePages = fc.array(fc.array(aStoredRow, { minLength: 1, maxLength: 5 }), { maxLength: 5 });

test('the newest rows that a start reads are the newest of all, in whatever pages they are stored', async () => {
  await fc.assert(
    fc.asyncProperty(somePages, fc.integer({ min: 1, max: 4 }), async (pages, limit) => {
      const mirror = aTab();
      for (const [at, some] of pages.entries()) {
        const rows = some.map(({ minute, isRemoved }) => {
          const updatedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
          return { ...anApplication(), updatedAt, removedAt: isRemoved ? updatedAt : null };
        });
        // Pages of several pulls are not joined.
        await keepRows(mirror, 'applications', rows, at);
        for (const [of, { queued }] of some.entries()) {
          const row = rows[of] ?? anApplication();
          if (queued === 'status')
            await changeStatus(mirror, row, { status: 'signed', notes: null });
          if (queued === 'removal') await removeApplication(mirror, row, true);
        }
      }
      const opened = aTab(mirror);
      const newest = await readNewest(opened, 'applications', limit);
      const all = await readList(mirror, 'applications');
      const timesOf = (rows: typeof all) => rows.map(({ updatedAt }) => updatedAt);
      expect(timesOf(newest)).toEqual(timesOf(all.slice(0, limit)));
      for (const tab of [mirror, opened]) tab.close();
    }),
    { numRuns: 60 },
  );
});

test('W-05 a page that cannot be read costs its rows until the next pull, never a start', async () => {
  const mirror = aTab();
  await keepRows(mirror, 'applications', rowsOf(600));
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const { get } = IDBObjectStore.prototype;
  let reads = 0;
  const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    reads += 1;
    if (this.name === 'applicationPages' && reads === 1) {
      throw new DOMException('The file is lost.', 'UnknownError');
    }
    return get.call(this, key);
  });
  onTestFinished(() => {
    broken.mockRestore();
    warned.mockRestore();
  });
  expect(await mirrored(aTab(mirror), 'applications')).toHaveLength(350);
  expect(warned).toHaveBeenCalledOnce();
});

test('rows of an earlier full pull count until they are swept, and never over those of a later one', async () => {
  const mirror = aTab();
  const rows = rowsOf(4);
  const [first = anApplication()] = rows;
  const write = (work: (list: MirroredList<'applications'>) => Promise<unknown>) =>
    withLists(mirror, 'rw', { lists: ['applications'], tables: [] }, () =>
      work(MirroredList.of(mirror, 'applications')),
    );
  await write((list) => list.write({ generation: 1, rows }));
  const older: Application = { ...first, version: 0, playerName: 'Of the backup' };
  await write((list) => list.write({ generation: 2, rows: [older] }));
  expect(await mirrored(mirror, 'applications')).toHaveLength(4);
  expect(await mirroredRow(aTab(mirror), 'applications', first.id)).toMatchObject({
    playerName: 'Of the backup',
  });
  expect(await write((list) => list.sweep(2))).toHaveLength(3);
  expect(await mirrored(mirror, 'applications')).toMatchObject([{ playerName: 'Of the backup' }]);
  expect(await pagesIn(mirror)).toHaveLength(1);
});

const aWrite = fc.record({
  generation: fc.integer({ min: 1, max: 3 }),
  rows: fc.uniqueArray(fc.record({ at: fc.nat(5), version: fc.integer({ min: 1, max: 9 }) }), {
    selector: ({ at }) => at,
    maxLength: 4,
  }),
  gone: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
  asOf: fc.integer({ min: 1, max: 9 }),
});

test('whatever is written in whatever order, the newest statement about each row counts, in every tab', async () => {
  const people = rowsOf(6);
  await fc.assert(
    fc.asyncProperty(fc.array(aWrite, { maxLength: 8 }), async (writes) => {
      const mirror = aTab();
      const expected = new Map<string, { generation: number; version: number }>();
      for (const { generation, asOf, ...write } of writes) {
        const rows = write.rows.flatMap(({ at, version }) => {
          const person = people[at];
          return person ? [{ ...person, version }] : [];
        });
        const gone = write.gone.flatMap((at) => people[at]?.id ?? []);
        await withLists(mirror, 'rw', { lists: ['applications'], tables: [] }, () =>
          MirroredList.of(mirror, 'applications').write({ generation, rows, gone, asOf }),
        );
        for (const id of gone) {
          const known = expected.get(id);
          const isNewer = known && known.generation === generation && known.version > asOf;
          if (!isNewer && !rows.some((row) => row.id === id)) expected.delete(id);
        }
        for (const { id, version } of rows) {
          const known = expected.get(id);
          const isLater = known && (known.generation - generation || known.version - version) >= 0;
          if (!isLater) expected.set(id, { generation, version });
        }
        // What is gone leaves no copy.
        const stored = (await pagesIn(mirror)).flatMap((page) => page.rows.map(({ id }) => id));
        expect(new Set(stored)).toEqual(new Set(expected.keys()));
      }
      const versions = [...expected].map(([id, { version }]) => [id, version]);
      for (const tab of [mirror, aTab(mirror)]) {
        const rows = await mirrored(tab, 'applications');
        expect(new Map(rows.map(({ id, version }) => [id, version]))).toEqual(
          new Map(versions as [string, number][]),
        );
        tab.close();
      }
    }),
    { numRuns: 60 },
  );
});
