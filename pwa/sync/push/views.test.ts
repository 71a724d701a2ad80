import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { MOST_VIEWS, type ViewDraft } from '#contract/views.ts';
import { exportNoted } from '#pwa/local/changes/exports.ts';
import { viewRemoved, viewSaved } from '#pwa/local/changes/views.ts';
import { OWN } from '#pwa/local/database/empty-stale.ts';
import { emptyTables, type Mirror } from '#pwa/local/database/mirror.ts';
import { endedAmong } from '#pwa/local/outbox/outcome.ts';
import { newEntry, queue } from '#pwa/local/outbox/queue.ts';
import { acceptViews, noteNamed, readViews } from '#pwa/local/rows/saved-views.ts';
import { Refresher } from '#pwa/sync/pull/refresher.ts';
import { changeStatus, createApplication } from '#pwa/test/commands.ts';
import { isWrite } from '#pwa/test/network.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';

const LEO = v.parse(ApplicationDraft, { playerName: 'Leo Sanz', email: 'leo@example.org' });

const STRIKERS: ViewDraft = {
  name: 'Strikers',
  list: 'applications',
  filter: 'all',
  sort: 'name',
  where: { position: 'striker' },
  columns: null,
};

/** Saves a view, or removes it with null. */
function changeView(mirror: Mirror, id: string, draft: ViewDraft | null): Promise<string> {
  const change = draft
    ? viewSaved.make({ id, ...draft }, null)
    : viewRemoved.make(null, { id, ...STRIKERS });
  return queue(mirror, change);
}

test('a view saved without a signal shows at once, survives a closed app, and is sent once there is one', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const first = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  tell('offline');
  const id = newId();
  await changeView(first.mirror, id, STRIKERS);
  await pass(1_000);
  expect(await readViews(first.mirror)).toMatchObject([{ id, name: 'Strikers', isWaiting: true }]);
  first.close();

  const { mirror } = openTab();
  await pass(1_000);
  expect(await readViews(mirror)).toMatchObject([{ id, isWaiting: true }]);
  network.fault = () => null;
  await pass(12_000);
  expect(server.views.get(id)).toEqual({ id, ...STRIKERS });
  expect(await readViews(mirror)).toEqual([{ id, ...STRIKERS, isWaiting: false, refused: null }]);
});

test('views of another device come when a list is entered, and a removal here goes there', async () => {
  const { server, openTab, pass } = aPhone();
  const { mirror, engine } = openTab();
  await pass(1_000);
  const id = newId();
  server.views.set(id, { id, ...STRIKERS });
  engine.refreshViews();
  await pass(1_000);
  expect(await readViews(mirror)).toMatchObject([{ id, isWaiting: false }]);

  await changeView(mirror, id, null);
  expect(await readViews(mirror)).toEqual([]);
  await pass(1_000);
  expect(server.views.size).toBe(0);
  expect(await mirror.outbox.count()).toBe(0);
});

test('a view that the server refuses keeps its text, holds up no other, and is sent again when it is changed', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  const [refused, other] = [newId(), newId()];
  const tooLong = { ...STRIKERS, name: 'x'.repeat(61) };
  await changeView(mirror, refused, tooLong);
  await changeView(mirror, other, STRIKERS);
  await pass(2_000);
  expect([...server.views.keys()]).toEqual([other]);
  expect(await readViews(mirror)).toMatchObject([
    { id: other, isWaiting: false },
    { id: refused, isWaiting: true, refused: { code: 'invalid-input' }, name: tooLong.name },
  ]);
  network.sent.length = 0;
  await pass(60_000);
  expect(
    network.sent.filter(({ path, method }) => path === '/api/views' && method === 'PUT'),
  ).toEqual([]);

  await changeView(mirror, refused, { ...STRIKERS, name: 'Forwards' });
  await pass(2_000);
  expect(server.views.get(refused)?.name).toBe('Forwards');
});

test.each(['changed', 'removed'] as const)(
  'it is known that a refused view was dropped when it is %s',
  async (how) => {
    const { openTab, pass } = aPhone();
    const { mirror } = openTab();
    await pass(1_000);
    const id = newId();
    const key = await changeView(mirror, id, { ...STRIKERS, name: 'x'.repeat(61) });
    await pass(2_000);
    expect(await endedAmong(mirror, [key])).toMatchObject({ dropped: [] });

    await changeView(mirror, id, how === 'changed' ? STRIKERS : null);
    expect(await endedAmong(mirror, [key])).toMatchObject({ accepted: [], dropped: [key] });
  },
);

