import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { LEASE_SIZE } from '#contract/campaigns.ts';
import { connection } from '#pwa/lib/connection.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { campaignIdsLeft, takeCampaignId } from '#pwa/local/outbox/campaign-ids.ts';
import { requestSend } from '#pwa/local/outbox/outbox-actions.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { readHistory, readNewest } from '#pwa/local/rows/read-rows.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { aUser } from '#pwa/test/fake-server.ts';
import { mirrored, mirroredRow } from '#pwa/test/mirrored.ts';
import type { Sent } from '#pwa/test/network.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';
import { setTo } from '#pwa/test/set-to.ts';
import { startSync } from './engine.ts';
import { syncStatus } from './status-store.ts';

async function newest(mirror: Mirror) {
  const [row] = await readNewest(mirror, 'applications', 1);
  if (!row) throw new Error('There is no application on the phone.');
  return row;
}

test('W-05 the first start fills the mirror with applications, contacts and campaigns', async () => {
  const { server, network, openTab, pass } = aPhone();
  const application = server.addApplication();
  const contact = server.addContact();
  const campaign = server.addCampaign();
  const { mirror } = openTab();
  await pass(1_000);

  expect(await mirrored(mirror, 'applications')).toMatchObject([application]);
  expect(await mirrored(mirror, 'contacts')).toMatchObject([contact]);
  expect(await mirrored(mirror, 'campaigns')).toMatchObject([campaign]);
  const asked = network.sent.map(({ path }) => path.split('?')[0]);
  expect(asked.sort()).toEqual([
    '/api/applications',
    '/api/campaign-ids',
    '/api/campaigns',
    '/api/contacts',
  ]);
});

test('W-05 a first pull with a page that got no answer goes on by itself, soon', async () => {
  const { server, network, openTab, pass } = aPhone();
  for (let at = 0; at < 1_500; at += 1) server.addApplication();
  let hung = 0;
  network.fault = ({ path }) => {
    if (!path.includes('before=') || hung === 1) return null;
    hung += 1;
    return 'stall-before';
  };
  const { engine, mirror } = openTab();
  await pass(5_000);
  // Another answer shows that the server can be reached.
  await engine.refresh(['contacts'], { force: true });
  expect(await mirrored(mirror, 'applications')).toHaveLength(200);

  await pass(15_000);
  expect(connection.getState().isOffline).toBe(false);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1_500);
});

test('W-05 a pull that fails is tried again with backoff, not in a loop', async () => {
  const { server, network, openTab, pass } = aPhone();
  for (let at = 0; at < 1_500; at += 1) server.addApplication();
  network.fault = ({ path }) => (path.includes('before=') ? 'error-500' : null);
  const { mirror } = openTab();
  await pass(60_000);
  const asked = network.sent.filter(({ path }) => path.includes('before='));
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.length).toBeLessThan(15);
  network.fault = () => null;
  await pass(61_000);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1_500);
});

test.each([
  ['together', 'after an event', true],
  ['alone', 'after an own change', false],
])('W-05 a pull of lists %s that fails %s is tried again with backoff', async (_, __, isLive) => {
  const { server, network, openTab, pass } = aPhone();
  network.isLive = isLive;
  const { id } = server.addApplication();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = ({ path, body }) =>
    path.startsWith('/api/applications?') || body.includes('"calls":[]') ? 'error-500' : null;
  server.addApplication();
  network.sent.length = 0;
  if (isLive) network.poke();
  else await setTo(mirror, id, 'signed');
  await pass(60_000);
  const asked = network.sent.filter(
    ({ path, body }) => path.startsWith('/api/applications?') || body.includes('"calls":[]'),
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.length).toBeLessThan(15);
  network.fault = () => null;
  await pass(61_000);
  expect(await mirrored(mirror, 'applications')).toHaveLength(2);
});

