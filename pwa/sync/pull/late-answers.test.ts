import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { Unreachable } from '#pwa/api/api-error.ts';
import type { ListState } from '#pwa/local/database/meta-state.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { listState } from '#pwa/local/database/server-state.ts';
import { pagesOf, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { anApplication, type FakeServer } from '#pwa/test/fake-server.ts';
import { anEntry, keepRows, mirrored, mirroredHistory, mirroredRow } from '#pwa/test/mirrored.ts';
import { aPhoneWithApplication } from '#pwa/test/phone.ts';
import { setTo } from '#pwa/test/set-to.ts';
import { PAGE } from './first-pages.ts';
import { putRows, storePage } from './store-page.ts';

// What the server says about a record may arrive after something newer about it. It never brings back what was
// deleted, and never removes what was made again.

/** A phone, some of whose answers arrive only when they are released. */
async function aSlowPhone(isSlow: (path: string) => boolean) {
  const phone = await aPhoneWithApplication();
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await phone.network.fetch(path, init);
    if (isSlow(path)) await late;
    return answer;
  });
  /** What is on its way arrives, and nothing after it. */
  const release = async () => {
    phone.network.fault = () => 'drop-before';
    arrive();
    await phone.pass(500);
  };
  return { ...phone, arrive: () => arrive(), release };
}

test('W-18 an application that is deleted while it is read does not come back', async () => {
  const phone = await aSlowPhone((path) => /applications\/[^/]+(\/history)?$/.test(path));
  const { server, mirror, engine, id, pass, release } = phone;
  server.setStatus(id, 'in_review', 'About the person.');
  const reading = engine.refreshApplication(id);
  await pass(200);
  server.remove('applications', id);
  await engine.refresh(['applications'], { force: true });
  await release();

  expect(await reading).toBe('missing');
  expect(await mirroredRow(mirror, 'applications', id)).toBeUndefined();
  expect(await mirroredHistory(mirror)).toEqual([]);
});

test('W-18 what was written about a person who is erased while it is read does not come back', async () => {
  const phone = await aSlowPhone((path) => /applications\/[^/]+(\/history)?$/.test(path));
  const { server, mirror, engine, id, pass, release } = phone;
  server.setStatus(id, 'in_review', 'About the person.');
  const reading = engine.refreshApplication(id);
  await pass(200);
  server.anonymise(id);
  await engine.refresh(['applications'], { force: true });
  await release();

  expect(await reading).toBe('ready');
  expect(JSON.stringify(await mirror.historyPages.toArray())).not.toContain('About the person.');
});

test('what was written about an erased person goes, too, when the row has come with an earlier page', async () => {
  const { server, mirror, engine, id } = await aPhoneWithApplication();
  server.setStatus(id, 'in_review', 'About the person.');
  await engine.refresh(['applications'], { force: true });
  server.anonymise(id);
  const [row] = [...server.applications.values()];
  const history = [...server.history.values()].map((entry) => ({
    ...entry,
    version: 20,
    notes: null,
  }));
  if (!row) throw new Error('There is no row.');
  await store(mirror, { rows: [{ ...row, version: 30 }], gone: [] });
  await store(mirror, { rows: [], history, gone: [] });
  expect(await mirroredHistory(mirror)).toEqual(history);
  expect(JSON.stringify(await mirror.historyPages.toArray())).not.toContain('About the person.');
});

test('what an erased person had written goes from the history of somebody else, too', async () => {
  const { server, mirror, engine, id } = await aPhoneWithApplication();
  server.setStatus(id, 'pending', 'He asks for a trial.');
  await engine.refresh(['applications'], { force: true });
  const history = [...server.history.values()].map((one) => ({ ...one, version: 20, notes: null }));
  await store(mirror, { rows: [], history, gone: [] });
  expect(await mirroredHistory(mirror)).toEqual(history);
  expect(JSON.stringify(await mirror.historyPages.toArray())).not.toContain('He asks for a trial.');
});

test('the rest of the history of an erased person stays, though it does not come again', async () => {
  const { server, mirror, engine, id } = await aPhoneWithApplication();
  server.setStatus(id, 'in_review');
  await engine.refresh(['applications'], { force: true });
  server.anonymise(id);
  await store(mirror, { rows: [...server.applications.values()], gone: [] });
  expect(await mirroredHistory(mirror)).toMatchObject([{ newStatus: 'in_review' }]);
});