test('a view that was refused as one too many is sent again once there is room', async () => {
  const { server, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  const others = Array.from({ length: MOST_VIEWS }, () => newId());
  for (const id of others) server.views.set(id, { id, ...STRIKERS, name: id });
  const [id] = [newId()];
  await changeView(mirror, id, STRIKERS);
  await pass(2_000);
  expect((await readViews(mirror)).find((view) => view.id === id)).toMatchObject({
    refused: { code: 'too-many-views' },
  });

  await changeView(mirror, String(others[0]), null);
  await pass(5_000);
  expect(server.views.get(id)?.name).toBe('Strikers');
  expect(await mirror.outbox.count()).toBe(0);
});

test('a view that is changed while it is on its way is sent again', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  const id = newId();
  let isFirst = true;
  network.fault = ({ path }) => {
    if (!isFirst || path !== '/api/views') return null;
    isFirst = false;
    void changeView(mirror, id, { ...STRIKERS, name: 'Newer' });
    return null;
  };
  await changeView(mirror, id, STRIKERS);
  await pass(5_000);
  expect(server.views.get(id)?.name).toBe('Newer');
  expect(await readViews(mirror)).toMatchObject([{ name: 'Newer', isWaiting: false }]);
});

test('views to which two devices gave one name are told apart by a number, on every device alike', async () => {
  const { server, openTab, pass } = aPhone();
  const { mirror, engine } = openTab();
  await pass(1_000);
  const [first, second, third, other] = [newId(), newId(), newId(), newId()];
  await changeView(mirror, second, { ...STRIKERS, name: 'strikers' });
  server.views.set(first, { id: first, ...STRIKERS });
  server.views.set(third, { id: third, ...STRIKERS, name: 'Strikers (2)' });
  server.views.set(other, { id: other, ...STRIKERS, list: 'contacts' });
  engine.refreshViews();
  await pass(1_000);
  const named = new Map((await readViews(mirror)).map(({ id, name }) => [id, name]));
  expect(named).toEqual(
    new Map([
      [first, 'Strikers'],
      [second, 'strikers (3)'],
      [third, 'Strikers (2)'],
      [other, 'Strikers'],
    ]),
  );
});

test('a view whose name has a number because it was too long keeps a length that the server takes', async () => {
  const { server, openTab, pass } = aPhone();
  const { mirror, engine } = openTab();
  await pass(1_000);
  for (const id of [newId(), newId()])
    server.views.set(id, { id, ...STRIKERS, name: 'x'.repeat(60) });
  engine.refreshViews();
  await pass(1_000);
  const names = (await readViews(mirror)).map(({ name }) => name);
  expect(names.toSorted()).toEqual([`${'x'.repeat(55)} (2)`, 'x'.repeat(60)]);
});

test('a view that names a person who was erased meanwhile goes from the phone, and from the server that it reached late', async () => {
  const { server, network, mirror, id, pass, tell } = await aPhoneWithApplication();
  const { playerName } = server.applications.get(id) ?? { playerName: '' };
  expect(playerName).toContain(' ');
  network.fault = () => 'drop-before';
  tell('offline');
  const [named, other] = [newId(), newId()];
  await changeView(mirror, named, { ...STRIKERS, name: `Like ${playerName.toUpperCase()}` });
  await changeView(mirror, other, STRIKERS);
  server.anonymise(id);
  network.fault = () => null;
  tell('online');
  await pass(90_000);
  expect([...server.views.keys()]).toEqual([other]);
  expect((await readViews(mirror)).map((view) => view.id)).toEqual([other]);
  expect(await mirror.outbox.count()).toBe(0);
  const stored = JSON.stringify([await mirror.meta.toArray(), await mirror.ended.toArray()]);
  expect(stored.toUpperCase()).not.toContain(playerName.toUpperCase());
});

test.each(['anonymise', 'remove'] as const)(
  'a view that waits over a sign-out goes, too, when the person whom it names is erased meanwhile: %s',
  async (how) => {
    const { server, network, mirror, id, pass, tell } = await aPhoneWithApplication();
    const { playerName } = server.applications.get(id) ?? { playerName: '' };
    network.fault = () => 'drop-before';
    tell('offline');
    const [named, other] = [newId(), newId()];
    await changeView(mirror, named, { ...STRIKERS, name: `Like ${playerName}` });
    await changeView(mirror, other, STRIKERS);
    await noteNamed(mirror);
    await emptyTables(mirror, OWN);
    if (how === 'remove') server.remove('applications', id);
    else server.anonymise(id);
    network.fault = () => null;
    tell('online');
    await pass(90_000);
    expect([...server.views.keys()]).toEqual([other]);
    expect((await readViews(mirror)).map((view) => view.id)).toEqual([other]);
    const stored = [await mirror.meta.toArray(), await mirror.ended.toArray()];
    expect(JSON.stringify(stored)).not.toContain(playerName);
  },
);

