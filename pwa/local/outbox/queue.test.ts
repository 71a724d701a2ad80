import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { timeOfId } from '#contract/fields/ids.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { putEntries } from '#pwa/local/rows/history.ts';
import { pagesOf } from '#pwa/local/rows/mirrored-list.ts';
import { readNewest } from '#pwa/local/rows/read-rows.ts';
import {
  changeStatus,
  changeStatuses,
  convertContact,
  createApplication,
} from '#pwa/test/commands.ts';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { keepRows, mirroredHistory } from '#pwa/test/mirrored.ts';
import { retry } from './outbox-actions.ts';
import { NotSaved } from './queue.ts';
import { takeBack } from './undo.ts';

let users = 1_000;

function aMirror(): Mirror {
  users += 1;
  const mirror = new Mirror(users);
  onTestFinished(() => {
    vi.restoreAllMocks();
    mirror.close();
  });
  return mirror;
}

const change = { status: 'signed', notes: 'He said yes.' } as const;

test('W-08 only rows that can be pulled again skip the wait for the disk', async () => {
  const mirror = aMirror();
  const began = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await mirror.open();
  began.mockClear();
  const { historyPages, outbox, meta } = mirror;
  const pages = pagesOf(mirror, 'applications');
  await mirror.transaction('rw', pages, historyPages, meta, () => pages.clear());
  await mirror.transaction('rw', pages, outbox, () => outbox.clear());
  await meta.put({ key: 'campaign-ids', ids: [7] });
  expect(began.mock.calls.map(([, , options]) => options?.durability)).toEqual([
    'relaxed',
    'strict',
    'strict',
  ]);
});

test('W-08 a change is on the disk when the command resolves, written to last', async () => {
  const began = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const mirror = aMirror();
  const row = anApplication();
  const key = await changeStatus(mirror, row, change);

  expect(began).toHaveBeenCalledWith(['outbox'], 'readwrite', { durability: 'strict' });
  mirror.close();
  const opened = new Mirror(mirror.userId);
  expect(await opened.outbox.toArray()).toMatchObject([
    {
      key,
      type: 'status-changed',
      entity: `application:${row.id}`,
      method: 'PATCH',
      path: `/api/applications/${row.id}/status`,
      body: change,
      seen: { id: row.id, status: 'pending' },
      dependsOn: null,
      state: 'waiting',
      tries: 0,
      reason: null,
    },
  ]);
  opened.close();
});

test('Q-34 the key tells when the change was made', async () => {
  const key = await changeStatus(aMirror(), anApplication(), change);
  expect(Math.abs((timeOfId(key) ?? 0) - Date.now())).toBeLessThan(1_000);
});

test('E-06 a new application has an id before it has met any server', async () => {
  const mirror = aMirror();
  const { id } = await createApplication(mirror, anApplication());
  expect(await readNewest(mirror, 'applications', 5)).toMatchObject([{ id, waiting: 'not-sent' }]);
});

test('E-06 a change to an application that a waiting conversion makes depends on it', async () => {
  const mirror = aMirror();
  const contact = aContact(5);
  await keepRows(mirror, 'contacts', [contact]);
  const conversion = await convertContact(mirror, contact);
  const [made] = await readNewest(mirror, 'applications', 5);
  if (!made) throw new Error('The conversion shows no application.');
  await changeStatus(mirror, made, change);

  expect(made.id).toBe(applicationIdOf(5));
  expect((await mirror.outbox.toArray()).map(({ dependsOn }) => dependsOn)).toEqual([
    null,
    conversion,
  ]);
  expect(await takeBack(mirror, conversion)).toBe('undone');
});

test('fault 22 a full phone says that nothing was saved; when there is room again, it saves', async () => {
  const mirror = aMirror();
  await mirror.open();
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  const refused = await changeStatus(mirror, anApplication(), change).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(NotSaved);
  expect(refused).toMatchObject({ full: true });

  full.mockRestore();
  await changeStatus(mirror, anApplication(), change);
  expect(await mirror.outbox.count()).toBe(1);
});

test.each([
  ['a browser', () => undefined],
  ['Firefox, which then allows one transaction nothing but deletions', onlyDeletions],
])(
  'fault 22 the outbox comes first in %s: history makes room for a change, for it can be read again',
  async (_, then) => {
    const mirror = aMirror();
    const row = anApplication();
    const entry = {
      id: crypto.randomUUID(),
      applicationId: row.id,
      previousStatus: 'pending',
      newStatus: 'pending',
      notes: 'Old.',
      reason: null,
      edits: null,
      createdAt: row.createdAt,
      arrivedAt: row.createdAt,
      by: null,
      version: 1,
    } as const;
    await putEntries(mirror, [entry], 1);
    await mirror.meta.add({ key: `application:${row.id}`, syncedAt: Date.now() });
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
      throw new DOMException('Full.', 'QuotaExceededError');
    });
    then();
    await changeStatus(mirror, row, change);

    expect(await mirror.outbox.count()).toBe(1);
    expect(await mirroredHistory(mirror)).toHaveLength(0);
    const trimmed = { key: 'history-trimmed', generation: 1, at: expect.any(Number) };
    expect(await mirror.meta.toArray()).toEqual([trimmed]);
  },
);