/** A phone with two changes that the server does not take, in one batch; it gives rows all the same. */
async function aPhoneThatOnlyReads() {
  const phone = aPhone();
  const { server, network, openTab, pass } = phone;
  network.isLive = true;
  for (let at = 0; at < 2; at += 1) server.addApplication();
  const tab = openTab();
  await pass(1_000);
  // Lists are also read together, by a batch without changes.
  const reads = ({ method, body }: Sent) => method === 'GET' || body.includes('"calls":[]');
  network.fault = (asked) => (reads(asked) ? null : 'error-500');
  for (const row of await readNewest(tab.mirror, 'applications', 2)) {
    await changeStatus(tab.mirror, row, { status: 'signed', notes: null });
  }
  await pass(5_000);
  return { ...phone, tab };
}

test('W-05 a server that takes no changes still brings the rows of an event', async () => {
  const { server, network, pass, tab } = await aPhoneThatOnlyReads();
  server.addApplication();
  network.poke();
  await pass(1_000);
  expect(await mirrored(tab.mirror, 'applications')).toHaveLength(3);
  expect(syncStatus.getState()).toMatchObject({ waiting: 2, refused: 0 });

  network.fault = () => null;
  await pass(60_500);
  expect(syncStatus.getState().waiting).toBe(0);
});

test('W-05 a start with changes that the server does not take brings all lists up to date', async () => {
  const { server, pass, openTab, tab } = await aPhoneThatOnlyReads();
  tab.close();
  server.addApplication();
  server.addContact();
  await pass(61_000);
  const { mirror } = openTab();
  await pass(5_000);
  expect(await mirrored(mirror, 'applications')).toHaveLength(3);
  expect(await mirrored(mirror, 'contacts')).toHaveLength(1);
});

test('W-05 a list whose pull has failed while no changes were taken is pulled after that, and not in a loop', async () => {
  const { server, network, pass, tab } = await aPhoneThatOnlyReads();
  network.fault = () => 'error-500';
  server.addApplication();
  network.poke();
  network.sent.length = 0;
  await pass(10 * 60_000);
  const reads = network.sent.filter(({ path }) => path.startsWith('/api/applications?'));
  expect(reads.length).toBeLessThan(40);

  network.fault = () => null;
  await pass(61_000);
  expect(await mirrored(tab.mirror, 'applications')).toHaveLength(3);
});

test('W-06 W-09 a status changed offline shows at once and is sent once, without being asked', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();

  network.fault = () => 'drop-before';
  const change = { status: 'signed', notes: 'He said yes.' } as const;
  const key = await changeStatus(mirror, await newest(mirror), change);
  await pass(5_000);
  expect(await newest(mirror)).toMatchObject({ id, status: 'signed', waiting: 'not-sent' });
  expect(await readHistory(mirror, id)).toMatchObject([
    { id: key, previousStatus: 'pending', newStatus: 'signed', waiting: 'not-sent' },
  ]);
  expect(server.applied.size).toBe(0);

  network.fault = () => null;
  await pass(10_500);
  expect(server.applied).toEqual(new Map([[key, 1]]));
  expect(await newest(mirror)).toMatchObject({ status: 'signed', waiting: null });
  expect(await readHistory(mirror, id)).toMatchObject([{ id: key, waiting: null }]);
});

test('W-08 the queue and its changes on screen survive closing and opening the app offline', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  const first = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const change = { status: 'rejected', notes: 'Knee.' } as const;
  const key = await changeStatus(first.mirror, await newest(first.mirror), change);
  first.close();

  const { mirror } = openTab();
  await pass(1_000);
  expect(await newest(mirror)).toMatchObject({ id, status: 'rejected', waiting: 'not-sent' });
  expect(await readHistory(mirror, id)).toMatchObject([{ id: key, notes: 'Knee.' }]);
  expect(syncStatus.getState().waiting).toBe(1);
});