test('a view that names a person whose deletion the server has forgotten goes, too', async () => {
  const { server, network, mirror, engine, application, pass, tell } =
    await aPhoneWithApplication();
  const { id, playerName } = application;
  network.fault = () => 'drop-before';
  tell('offline');
  await changeView(mirror, newId(), { ...STRIKERS, name: `Like ${playerName}` });
  server.remove('applications', id);
  server.oldest = server.revision;
  network.fault = () => null;
  tell('online');
  await engine.refresh(['applications'], { force: true });
  await pass(90_000);
  expect([...server.views.keys()]).toEqual([]);
  expect(await readViews(mirror)).toEqual([]);
});

test('a view that names a person stays while the record only changes, and while a full pull has not come to it', async () => {
  const { server, mirror, engine, application, pass } = await aPhoneWithApplication();
  const named = newId();
  await changeView(mirror, named, { ...STRIKERS, name: `Like ${application.playerName}` });
  await pass(1_000);
  server.setStatus(application.id, 'in_review');
  await engine.refresh(['applications'], { force: true });
  for (let at = 0; at < 1_500; at += 1) server.addApplication();
  server.oldest = server.revision;
  await engine.refresh(['applications'], { force: true });
  await pass(90_000);
  expect([...server.views.keys()]).toEqual([named]);
  expect((await readViews(mirror)).map((view) => view.id)).toEqual([named]);
});

test('a view that names a person whom a restored backup does not know yet stays', async () => {
  const { server, mirror, engine, pass } = await aPhoneWithApplication();
  const restore = server.backUp();
  await createApplication(mirror, LEO);
  const named = newId();
  await changeView(mirror, named, { ...STRIKERS, name: `Like ${LEO.playerName}` });
  await pass(1_000);
  restore();
  await engine.refresh(['applications', 'contacts', 'campaigns'], { force: true });
  await pass(90_000);
  expect([...server.applications.values()].map((row) => row.playerName)).toContain(LEO.playerName);
  expect((await readViews(mirror)).map((view) => view.id)).toEqual([named]);
});

test('a view that waits while the rows of its user are emptied goes, too, when the person whom it names is erased', async () => {
  const { server, network, mirror, engine, id, pass, tell } = await aPhoneWithApplication();
  const { playerName } = server.applications.get(id) ?? { playerName: '' };
  server.addContact();
  await engine.refresh(['contacts'], { force: true });
  network.fault = () => 'drop-before';
  tell('offline');
  const [named, other] = [newId(), newId()];
  await changeView(mirror, named, { ...STRIKERS, name: `Like ${playerName}` });
  await changeView(mirror, other, STRIKERS);
  const { signal } = new AbortController();
  await new Refresher(mirror, signal).forget(['applications', 'contacts']);
  server.anonymise(id);
  network.fault = () => null;
  tell('online');
  await pass(90_000);
  expect([...server.views.keys()]).toEqual([other]);
});

test('a view that names a person whose record was found deleted before a pull told so goes, too', async () => {
  const { server, network, mirror, engine, application, pass, tell } =
    await aPhoneWithApplication();
  const { id, playerName } = application;
  network.fault = ({ method }) => (method === 'GET' ? null : 'drop-before');
  const named = newId();
  await changeView(mirror, named, { ...STRIKERS, name: `Like ${playerName}` });
  server.remove('applications', id);
  await pass(61_000);
  expect(await engine.refreshApplication(id)).toBe('missing');
  await engine.refresh(['applications'], { force: true });
  network.fault = () => null;
  tell('online');
  await pass(90_000);
  expect([...server.views.keys()]).toEqual([]);
  expect(await readViews(mirror)).toEqual([]);
});

test.each(['an own change', 'its record'] as const)(
  'a view that names a person who was erased goes, too, when %s tells of the erasure before a pull',
  async (teller) => {
    const { server, network, mirror, engine, application, pass, tell } =
      await aPhoneWithApplication();
    const { id, playerName } = application;
    network.fault = () => 'drop-before';
    tell('offline');
    const named = newId();
    await changeView(mirror, named, { ...STRIKERS, name: `Like ${playerName}` });
    if (teller === 'an own change') {
      await changeStatus(mirror, application, { status: 'in_review', notes: null });
    }
    server.anonymise(id);
    network.fault = ({ path }) => {
      const isWanted = teller === 'its record' && !path.startsWith(`/api/applications/${id}`);
      return isWanted ? 'drop-before' : null;
    };
    if (teller === 'its record') await engine.refreshApplication(id);
    network.fault = () => null;
    tell('online');
    await pass(90_000);
    expect([...server.views.keys()]).toEqual([]);
    expect(await readViews(mirror)).toEqual([]);
    const stored = JSON.stringify([await mirror.meta.toArray(), await mirror.ended.toArray()]);
    expect(stored).not.toContain(playerName);
  },
);