test('the history of a deleted application goes, when another one is made under its id', async () => {
  const { server, mirror, engine, id } = await aPhoneWithApplication();
  server.setStatus(id, 'in_review', 'Of the deleted one.');
  await engine.refresh(['applications'], { force: true });
  const [row] = [...server.applications.values()];
  if (!row) throw new Error('There is no row.');
  const [entry] = [...server.history.values()];
  if (!entry) throw new Error('There is no entry.');
  const made = { ...row, version: 30, createdAt: '2026-12-01T00:00:00.000Z' };
  const history = [{ ...entry, id: newId(), version: 30, notes: 'Of the new one.' }];
  await store(mirror, { rows: [made], history, gone: [] });
  expect(await mirroredHistory(mirror)).toEqual(history);
});

test('an answer about a record that was deleted meanwhile brings nothing back', async () => {
  const phone = await aSlowPhone((path) => path.endsWith('/status'));
  const { server, mirror, engine, id, pass, release } = phone;
  await setTo(mirror, id, 'signed');
  await pass(200);
  server.remove('applications', id);
  await engine.refresh(['applications'], { force: true });
  await release();

  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirroredRow(mirror, 'applications', id)).toBeUndefined();
  expect(await mirroredHistory(mirror)).toEqual([]);
});

test('what an answer brings back during a pull is gone with its last page', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const phone = await aSlowPhone((path) => path.endsWith('/status'));
  const { server, network, mirror, engine, id, pass, release } = phone;
  await setTo(mirror, id, 'signed');
  await pass(200);
  server.remove('applications', id);
  for (let at = 0; at < 1_400; at += 1) server.addApplication();
  network.fault = ({ path }) => (path.includes('before=') ? 'drop-before' : null);
  await expect(engine.refresh(['applications'], { force: true })).rejects.toThrow();
  await release();
  expect(await mirroredRow(mirror, 'applications', id)).toBeDefined();

  network.fault = () => null;
  await engine.refresh(['applications'], { force: true });
  expect(await mirroredRow(mirror, 'applications', id)).toBeUndefined();
  expect(await mirroredHistory(mirror)).toEqual([]);
});

test('a record that is made again while a page with its deletion is on its way stays', async () => {
  const phone = await aSlowPhone((path) => path.startsWith('/api/applications?'));
  const { server, mirror, engine, id, pass, release } = phone;
  server.remove('applications', id);
  const pulling = engine.refresh(['applications'], { force: true });
  await pass(200);
  server.addApplication({ id, playerName: 'Made Again' });
  expect(await engine.refreshApplication(id)).toBe('ready');
  await release();
  await pulling;

  const pages = await pagesOf(mirror, 'applications').toArray();
  expect(pages.flatMap(({ rows }) => rows)).toMatchObject([{ playerName: 'Made Again' }]);
});

test.each([
  ['of an application', (server: FakeServer, id: string) => server.setStatus(id, 'signed')],
  [
    'that an application is gone',
    (server: FakeServer, id: string) => server.remove('applications', id),
  ],
])(
  'W-06 fault 32: an answer %s of a database that was replaced since changes nothing',
  async (_, after) => {
    const phone = await aSlowPhone((path) => /applications\/[^/]+(\/history)?$/.test(path));
    const { server, network, mirror, engine, id, pass, arrive } = phone;
    const restore = server.backUp();
    after(server, id);
    const reading = engine.refreshApplication(id);
    await pass(200);
    restore();
    await engine.refresh(['applications'], { force: true });
    await pass(5_000);
    arrive();

    expect(await reading).toBe('ready');
    expect(await mirroredRow(mirror, 'applications', id)).toEqual(server.applications.get(id));
    expect(await mirroredHistory(mirror)).toEqual(server.historyOf(id));
    expect(network.reads(`/api/applications/${id}`)).toBe(2);
  },
);

