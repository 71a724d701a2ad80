import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Unreachable } from '#pwa/api/api-error.ts';
import { lazyPartFirst } from '#pwa/lib/first-parts.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { isSettled, listState, serverState } from '#pwa/local/database/server-state.ts';
import { idOfQuestion, laneOf } from '#pwa/local/outbox/lane.ts';
import { isTrimmed } from '#pwa/local/rows/history.ts';
import { makeRoom } from '#pwa/local/rows/make-room.ts';
import { pagesOf } from '#pwa/local/rows/mirrored-list.ts';
import { readAll, readHistory, readNewest } from '#pwa/local/rows/read-rows.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { anApplication, aUser } from '#pwa/test/fake-server.ts';
import {
  keepRows,
  mirrored,
  mirroredHistory,
  mirroredRow,
  removeRows,
} from '#pwa/test/mirrored.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';
import { askEarly, keepEarly, PAGE, pathOfPage } from './first-pages.ts';
import { pull } from './pull.ts';
import { Refresher } from './refresher.ts';

/** A phone without an engine: the test pulls by hand. */
function aQuietPhone() {
  const phone = aPhone();
  const mirror = new Mirror(phone.userId);
  const { signal } = new AbortController();
  const pullNow = () => pull(mirror, 'applications', signal);
  return { ...phone, mirror, signal, pullNow };
}

test('D-13 the first page is small and holds the newest rows; they can be read before the rest is there', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 1_500; at += 1) server.addApplication({ playerName: `Player ${at}` });
  network.fault = ({ path }) => (path.includes('before=') ? 'drop-before' : null);

  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);

  expect(await mirrored(mirror, 'applications')).toHaveLength(200);
  expect(await readNewest(mirror, 'applications', 50)).toHaveLength(50);
  expect(network.sent[0]?.path).toBe('/api/applications?since=0&limit=200');
});

test('a first page that was asked for before the mirror is not asked for again; one that failed is', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  server.addApplication();
  expect(await askEarly(mirror)).toHaveLength(1);
  await pullNow();
  expect(await mirrored(mirror, 'applications')).toHaveLength(1);
  expect(network.sent.map(({ path }) => path)).toEqual([FIRST_PAGE]);

  const other = aQuietPhone();
  other.server.addApplication();
  other.network.fault = () => 'drop-before';
  expect(await askEarly(other.mirror)).toBeNull();
  other.network.fault = () => null;
  await other.pullNow();
  expect(await mirrored(other.mirror, 'applications')).toHaveLength(1);
  expect(other.network.sent.map(({ path }) => path)).toEqual([FIRST_PAGE, FIRST_PAGE]);
});

test('a first page that was asked for early is given to its user alone', async () => {
  const { server, network, userId, mirror, pullNow } = aQuietPhone();
  server.addApplication();
  const other = new Mirror(userId + 1);
  onTestFinished(() => other.close());
  await askEarly(other);
  await pullNow();
  expect(await mirrored(mirror, 'applications')).toHaveLength(1);
  expect(network.sent).toHaveLength(2);
});

test('a page that came early and was not asked for in time is asked for again', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  server.addApplication();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => void vi.restoreAllMocks());
  await askEarly(mirror);
  vi.mocked(performance.now).mockReturnValue(now + 10_000);
  await pullNow();
  expect(network.sent).toHaveLength(2);
});

test('the first rows of a device come with the parts that open them', async () => {
  const { server, mirror, pullNow } = aQuietPhone();
  server.addApplication();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  onTestFinished(() => arrive());
  const asked = vi.fn(() => arrived);
  lazyPartFirst(asked);
  const early = askEarly(mirror);
  const pulled = pullNow();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(await Promise.race([early, pulled, 'nothing'])).toBe('nothing');
  expect(await mirrored(mirror, 'applications')).toHaveLength(0);

  arrive();
  await pulled;
  expect(await early).toHaveLength(1);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1);
});

const FIRST_PAGE = '/api/applications?since=0&limit=200';

test('W-05 while a list is first pulled the phone knows how much of it is still to come', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 2_500; at += 1) server.addApplication();
  const read = () => readAll(mirror, 'applications');
  expect((await read()).firstPull).toEqual({ isWhole: false, of: null });
  network.fault = ({ path }) => (path.includes('before=') ? 'drop-before' : null);
  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);
  const part = await read();
  expect(part.rows).toHaveLength(200);
  expect(part.firstPull).toEqual({ isWhole: false, of: 2_500 });

  network.fault = ({ path }) => (path.includes('before=2301') ? 'drop-before' : null);
  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);
  expect((await read()).firstPull).toEqual({ isWhole: false, of: 2_500 });
  network.fault = () => null;
  await pullNow();
  const whole = await read();
  expect(whole.rows).toHaveLength(2_500);
  expect(whole.firstPull).toEqual({ isWhole: true, of: null });
});