test('a view that names a person whose application was made here and deleted before its answer came goes, too', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = (asked) => (isWrite(asked) ? 'drop-after' : null);
  const { id } = await createApplication(mirror, LEO);
  await pass(500);
  expect(server.applications.has(id)).toBe(true);
  network.fault = () => 'drop-before';
  const named = newId();
  await changeView(mirror, named, { ...STRIKERS, name: `Like ${LEO.playerName}` });
  server.remove('applications', id);
  network.fault = () => null;
  tell('online');
  await pass(90_000);
  expect(await mirror.outbox.toArray()).toEqual([]);
  expect([...server.views.keys()]).toEqual([]);
  const stored = JSON.stringify([await mirror.meta.toArray(), await mirror.ended.toArray()]);
  expect(stored).not.toContain(LEO.playerName);
});

test('a view that names an erased person goes from the server, too, if the page dies while it is removed', async () => {
  const { server, network, mirror, id, engine, pass } = await aPhoneWithApplication();
  const { playerName = '' } = server.applications.get(id) ?? {};
  const view = newId();
  network.fault = ({ path }) => (path.includes('/views/') ? 'drop-after' : null);
  await changeView(mirror, view, { ...STRIKERS, name: playerName });
  await pass(500);
  expect(server.views.has(view)).toBe(true);
  server.anonymise(id);
  // The transaction that adds an entry to the outbox does not happen.
  const killed = vi.spyOn(mirror.outbox, 'add').mockRejectedValue(new Error('killed'));
  await engine.refresh(['applications'], { force: true }).catch(() => undefined);
  expect(killed).toHaveBeenCalled();
  killed.mockRestore();

  network.fault = () => null;
  await engine.refresh(['applications'], { force: true });
  await pass(90_000);
  expect([...server.views.keys()]).toEqual([]);
  expect(await readViews(mirror)).toEqual([]);
});

test('views that were asked for before an erasure and arrive after it are not stored', async () => {
  const { server, network, mirror, engine, application, pass } = await aPhoneWithApplication();
  const { id, playerName } = application;
  const view = newId();
  server.views.set(view, { id: view, ...STRIKERS, name: `Like ${playerName}` });
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await network.fetch(path, init);
    if (path === '/api/views') await late;
    return answer;
  });
  engine.refreshViews();
  await pass(200);
  expect(network.reads('/api/views')).toBe(1);
  server.anonymise(id);
  server.views.delete(view);
  await engine.refresh(['applications'], { force: true });
  arrive();
  await pass(500);
  expect(JSON.stringify(await mirror.meta.toArray())).not.toContain(playerName);
});

test('views and notes of exports that were accepted after a backup come back to the restored server', async () => {
  const { server, mirror, engine, pass } = await aPhoneWithApplication();
  const id = newId();
  await changeView(mirror, id, STRIKERS);
  await pass(2_000);
  const restore = server.backUp();
  await changeView(mirror, id, { ...STRIKERS, name: 'After the backup' });
  await queue(mirror, exportNoted.make({ list: 'contacts', rows: 3 }, { id: newId() }));
  await pass(2_000);
  restore();
  expect([server.views.get(id)?.name, server.exports]).toEqual(['Strikers', []]);
  await engine.refresh(['applications'], { force: true });
  await pass(5_000);
  expect(server.views.get(id)?.name).toBe('After the backup');
  expect(server.exports).toEqual([{ list: 'contacts', rows: 3 }]);
});

test('a view that was removed and brought back at once comes back to the restored server', async () => {
  const { server, network, mirror, engine, pass, tell } = await aPhoneWithApplication();
  const restore = server.backUp();
  const id = newId();
  await changeView(mirror, id, STRIKERS);
  await pass(2_000);
  network.fault = () => 'drop-before';
  tell('offline');
  await changeView(mirror, id, null);
  await changeView(mirror, id, { ...STRIKERS, name: 'Brought back' });
  network.fault = () => null;
  tell('online');
  await pass(2_000);
  expect(server.views.get(id)?.name).toBe('Brought back');
  restore();
  expect(server.views.size).toBe(0);
  await engine.refresh(['applications'], { force: true });
  await pass(5_000);
  expect(server.views.get(id)?.name).toBe('Brought back');
});

test('an answer that is older than an accepted change does not replace it', async () => {
  const { network, mirror, engine, pass } = await aPhoneWithApplication();
  const id = newId();
  const entry = { ...newEntry(viewSaved.make({ id, ...STRIKERS }, null)), seq: 1 };
  network.fault = ({ path, method }) => {
    if (path !== '/api/views' || method !== 'GET') return null;
    network.fault = () => null;
    void mirror.transaction('rw', mirror.meta, async () => acceptViews(mirror, [entry]));
    return null;
  };
  engine.refreshViews();
  await pass(2_000);
  expect(network.reads('/api/views')).toBe(1);
  expect(await readViews(mirror)).toMatchObject([{ id, isWaiting: false }]);
});