function onlyDeletions(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('No mutations are allowed.', 'InvalidStateError');
  });
}

test('fault 24 a connection that the browser has closed is opened again, and the change saved', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const mirror = aMirror();
  await mirror.open();
  mirror.backendDB().close();
  await changeStatus(mirror, anApplication(), change);
  expect(await mirror.outbox.count()).toBe(1);
});

test.each(['UnknownError', 'InvalidStateError'])(
  'fault 24 a write that fails once with %s is tried again',
  async (name) => {
    const mirror = aMirror();
    await mirror.open();
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
      throw new DOMException('Lost.', name);
    });
    await changeStatus(mirror, anApplication(), change);
    expect(await mirror.outbox.count()).toBe(1);
  },
);

/** The next transaction commits, and the browser loses the connection before it says that. */
function loseNextAnswer(mirror: Mirror): void {
  const transaction = mirror.transaction.bind(mirror) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(mirror, 'transaction').mockImplementationOnce(((...args: unknown[]) =>
    transaction(...args).then(() => {
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    })) as never);
}

test('fault 24 a change that was saved before the connection was lost is saved, once', async () => {
  const mirror = aMirror();
  await mirror.open();
  const rows = [anApplication(), anApplication()];
  loseNextAnswer(mirror);
  const keys = await changeStatuses(mirror, rows, change);
  const entries = await mirror.outbox.orderBy('seq').toArray();
  expect(entries.map(({ key }) => key)).toEqual(keys);
  expect(entries).toHaveLength(2);
});

test('fault 24 a change that was undone before the connection was lost is undone', async () => {
  const mirror = aMirror();
  const key = await changeStatus(mirror, anApplication(), change);
  loseNextAnswer(mirror);
  expect(await takeBack(mirror, key)).toBe('undone');
  expect(await mirror.outbox.count()).toBe(0);
});

test('fault 24 a refused change that was retried before the connection was lost has one new key', async () => {
  const mirror = aMirror();
  const key = await changeStatus(mirror, anApplication(), change);
  await mirror.outbox.toCollection().modify({ state: 'refused' });
  loseNextAnswer(mirror);
  const again = await retry(mirror, key);
  expect(again).not.toBe(key);
  expect(await mirror.outbox.toArray()).toMatchObject([{ key: again, state: 'waiting' }]);
});

test('fault 24 a write that keeps failing reaches the screen', async () => {
  const mirror = aMirror();
  await mirror.open();
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Lost.', 'UnknownError');
  });
  await expect(changeStatus(mirror, anApplication(), change)).rejects.toMatchObject({
    name: 'NotSaved',
    full: false,
  });
});

test('W-18 a mirror that was closed by a sign-out stays closed', async () => {
  const mirror = aMirror();
  await mirror.open();
  mirror.close();
  await expect(changeStatus(mirror, anApplication(), change)).rejects.toBeInstanceOf(NotSaved);
  await Dexie.delete(mirror.name);
});

test('Q-29 lists are read newest first, only as many as asked, with queued changes on top', async () => {
  const mirror = aMirror();
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  const rows = Array.from({ length: 30 }, (_, at) => ({ ...anApplication(), updatedAt: day(at) }));
  await keepRows(mirror, 'applications', rows);
  await keepRows(
    mirror,
    'contacts',
    [1, 2, 3].map((id) => ({ ...aContact(id), createdAt: day(id) })),
  );
  const [oldest] = rows;
  if (!oldest) throw new Error('There are no rows.');
  await changeStatus(mirror, oldest, change);

  const newest = await readNewest(mirror, 'applications', 3);
  expect(newest.map(({ id }) => id)).toEqual([oldest.id, rows[29]?.id, rows[28]?.id]);
  expect((await readNewest(mirror, 'contacts', 2)).map(({ id }) => id)).toEqual([3, 2]);
});

test('W-08 changes that are made together are all on the disk, in their order, or none is', async () => {
  const mirror = aMirror();
  const rows = [anApplication(), anApplication(), anApplication()];
  const add = mirror.outbox.add.bind(mirror.outbox);
  const adding = vi.spyOn(mirror.outbox, 'add');
  adding.mockImplementation((entry) =>
    entry.entity.endsWith(rows[2]?.id ?? '')
      ? (Promise.reject(new DOMException('Broken.', 'UnknownError')) as never)
      : add(entry),
  );
  await expect(changeStatuses(mirror, rows, change)).rejects.toThrow(NotSaved);
  expect(await mirror.outbox.count()).toBe(0);

  adding.mockRestore();
  const keys = await changeStatuses(mirror, rows, change);
  const entries = await mirror.outbox.orderBy('seq').toArray();
  expect(entries.map(({ key }) => key)).toEqual(keys);
  expect(entries.map(({ seen }) => seen?.id)).toEqual(rows.map(({ id }) => id));
});