test('a list that was whole stays whole while it is pulled afresh', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 1_400; at += 1) server.addApplication();
  await pullNow();
  server.restore();
  network.fault = ({ path }) => (path.includes('before=') ? 'drop-before' : null);
  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);
  const read = await readAll(mirror, 'applications');
  expect(read.rows).toHaveLength(1_400);
  expect(read.firstPull.isWhole).toBe(true);
});

test('W-05 an interrupted first pull goes on where it was, and nothing is missing', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 2_500; at += 1) server.addApplication();
  let pages = 0;
  network.fault = () => {
    pages += 1;
    return pages > 2 ? 'drop-before' : null;
  };
  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1_200);

  network.fault = () => null;
  const changed = [...server.applications.values()].at(3);
  server.setStatus(changed?.id ?? '', 'signed');
  const added = server.addApplication({ playerName: 'Came meanwhile' });
  network.sent.length = 0;
  await pullNow();

  expect(await mirrored(mirror, 'applications')).toHaveLength(2_501);
  expect(await mirroredRow(mirror, 'applications', added.id)).toMatchObject({
    playerName: 'Came meanwhile',
  });
  expect(await mirroredRow(mirror, 'applications', changed?.id ?? '')).toMatchObject({
    status: 'signed',
  });
  // What is new comes first, then the rest; no page is asked for twice.
  expect(network.sent.map(({ path }) => path.replace(/epoch=[^&]*/, ''))).toEqual([
    '/api/applications?since=2500&&limit=1000',
    '/api/applications?since=0&before=1301&&limit=2000',
  ]);
  expect(await listState(mirror, 'applications')).toMatchObject({ cursor: 2_502, tail: null });
});

test('the next pull asks only for what changed, and learns what is gone', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  const [kept, gone] = [server.addApplication(), server.addApplication()];
  server.setStatus(gone.id, 'signed');
  await pullNow();
  server.setStatus(kept.id, 'in_review', 'A note.');
  server.remove('applications', gone.id);
  network.sent.length = 0;
  await pullNow();

  expect(network.sent).toHaveLength(1);
  expect(network.sent[0]?.path).toContain('since=3&epoch=');
  expect(await mirrored(mirror, 'applications')).toMatchObject([
    { id: kept.id, status: 'in_review' },
  ]);
  expect(await mirroredHistory(mirror)).toMatchObject([
    { applicationId: kept.id, notes: 'A note.' },
  ]);
});

test('after a restored backup everything is pulled afresh, the list is never empty, old rows go at the end', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 1_400; at += 1) server.addApplication();
  await pullNow();
  const [lost] = server.applications.keys();
  server.applications.delete(lost ?? '');
  server.restore();

  network.fault = ({ path }) => (path.includes('before=') ? 'drop-before' : null);
  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1_400);

  network.fault = () => null;
  await pullNow();
  expect(await mirrored(mirror, 'applications')).toHaveLength(1_399);
  const rows = await mirrored(mirror, 'applications');
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(rows.sort(byId)).toEqual([...server.applications.values()].sort(byId));
});

test('a database that is replaced between two pages starts the pull over', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 1_500; at += 1) server.addApplication();
  network.fault = ({ path }) => {
    if (path.includes('before=') && network.sent.length === 2) server.restore();
    return null;
  };
  await pullNow();

  expect(await mirrored(mirror, 'applications')).toHaveLength(1_500);
  expect(await listState(mirror, 'applications')).toMatchObject({
    epoch: server.epoch,
    tail: null,
  });
});

test('W-18 a row that changes while everything is pulled again stays, and what is asked about it', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  const { id } = server.addApplication();
  for (let at = 0; at < 1_400; at += 1) server.addApplication();
  await pullNow();
  const entity = laneOf('applications', id);
  const question = {
    id: idOfQuestion(entity, 'status'),
    entity,
    field: 'status',
    type: 'status-changed',
    key: crypto.randomUUID(),
    seen: 'pending',
    mine: 'signed',
    theirs: 'rejected',
  };
  await mirror.questions.put(question);
  await mirror.meta.put({ ...(await listState(mirror, 'applications')), cursor: 0 });

  // It rises above the page that was read, and is in none of the others.
  let isChanged = false;
  network.fault = ({ path }) => {
    if (path.includes('before=') && !isChanged) server.setStatus(id, 'in_review');
    isChanged ||= path.includes('before=');
    return null;
  };
  await pullNow();
  expect(isChanged).toBe(true);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'in_review' });
  expect(await mirror.questions.toArray()).toEqual([question]);
});