test('a row does not go back while its list is pulled again: an old answer waits for the page', async () => {
  const phone = await aSlowPhone((path) => /applications\/[^/]+$/.test(path));
  const { server, network, mirror, engine, id, pass, arrive } = phone;
  const asked = engine.refreshApplication(id);
  await pass(200);
  server.setStatus(id, 'signed');
  await engine.refresh(['applications'], { force: true });

  // All of it is pulled again, and its first page does not come.
  network.fault = ({ path }) => (path.includes('since=0') ? 'drop-before' : null);
  await mirror.meta.put({ ...(await listState(mirror, 'applications')), cursor: 0 });
  const pulling = engine.refresh(['applications'], { force: true });
  await expect(pulling).rejects.toBeInstanceOf(Unreachable);
  arrive();
  await asked;
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
});

/** A phone whose full pull has not got its first page yet when an answer to a change comes. */
async function anOvertakenPhone(isFull: (path: string) => boolean) {
  const phone = await aSlowPhone(isFull);
  const overtake = async () => {
    const { network, mirror, engine, id, pass, arrive } = phone;
    engine.refresh(['applications'], { force: true }).catch(() => undefined);
    await pass(200);
    await setTo(mirror, id, 'signed', 'Meanwhile.');
    await pass(1_000);
    expect(await mirror.outbox.count()).toBe(0);
    network.fault = ({ method }) => (method === 'GET' ? 'drop-before' : null);
    arrive();
    await pass(1_000);
  };
  return { ...phone, overtake };
}

test('W-06 fault 32: the first page of a restored database does not replace an answer that has overtaken it', async () => {
  const { server, network, mirror, engine, id, overtake } = await anOvertakenPhone((path) =>
    path.startsWith('/api/applications?'),
  );
  server.backUp()();
  await overtake();
  expect(await readRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });

  network.fault = () => null;
  await engine.refresh(['applications'], { force: true });
  expect(await mirroredRow(mirror, 'applications', id)).toEqual(server.applications.get(id));
  expect(await mirroredHistory(mirror)).toEqual(server.historyOf(id));
});

test('W-06 fault 32: the last page of a restored database does not replace an answer, though the old copy has its version', async () => {
  let isLate = false;
  const phone = await aSlowPhone((path) => isLate && path.includes('before='));
  const { server, network, mirror, engine, id, pass, arrive } = phone;
  for (let n = 0; n < PAGE; n += 1) server.addApplication();
  await engine.refresh(['applications'], { force: true });
  const restore = server.backUp();
  await setTo(mirror, id, 'signed', 'Meanwhile.');
  await pass(1_000);
  const { version } = server.applications.get(id) ?? {};

  restore();
  isLate = true;
  engine.refresh(['applications'], { force: true }).catch(() => undefined);
  await pass(2_000);
  expect(server.applications.get(id)).toMatchObject({ status: 'signed', version });
  expect(await mirror.outbox.count()).toBe(0);
  network.fault = ({ method }) => (method === 'GET' ? 'drop-before' : null);
  arrive();
  await pass(1_000);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
});

test('W-06 the first page of a list that is read again does not replace an answer that has overtaken it', async () => {
  const { server, network, mirror, engine, id, overtake } = await anOvertakenPhone((path) =>
    path.includes('since=0'),
  );
  await keepRows(mirror, 'applications', [anApplication()]);
  await overtake();
  expect(await readRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });

  network.fault = () => null;
  await engine.refresh(['applications'], { force: true });
  expect(await mirrored(mirror, 'applications')).toEqual([server.applications.get(id)]);
  expect(await mirroredHistory(mirror)).toEqual(server.historyOf(id));
});

test('W-06 fault 32: a copy from before a server lost its last changes does not stand against an answer', async () => {
  const { server, network, mirror, engine, id, overtake } = await anOvertakenPhone((path) =>
    path.includes('since=0'),
  );
  const goBack = server.backUp();
  for (const status of ['in_review', 'interview', 'rejected'] as const)
    server.setStatus(id, status);
  await engine.refresh(['applications'], { force: true });
  goBack(server.epoch);
  await overtake();
  expect(await readRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });

  network.fault = () => null;
  await engine.refresh(['applications'], { force: true });
  expect(await mirroredRow(mirror, 'applications', id)).toEqual(server.applications.get(id));
  expect(await mirroredHistory(mirror)).toEqual(server.historyOf(id));
});

let users = 8_000;
const AT_10 = { key: 'applications', epoch: 'now', syncedAt: 1, cursor: 10, tail: null } as const;