test('W-09 the engine notices the end of a tunnel of minutes within ten seconds', async () => {
  const { server, network, pass, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(4 * 60_000);
  expect(connection.getState().isOffline).toBe(true);

  network.fault = () => null;
  await pass(10_500);
  expect(server.applied.size).toBe(1);
  expect(connection.getState().isOffline).toBe(false);
});

test('W-20 with an empty queue, the connection shows again within ten seconds and no data is read', async () => {
  const { network, openTab, pass, tell } = aPhone();
  openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  tell('offline');
  expect(connection.getState().isOffline).toBe(true);
  network.sent.length = 0;
  await pass(30_000);
  expect(new Set(network.sent.map(({ path }) => path))).toEqual(new Set(['/api/health']));

  network.fault = () => null;
  await pass(10_500);
  expect(connection.getState().isOffline).toBe(false);
});

test('W-12 what waits behind a refused change is sent once that is discarded', async () => {
  const { server, pass, id, mirror } = await aPhoneWithApplication();
  const row = server.applications.get(id);
  server.applications.delete(id);
  const refused = await setTo(mirror, id, 'in_review');
  await pass(1_000);
  const behind = await setTo(mirror, id, 'signed', 'Behind it.');
  await pass(1_000);
  if (row) server.applications.set(id, row);
  await pass(20_000);
  expect(await mirror.outbox.toArray()).toMatchObject([{ state: 'refused' }, { key: behind }]);

  expect(await takeBack(mirror, refused)).toBe('undone');
  await pass(2_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.historyOf(id)).toMatchObject([{ id: behind }]);
});

test('W-20 navigator.onLine proves nothing: a captive portal counts as offline', async () => {
  const { network, openTab, pass, tell } = aPhone();
  openTab();
  await pass(1_000);
  tell('offline');
  network.fault = () => 'portal';
  tell('online');
  await pass(20_000);
  expect(connection.getState().isOffline).toBe(true);
});

test('Q-32 on return it drains once and then pulls once', async () => {
  const { network, pass, tell, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(1_000);
  network.fault = () => null;
  network.sent.length = 0;
  tell('online');
  await pass(2_000);

  const [first, ...rest] = network.sent.map(
    ({ method, path }) => `${method} ${path.split('?')[0]}`,
  );
  expect(first).toBe(`PATCH /api/applications/${id}/status`);
  expect(rest.sort()).toEqual(['GET /api/applications', 'GET /api/campaigns', 'GET /api/contacts']);
});

test('X-10 nothing is read at an interval or when the page becomes visible', async () => {
  const { network, openTab, pass, tell } = aPhone();
  openTab();
  await pass(1_000);
  const before = network.sent.length;
  for (let minute = 0; minute < 10; minute += 1) {
    tell('visible');
    await pass(60_000);
  }
  expect(network.sent.length).toBe(before);
});

test('P-17 after a change is accepted, its list is pulled once', async () => {
  const { network, pass, mirror } = await aPhoneWithApplication();
  network.sent.length = 0;
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(2_000);
  expect(network.reads('/api/applications')).toBe(1);
  expect(network.reads('/api/contacts')).toBe(0);
});

test('W-09 a connection that flaps every three seconds means no two drains at once and few requests per change', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  let isUp = false;
  network.fault = () => (isUp ? null : 'drop-before');
  for (let turn = 0; turn < 20; turn += 1) {
    isUp = turn % 2 === 1;
    tell(isUp ? 'online' : 'offline');
    const notes = `Note ${turn}`;
    await changeStatus(mirror, await newest(mirror), { status: 'pending', notes });
    await pass(3_000);
  }
  network.fault = () => null;
  await pass(20_000);
  expect(server.historyOf(id).map(({ notes }) => notes)).toEqual(
    Array.from({ length: 20 }, (_, turn) => `Note ${turn}`),
  );
  expect(network.writes().length).toBeLessThan(3 * 20);
});

test('W-09 a slow pull does not hold up a change', async () => {
  const { server, network, pass, engine, mirror } = await aPhoneWithApplication();
  network.fault = ({ path }) => (path.includes('since=') ? 'stall-before' : null);
  void engine.refresh(['applications'], { force: true }).catch(() => undefined);
  await pass(500);
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(1_000);
  expect(server.applied.size).toBe(1);
});

test('E-06 campaigns can be made right after sign-in, however long the first pull takes', async () => {
  const { network, openTab, pass } = aPhone();
  network.fault = ({ path }) => (path.startsWith('/api/applications') ? 'stall-before' : null);
  const { mirror } = openTab();
  await pass(500);
  expect(await campaignIdsLeft(mirror)).toBe(LEASE_SIZE);
});

test('E-06 the numbers for campaigns are asked for again when their answer was lost, and after every tunnel', async () => {
  const { network, openTab, pass, tell } = aPhone();
  let lost = 0;
  network.fault = ({ path }) => {
    if (path !== '/api/campaign-ids' || lost === 3) return null;
    lost += 1;
    return 'drop-after';
  };
  const { mirror } = openTab();
  await pass(15_000);
  expect(lost).toBe(3);
  expect(await campaignIdsLeft(mirror)).toBe(LEASE_SIZE);

  network.fault = () => 'drop-before';
  tell('offline');
  for (let taken = 0; taken < LEASE_SIZE; taken += 1) await takeCampaignId(mirror);
  expect(await campaignIdsLeft(mirror)).toBe(0);
  await pass(10_000);
  network.fault = () => null;
  await pass(10_500);
  expect(await campaignIdsLeft(mirror)).toBe(LEASE_SIZE);
});

test('E-06 a server in trouble is not asked for numbers for campaigns again and again', async () => {
  const { network, openTab, pass } = aPhone();
  network.fault = ({ path }) => (path === '/api/campaign-ids' ? 'error-500' : null);
  openTab();
  await pass(10 * 60_000);
  const asked = network.sent.filter(({ path }) => path === '/api/campaign-ids');
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.length).toBeLessThan(8);
});