test('W-18 so it does when a page that came early, from before the change, waits for its pull', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  const { id } = server.addApplication();
  for (let at = 0; at < 1_400; at += 1) server.addApplication();
  await pullNow();
  const state = await listState(mirror, 'applications');
  const path = pathOfPage('applications', { since: state.cursor }, state.epoch, PAGE);
  // Each page takes so long that the next one is as small as a page that comes early.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_001));
  const { revision, epoch } = server;
  const nothingNew = { rows: [], history: [], epoch, revision, reset: false, gone: [], next: null };
  keepEarly(mirror, path, Promise.resolve(nothingNew));
  await mirror.meta.put({ ...state, cursor: 0 });

  let isChanged = false;
  network.fault = (asked) => {
    if (asked.path.includes('before=') && !isChanged) server.setStatus(id, 'in_review');
    isChanged ||= asked.path.includes('before=');
    return null;
  };
  await pullNow();
  expect(isChanged).toBe(true);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'in_review' });
});

test('W-09 fault 32: an interrupted pull, too, notices a server that has lost its last changes', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 1_400; at += 1) server.addApplication();
  const goBack = server.backUp();
  for (const [id] of [...server.applications].slice(0, 5)) server.setStatus(id, 'signed');
  network.fault = ({ path }) => (path.includes('before=') ? 'drop-before' : null);
  await expect(pullNow()).rejects.toBeInstanceOf(Unreachable);
  await mirror.meta.put({ key: 'server', epoch: server.epoch, heard: server.epoch });
  goBack(server.epoch);

  network.fault = () => null;
  network.sent.length = 0;
  await pullNow();
  expect(network.sent.map(({ path }) => path)).toContain('/api/unknown-keys');
  expect(isSettled(await serverState(mirror))).toBe(true);
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  const rows = await mirrored(mirror, 'applications');
  expect(rows.sort(byId)).toEqual([...server.applications.values()].sort(byId));
});

test('a page never overwrites the newer row that an answer brought meanwhile', async () => {
  const { server, network, mirror, openTab, pass } = aQuietPhone();
  const { id } = server.addApplication();
  const { engine } = openTab();
  await pass(1_000);
  const [row] = await readNewest(mirror, 'applications', 1);
  if (!row) throw new Error('Nothing was pulled.');

  // The pull's page is read before the change is applied, and arrives after its answer.
  const inner = network.fetch;
  let release = () => {};
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const answer = await inner(path, init);
    if (path.startsWith('/api/applications?')) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return answer;
  }) as typeof fetch;
  server.setStatus(id, 'in_review');
  const pulling = engine.refresh(['applications'], { force: true });
  await pass(500);
  await changeStatus(mirror, row, { status: 'signed', notes: null });
  await pass(500);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
  globalThis.fetch = inner as typeof fetch;
  release();
  await pulling;

  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({
    status: 'signed',
    version: 3,
  });
});

test('X-10 a pull that fails is not repeated by itself', async () => {
  const { network, openTab, pass } = aPhone();
  network.fault = ({ path }) => (path.includes('since=') ? 'error-500' : null);
  openTab();
  await pass(120_000);
  expect(network.reads('/api/applications')).toBe(1);
  expect(network.reads('/api/contacts')).toBe(1);
});

test('X-11 what was pulled is fresh for 60 s, for every screen and every tab', async () => {
  const { network, openTab, pass } = aPhone();
  const tabs = [openTab(), openTab()];
  await pass(1_000);
  for (const { engine } of tabs) await engine.refresh(['applications', 'contacts']);
  await pass(50_000);
  for (const { engine } of tabs) await engine.refresh(['applications', 'contacts']);
  expect(network.reads('/api/applications')).toBe(1);

  await pass(10_000);
  await Promise.all(tabs.map(({ engine }) => engine.refresh(['applications'])));
  await pass(1_000);
  expect(network.reads('/api/applications')).toBe(2);
  expect(network.reads('/api/contacts')).toBe(1);
});

test('X-12 campaigns stay fresh for as long as the page is open', async () => {
  const { network, mirror, signal, pass } = aQuietPhone();
  const refresher = new Refresher(mirror, signal, Date.now());
  await refresher.refresh(['campaigns', 'contacts'], { force: false });
  await pass(61_000);
  await refresher.refresh(['campaigns', 'contacts'], { force: false });
  expect(network.reads('/api/contacts')).toBe(2);
  expect(network.reads('/api/campaigns')).toBe(1);
  await refresher.refresh(['campaigns'], { force: true });
  expect(network.reads('/api/campaigns')).toBe(2);
});