/** A mirror of the database `now` whose applications are in this state. */
async function aMirrorAt(state: Partial<ListState> = {}): Promise<Mirror> {
  users += 1;
  const mirror = new Mirror(users);
  onTestFinished(() => mirror.close());
  await mirror.meta.put({ ...AT_10, generation: 1, ...state });
  await mirror.meta.put({ key: 'server', epoch: 'now', heard: 'now' });
  return mirror;
}

/** States of a list of which a phone has pulled revision 10 from the database `now`. */
const STATES: Record<string, Partial<ListState>> = {
  'that is whole': {},
  'of which a part is missing': { cursor: 5, tail: { since: 5, before: 8, until: 10 } },
  'that was never pulled': { epoch: null, cursor: 0 },
  'that is of a replaced database': { epoch: 'before' },
};

test.each([
  ['that is whole', 3, false],
  ['that is whole', 10, false],
  ['that is whole', 11, true],
  ['of which a part is missing', 4, true],
  ['of which a part is missing', 11, true],
  ['that was never pulled', 0, true],
  ['that was never pulled', 11, true],
  ['that is of a replaced database', 3, true],
])(
  'an answer with a row that is not in a list %s, of version %i: %s',
  async (name, version, isPut) => {
    const mirror = await aMirrorAt(STATES[name]);
    const row = { ...anApplication(), version };
    await put(mirror, row);
    expect((await mirroredRow(mirror, 'applications', row.id)) !== undefined).toBe(isPut);
  },
);

test('an answer is written where rows are missing because their page cannot be read', async () => {
  const mirror = await aMirrorAt();
  const row = { ...anApplication(), version: 3 };
  const state = {
    key: 'applications',
    epoch: 'now',
    cursor: 10,
    syncedAt: 1,
    generation: 1,
  } as const;
  await mirror.meta.put({ ...state, tail: null });
  await mirror.meta.put({ key: 'server', epoch: 'now', heard: 'now' });
  await pagesOf(mirror, 'applications').add({ id: 'spoilt', generation: 1 } as never);
  await put(mirror, row);
  expect(await mirroredRow(mirror, 'applications', row.id)).toBeDefined();
});

test.each([
  ['of the same pull, older than the page', { generation: 1, version: 5 }, false],
  ['of the same pull and of the revision of the page', { generation: 1, version: 10 }, false],
  ['of the same pull, newer than the page', { generation: 1, version: 12 }, true],
  ['of an earlier pull, whatever its version', { generation: 0, version: 12 }, false],
])('a page of revision 10 that calls a record gone meets a copy %s', async (_, copy, stays) => {
  const mirror = await aMirrorAt();
  const row = { ...anApplication(), version: copy.version };
  await keepRows(mirror, 'applications', [row], copy.generation);
  await store(mirror, { rows: [], gone: [row.id] });
  expect((await mirroredRow(mirror, 'applications', row.id)) !== undefined).toBe(stays);
});

test('a page that has a record and calls it gone has read it later', async () => {
  const mirror = await aMirrorAt();
  const row = { ...anApplication(), version: 9 };
  await keepRows(mirror, 'applications', [row], 1);
  await store(mirror, { rows: [row], gone: [row.id] });
  expect(await mirroredRow(mirror, 'applications', row.id)).toBeDefined();
});

test('an answer about an application that is made again leaves no history of the one before', async () => {
  const mirror = await aMirrorAt();
  const row = { ...anApplication(), version: 9 };
  await store(mirror, {
    rows: [row],
    history: [anEntry(row.id, 9, 'Of the one before.')],
    gone: [],
  });
  await put(mirror, { ...row, version: 11, createdAt: '2026-12-01T00:00:00.000Z' });
  expect(await mirroredHistory(mirror)).toEqual([]);
});

function put(mirror: Mirror, row: ReturnType<typeof anApplication>): Promise<void> {
  const { meta, historyPages } = mirror;
  return withLists(mirror, 'rw', { lists: ['applications'], tables: [meta, historyPages] }, () =>
    putRows(mirror, 'applications', [row]),
  );
}

/** Stores the only page of a pull that brings a list from revision 8 to 10. */
function store(mirror: Mirror, page: Omit<Parameters<typeof storePage>[2], 'revision'>) {
  const after = { ...AT_10, generation: 1 };
  const { signal } = new AbortController();
  return storePage(
    mirror,
    { state: { ...after, cursor: 8 }, after, signal },
    { revision: 10, ...page },
  );
}