test('W-09 a person can have the queue sent at once', async () => {
  const { server, network, pass, engine, mirror } = await aPhoneWithApplication();
  network.fault = ({ key }) => (key ? 'error-500' : null);
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(20_000);
  network.fault = () => null;
  requestSend();
  await pass(200);
  expect(server.applied.size).toBe(1);
  await engine.sendNow();
  expect(syncStatus.getState()).toMatchObject({ waiting: 0, sending: null });
});

test('fault 24 a count of the queue that fails is made again; until then the last one stands', async () => {
  const { network, pass, application: seen, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await changeStatus(mirror, seen, { status: 'signed', notes: null });
  await pass(500);
  expect(syncStatus.getState().waiting).toBe(1);
  const counting = vi.spyOn(mirror.questions, 'count');
  // One change may be counted more than once.
  counting.mockRejectedValue(new DOMException('Lost.', 'UnknownError') as never);
  await changeStatus(mirror, seen, { status: 'signed', notes: 'Again.' });
  await pass(200);
  expect(counting).toHaveBeenCalled();
  expect(syncStatus.getState().waiting).toBe(1);
  counting.mockRestore();
  await pass(1_500);
  expect(syncStatus.getState().waiting).toBe(2);
  await changeStatus(mirror, seen, { status: 'signed', notes: 'And again.' });
  await pass(200);
  expect(syncStatus.getState().waiting).toBe(3);
});

test('W-13 an engine that was stopped sends nothing more', async () => {
  const { network, pass, tell, engine, mirror } = await aPhoneWithApplication();
  const seen = await newest(mirror);
  engine.stop();
  network.sent.length = 0;
  await changeStatus(mirror, seen, { status: 'signed', notes: null });
  tell('online');
  await pass(30_000);
  expect(network.sent).toEqual([]);
});

test('W-09 when the sending tab is frozen, another takes over in less than 36 s', async () => {
  const { server, pass, userId, mirror } = await aPhoneWithApplication();
  // A frozen tab holds the lock and never gives it back.
  void navigator.locks
    .request(`agency-outbox-${userId}`, () => new Promise(() => undefined))
    .catch(() => undefined);
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(30_000);
  expect(server.applied.size).toBe(0);
  await pass(6_000);
  expect(server.applied.size).toBe(1);
});

test('fault 20: lists that a role no longer allows leave the phone; queued changes stay, to be refused', async () => {
  const { server, openTab, pass, userId } = aPhone();
  server.addApplication();
  server.addContact();
  server.addCampaign();
  const before = openTab();
  await pass(1_000);
  before.engine.stop();
  await changeStatus(before.mirror, await newest(before.mirror), { status: 'signed', notes: null });

  server.user = null;
  const { mirror } = before;
  const engine = startSync(mirror, { ...aUser(userId), role: 'agent', areas: ['dashboard'] });
  await pass(1_000);
  expect(await mirrored(mirror, 'campaigns')).toHaveLength(0);
  expect(await mirrored(mirror, 'applications')).toHaveLength(1);
  engine.stop();

  const last = startSync(mirror, { ...aUser(userId), role: 'agent', areas: [] });
  await pass(1_000);
  for (const name of ['applicationPages', 'historyPages', 'contactPages', 'campaignPages']) {
    const table = mirror.table(name);
    expect(await table.count()).toBe(0);
  }
  expect(await mirror.outbox.toArray()).toMatchObject([{ type: 'status-changed' }]);
  last.stop();
});

test('fault 16 a clock that was ahead when a send failed does not hold the change back once it is set right', async () => {
  const { server, network, pass, mirror } = await aPhoneWithApplication();
  const right = Date.now();
  vi.setSystemTime(right + 10 * 60_000);
  network.fault = ({ key }) => (key ? 'error-500' : null);
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(200);
  expect(await mirror.outbox.toArray()).toMatchObject([{ tries: 1 }]);
  vi.setSystemTime(right);
  network.fault = () => null;
  await pass(5_000);
  expect(server.applied.size).toBe(1);
});

test('fault 16 a clock that was ahead does not stretch a Retry-After either', async () => {
  const { server, network, pass, mirror } = await aPhoneWithApplication();
  network.fault = ({ key }) => (key ? 'error-500' : null);
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(200);
  const [entry] = await mirror.outbox.toArray();
  const ahead = Date.now() + 10 * 60_000;
  const times = { nextTryAt: ahead + 30_000, notBefore: ahead + 30_000 };
  const failure = { status: 429, code: null, requestId: null, at: ahead };
  await mirror.outbox.update(entry?.seq ?? 0, { ...times, failure });
  network.fault = () => null;
  await pass(5_000);
  expect(server.applied.size).toBe(1);
});

test('fault 16 a time weeks ahead neither holds a change back nor keeps the phone busy', async () => {
  const { server, network, pass, mirror } = await aPhoneWithApplication();
  network.fault = ({ key }) => (key ? 'error-500' : null);
  await changeStatus(mirror, await newest(mirror), { status: 'signed', notes: null });
  await pass(200);
  const [entry] = await mirror.outbox.toArray();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await mirror.outbox.update(entry?.seq ?? 0, { nextTryAt: Date.now() + 30 * 24 * 3_600_000 });
  network.sent.length = 0;
  await pass(10_000);
  expect(Math.max(...timers.mock.calls.map(([, delay]) => delay ?? 0))).toBeLessThan(2 ** 31);
  expect(network.sent.length).toBeLessThan(15);
  network.fault = () => null;
  await pass(60_000);
  expect(server.applied.size).toBe(1);
});

test("fault 16: after the phone's clock was set back a day, a requested pull still happens", async () => {
  const { server, openTab, pass } = aPhone();
  const { engine, mirror } = openTab();
  await pass(1_000);
  vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
  const { id } = server.addApplication();
  await engine.refresh(['applications'], { force: true });

  expect(await mirroredRow(mirror, 'applications', id)).toBeDefined();
});

test('W-09 changes queued behind a refused one do not keep the phone busy', async () => {
  const { network, pass, id, mirror } = await aPhoneWithApplication();
  const seen = await mirroredRow(mirror, 'applications', id);
  if (!seen) throw new Error('There is no application.');
  network.fault = () => 'drop-before';
  await changeStatus(mirror, seen, { status: 'in_review', notes: null });
  await changeStatus(mirror, seen, { status: 'in_review', notes: 'Met in Elche.' });
  await pass(500);
  // As after an answer "come again later" to both, and a refusal of the first.
  const [first, second] = await mirror.outbox.toArray();
  const problem = { code: 'invalid-input' as const, message: 'No.' };
  await mirror.outbox.update(first?.seq ?? 0, {
    state: 'refused',
    reason: { status: 400, problem },
  });
  await mirror.outbox.update(second?.seq ?? 0, { nextTryAt: Date.now() });
  network.fault = () => null;
  await pass(15_000);
  const rounds = vi.spyOn(mirror.outbox, 'count');
  await pass(10_000);

  expect(rounds.mock.calls.length).toBeLessThan(5);
});