test('X-11 a page that was just loaded reads anew, though the mirror is fresh', async () => {
  const { network, mirror, signal, pass } = aQuietPhone();
  const lists = ['applications'] as const;
  await new Refresher(mirror, signal, Date.now()).refresh(lists, { force: false });
  await pass(10_000);
  const reloaded = new Refresher(mirror, signal, Date.now());
  await reloaded.refresh(lists, { force: false });
  await reloaded.refresh(lists, { force: false });
  expect(network.reads('/api/applications')).toBe(2);
});

test('X-11 P-10 one application with its history is read once in 60 s', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  server.setStatus(id, 'in_review', 'A note.');
  const { engine, mirror } = openTab();
  await pass(1_000);
  expect(await engine.refreshApplication(id)).toBe('ready');
  expect(await engine.refreshApplication(id)).toBe('ready');
  await pass(59_000);
  await engine.refreshApplication(id);
  expect(network.reads(`/api/applications/${id}`)).toBe(1);
  expect(network.reads(`/api/applications/${id}/history`)).toBe(1);
  expect(await readHistory(mirror, id)).toMatchObject([{ notes: 'A note.' }]);

  await pass(2_000);
  await engine.refreshApplication(id);
  expect(network.reads(`/api/applications/${id}`)).toBe(2);
});

test('P-03 an application that is gone at the server is missing here too', async () => {
  const { server, id, engine, mirror } = await aPhoneWithApplication();
  server.applications.delete(id);
  expect(await engine.refreshApplication(id)).toBe('missing');
  expect(await mirroredRow(mirror, 'applications', id)).toBeUndefined();
});

test('W-12 a list that the user may no longer see leaves the phone; queued changes stay', async () => {
  const { network, pass, application, engine, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  const [seen] = await readNewest(mirror, 'applications', 1);
  if (!seen) throw new Error('Nothing was pulled.');
  await changeStatus(mirror, seen, { status: 'signed', notes: null });
  await pass(200);

  const inner = network.fetch;
  network.fault = () => null;
  globalThis.fetch = (async (path: string, init?: RequestInit) =>
    path.startsWith('/api/applications')
      ? Response.json({ message: 'No longer yours.', code: 'forbidden' }, { status: 403 })
      : inner(path, init)) as typeof fetch;
  await expect(engine.refresh(['applications'], { force: true })).rejects.toThrow(/^403: /);

  expect(await mirrored(mirror, 'applications')).toHaveLength(0);
  expect(await mirror.outbox.count()).toBe(1);
  expect(application.status).toBe('pending');
});

test("W-13 somebody else's session brings nothing into this mirror and takes nothing out", async () => {
  const { server, userId, engine, mirror } = await aPhoneWithApplication();
  server.user = aUser(userId + 500);
  server.addApplication();
  await expect(engine.refresh(['applications'], { force: true })).rejects.toThrow(/^403: /);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1);
});

/** Changes the first row of each page on the disk, or takes all its rows away. */
function changePages(mirror: Mirror, to: { version: number } | null): PromiseLike<unknown> {
  return pagesOf(mirror, 'applications')
    .toCollection()
    .modify((page) => {
      const [row] = page.rows;
      if (to === null) Reflect.deleteProperty(page, 'rows');
      else if (row) Object.assign(row, to);
    });
}

test.each<[name: string, breakIt: (mirror: Mirror, id: string) => PromiseLike<unknown>]>([
  ['is missing', (mirror, id) => removeRows(mirror, 'applications', [id])],
  [
    'is left over',
    (mirror) => keepRows(mirror, 'applications', [{ ...anApplication(), version: 1 }]),
  ],
  ['is out of date', (mirror) => changePages(mirror, { version: 1 })],
  ['cannot be read', (mirror) => changePages(mirror, null)],
  ['has lost an entry of its history', (mirror) => mirror.historyPages.clear()],
])('W-05 a mirror in which a row %s repairs itself at the next pull', async (_name, breakIt) => {
  const { server, mirror, pullNow } = aQuietPhone();
  for (let at = 0; at < 5; at += 1) server.addApplication();
  const [first] = server.applications.keys();
  server.setStatus(first ?? '', 'signed', 'Well done.');
  await pullNow();
  mirror.close();

  // The page is loaded again.
  const again = new Mirror(mirror.userId);
  onTestFinished(() => again.close());
  await breakIt(again, first ?? '');
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  await pull(again, 'applications', new AbortController().signal);
  expect(warned).toHaveBeenCalledOnce();
  const rows = await mirrored(again, 'applications');
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(rows.sort(byId)).toEqual([...server.applications.values()].sort(byId));
  expect(await mirroredHistory(again)).toHaveLength(1);
});

test('W-05 a repair that does not help is not tried again, and history that made room is not missed', async () => {
  const { server, network, mirror, pullNow } = aQuietPhone();
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const { id } = server.addApplication();
  server.setStatus(id, 'signed');
  await pullNow();
  await makeRoom(mirror);
  server.setStatus(id, 'rejected');
  network.sent.length = 0;
  await pullNow();
  expect(network.sent).toHaveLength(1);

  // A row that the server counts and never sends.
  const lost = server.addApplication();
  server.applications.set(lost.id, { ...lost, version: 0 });
  for (let round = 0; round < 3; round += 1) {
    server.setStatus(id, round % 2 === 0 ? 'signed' : 'rejected');
    await pullNow();
  }
  expect(network.sent.length).toBeLessThanOrEqual(6);
});

test('W-05 a page that cannot be read is read again; the server is not asked what it has lost', async () => {
  const { server, mirror, pullNow } = aQuietPhone();
  server.addApplication();
  await pullNow();
  await mirror.meta.put({ key: 'server', epoch: server.epoch, heard: server.epoch });
  mirror.close();

  const again = new Mirror(mirror.userId);
  onTestFinished(() => again.close());
  await changePages(again, null);
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  await pull(again, 'applications', new AbortController().signal);
  expect(await mirrored(again, 'applications')).toHaveLength(1);
  expect(isSettled(await serverState(again))).toBe(true);
});

/** The next row is not written. */
function failNextWrite(name: string): void {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('It is not written.', name);
  });
}

test('fault 23: on a full device the history makes room for the rows of a page; after another failure it stays', async () => {
  const { server, mirror, pullNow } = aQuietPhone();
  const { id } = server.addApplication();
  server.setStatus(id, 'in_review');
  await pullNow();
  server.setStatus(id, 'signed');
  failNextWrite('DataError');
  await expect(pullNow()).rejects.toThrow('It is not written.');
  expect(await mirroredHistory(mirror)).toHaveLength(1);

  failNextWrite('QuotaExceededError');
  await pullNow();
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
  expect(await mirroredHistory(mirror)).toEqual([]);
  expect(await isTrimmed(mirror)).toBe(true);
});

test('W-18 a record that a full pull no longer brings is forgotten with its accepted changes', async () => {
  const { server, mirror, engine, id, pass } = await aPhoneWithApplication();
  const [row] = await readNewest(mirror, 'applications', 1);
  if (!row) throw new Error('Nothing was pulled.');
  await changeStatus(mirror, row, { status: 'signed', notes: 'About the person.' });
  await pass(1_000);
  const kept = async () => (await mirror.ended.toArray()).flatMap(({ entries }) => entries);
  expect(await kept()).toHaveLength(1);

  // Its deletion is so long ago that the server no longer tells it.
  server.applications.delete(id);
  await mirror.meta.put({ ...(await listState(mirror, 'applications')), cursor: 0 });
  await engine.refresh(['applications'], { force: true });
  expect(await mirrored(mirror, 'applications')).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('the older half of the history makes room, and comes back after a day, once it fits', async () => {
  const { server, mirror, pullNow } = aQuietPhone();
  const free = vi.fn(async () => ({ quota: 60_000_000, usage: 55_000_000 }));
  vi.stubGlobal('navigator', { ...navigator, storage: { estimate: free } });
  const { id } = server.addApplication();
  for (const status of ['in_review', 'interview', 'signed'] as const) {
    server.setStatus(id, status);
    await pullNow();
  }
  await makeRoom(mirror);
  expect((await mirroredHistory(mirror)).map(({ newStatus }) => newStatus)).toEqual(['signed']);
  expect(await isTrimmed(mirror)).toBe(true);

  free.mockResolvedValue({ quota: 600_000_000, usage: 55_000_000 });
  await pullNow();
  vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
  free.mockResolvedValue({ quota: 60_000_000, usage: 55_000_000 });
  await pullNow();
  expect(await mirroredHistory(mirror)).toHaveLength(1);
  free.mockResolvedValue({ quota: 600_000_000, usage: 55_000_000 });
  await pullNow();
  expect(await mirroredHistory(mirror)).toHaveLength(3);
  expect(await isTrimmed(mirror)).toBe(false);
});
