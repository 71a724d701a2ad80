import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { campaignCreated } from '#pwa/local/changes/campaigns.ts';
import { listState } from '#pwa/local/database/server-state.ts';
import { answerQuestion } from '#pwa/local/outbox/answer-question.ts';
import { endingsOf } from '#pwa/local/outbox/ended.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { readHistory, readNewest, readRow } from '#pwa/local/rows/read-rows.ts';
import { syncStatus } from '#pwa/sync/status-store.ts';
import {
  changeContactState,
  changeStatus,
  changeStatuses,
  convertContact,
  createApplication,
  editApplication,
  removeApplication,
  setFollowUp,
} from '#pwa/test/commands.ts';
import { aUser } from '#pwa/test/fake-server.ts';
import { mirrored, mirroredHistory, mirroredRow } from '#pwa/test/mirrored.ts';
import { isWrite, type Network } from '#pwa/test/network.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';
import { seenBy, setTo } from '#pwa/test/set-to.ts';

const DRAFT = v.parse(ApplicationDraft, { playerName: 'Leo Sanz', email: 'leo@example.org' });

/** Gives each answer the server's time. */
function tellTime({ fetch }: Network, now: () => number): void {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await fetch(path, init);
    answer.headers.set('Date', new Date(now()).toUTCString());
    return answer;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('W-09 Q-33 changes of one record are sent in the order in which they were made', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();

  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'in_review');
  await setTo(mirror, id, 'signed', 'Signed in Turin.');
  await setTo(mirror, id, 'signed', 'Boots wanted: 43.');
  network.fault = () => null;
  tell('online');
  await pass(1_000);

  expect(server.historyOf(id)).toMatchObject([
    { previousStatus: 'pending', newStatus: 'in_review', notes: null },
    { previousStatus: 'in_review', newStatus: 'signed', notes: 'Signed in Turin.' },
    { previousStatus: 'signed', newStatus: 'signed', notes: 'Boots wanted: 43.' },
  ]);
});

test('P-15 P-16 a change is the documented request, without notes when there are none, with what was seen', async () => {
  const { network, pass, userId, id, mirror } = await aPhoneWithApplication();

  const key = await setTo(mirror, id, 'signed', '   ');
  await pass(1_000);

  const [sent] = network.writes();
  expect(sent).toMatchObject({ method: 'PATCH', path: `/api/applications/${id}/status`, key });
  expect(sent?.body).toBe('{"status":"signed","seen":{"status":"pending"}}');
  expect(sent?.headers.get('Sent-For')).toBe(String(userId));
  expect(sent?.headers.get('Device-Time')).toMatch(/^\d{13}$/);
});

test.each([1, 2])(
  'fault 16 %s of the changes made by a wrong clock keep their moment when it is corrected before they are sent',
  async (count) => {
    const { server, network, openTab, pass, tell } = aPhone();
    const rows = Array.from({ length: count }, () => server.addApplication());
    let behind = 3 * 24 * 60 * 60_000;
    const trueNow = () => Date.now() + behind;
    tellTime(network, trueNow);
    const { mirror } = openTab();
    await pass(1_000);
    network.fault = () => 'drop-before';
    for (const { id } of rows) await setTo(mirror, id, 'signed');
    const madeAt = trueNow();
    await pass(60_000);

    vi.setSystemTime(trueNow());
    behind = 0;
    network.fault = () => null;
    tell('online');
    await pass(2_000);
    expect(await mirror.outbox.count()).toBe(0);
    const sent = network.sent.filter(isWrite).slice(-1);
    const told = sent.flatMap(({ headers, body }) => [
      ...(headers.has('Made-At') ? [Number(headers.get('Made-At'))] : []),
      ...(JSON.parse(body).calls ?? []).map((call: { madeAt: number }) => call.madeAt),
    ]);
    expect(told).toHaveLength(count);
    for (const moment of told) expect(Math.abs(moment - madeAt)).toBeLessThan(2_000);
  },
);

test('fault 16 a page that starts without a network knows the error of the clock from the page before it', async () => {
  const { server, network, openTab, pass, userId } = aPhone();
  server.addApplication();
  const trueNow = () => Date.now() + 3 * 24 * 60 * 60_000;
  tellTime(network, trueNow);
  const before = openTab();
  await pass(1_000);
  before.close();
  network.fault = () => 'drop-before';

  vi.resetModules();
  const { Mirror } = await import('#pwa/local/database/mirror.ts');
  const { startSync } = await import('#pwa/sync/engine.ts');
  const { changeStatus } = await import('#pwa/test/commands.ts');
  const mirror = new Mirror(userId);
  const engine = startSync(mirror, aUser(userId));
  onTestFinished(() => {
    engine.stop();
    mirror.close();
  });
  await pass(1_000);
  const [row] = await mirrored(mirror, 'applications');
  if (row) await changeStatus(mirror, row, { status: 'signed', notes: null });
  const [entry] = await mirror.outbox.toArray();
  expect(entry?.isTimeExact).toBe(true);
  expect(Math.abs(Date.parse(entry?.queuedAt ?? '') - trueNow())).toBeLessThan(2_000);
});

test('W-10 a change whose answer is lost is sent again under its key and applied once', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();

  let lost = false;
  network.fault = (sent) => {
    if (!isWrite(sent) || lost) return null;
    lost = true;
    return 'drop-after';
  };
  const key = await setTo(mirror, id, 'signed');
  await pass(15_000);

  expect(network.writes().map((sent) => sent.key)).toEqual([key, key]);
  expect(server.historyOf(id)).toHaveLength(1);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-10 a change that stalls is given up after 15 s and sent again, applied once', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();

  network.fault = (sent) => (isWrite(sent) && network.writes().length === 1 ? 'stall-after' : null);
  await setTo(mirror, id, 'signed');
  await pass(14_000);
  expect(await readOutbox(mirror)).toMatchObject([{ state: 'sending' }]);
  await pass(15_000);

  expect(server.historyOf(id)).toHaveLength(1);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-10 W-12 a change that stalls shows as in flight until its request is given up, then as queued and tried', async () => {
  const { network, pass, id, mirror } = await aPhoneWithApplication();

  network.fault = (sent) => (isWrite(sent) ? 'stall-before' : 'drop-before');
  await setTo(mirror, id, 'signed');
  await pass(14_000);
  expect(await readOutbox(mirror)).toMatchObject([{ state: 'sending', tries: 0 }]);
  await pass(1_500);
  expect(await readOutbox(mirror)).toMatchObject([{ state: 'waiting', tries: 1 }]);
});

test('W-11 when the status has changed on the server, the history has both and the person is asked', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();

  network.fault = () => 'drop-before';
  const key = await setTo(mirror, id, 'signed', 'He said yes.');
  server.setStatus(id, 'rejected', 'Knee.');
  network.fault = () => null;
  tell('online');
  await pass(1_000);

  expect(server.historyOf(id)).toMatchObject([
    { previousStatus: 'pending', newStatus: 'rejected', notes: 'Knee.' },
    { previousStatus: 'rejected', newStatus: 'signed', notes: 'He said yes.' },
  ]);
  const [question] = await mirror.questions.toArray();
  expect(question).toMatchObject({
    entity: `application:${id}`,
    field: 'status',
    key,
    seen: 'pending',
    mine: 'signed',
    theirs: 'rejected',
  });
  expect(syncStatus.getState().conflicts).toBe(1);

  if (!question) throw new Error('Nothing is asked.');
  await answerQuestion(mirror, question, 'theirs');
  await pass(1_000);
  expect(server.applications.get(id)?.status).toBe('rejected');
  expect(await mirror.questions.count()).toBe(0);
});

test('W-11 the question survives closing the app', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  const tab = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  await setTo(tab.mirror, id, 'signed');
  server.setStatus(id, 'rejected');
  network.fault = () => null;
  await pass(11_000);
  tab.close();

  expect(await openTab().mirror.questions.toArray()).toMatchObject([{ theirs: 'rejected' }]);
});

test('W-11 when somebody else has set the same status, nobody is asked and nothing is lost', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'signed');
  server.setStatus(id, 'signed');
  network.fault = () => null;
  await pass(11_000);

  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirror.questions.count()).toBe(0);
  expect(await seenBy(mirror, id)).toMatchObject({ status: 'signed', waiting: null });
});

test('W-07 W-11 a note changes no status, not even for a moment: it is one request', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'pending', 'Called him.');
  server.setStatus(id, 'signed');
  const before = network.writes().length;
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect(network.writes().slice(before)).toHaveLength(1);
  expect(server.historyOf(id)).toMatchObject([
    { previousStatus: 'pending', newStatus: 'signed' },
    { previousStatus: 'signed', newStatus: 'signed', notes: 'Called him.' },
  ]);
  expect(await mirror.questions.count()).toBe(0);
  expect(await mirror.outbox.count()).toBe(0);
  expect(await seenBy(mirror, id)).toMatchObject({ status: 'signed', waiting: null });
});

test('W-11 a note, then a status, against that of somebody else: mine stands and is asked about as mine', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'pending', 'His agent called.');
  await setTo(mirror, id, 'rejected');
  server.setStatus(id, 'signed');
  network.fault = () => null;
  tell('online');
  await pass(12_000);

  expect(server.historyOf(id)).toMatchObject([
    { previousStatus: 'pending', newStatus: 'signed' },
    { previousStatus: 'signed', newStatus: 'signed', notes: 'His agent called.' },
    { previousStatus: 'signed', newStatus: 'rejected' },
  ]);
  expect(await mirror.questions.toArray()).toMatchObject([
    { seen: 'pending', mine: 'rejected', theirs: 'signed' },
  ]);
  expect(server.applications.get(id)?.status).toBe('rejected');
});

test('W-11 two statuses chosen offline are one question, about the last, and its own first is none', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'in_review');
  await setTo(mirror, id, 'signed');
  await setTo(mirror, id, 'signed', 'In Turin.');
  network.fault = () => null;
  tell('online');
  await pass(1_000);
  expect(await mirror.questions.count()).toBe(0);
  expect(server.applications.get(id)?.status).toBe('signed');

  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'pending');
  const newest = await setTo(mirror, id, 'contract_offered');
  server.setStatus(id, 'rejected');
  network.fault = () => null;
  tell('online');
  await pass(12_000);
  expect(await mirror.questions.toArray()).toMatchObject([
    { key: newest, seen: 'signed', mine: 'contract_offered', theirs: 'rejected' },
  ]);
});

test("W-11 a status that was discarded unsent is nobody else's: what was built on it raises no question", async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const rows = [server.addApplication(), server.addApplication()];
  const [noted, moved] = rows.map(({ id }) => id);
  const { mirror } = openTab();
  await pass(1_000);
  Object.assign(navigator, { onLine: false });
  network.fault = () => 'drop-before';
  const keys: string[] = [];
  for (const { id } of rows) keys.push(await setTo(mirror, id, 'in_review'));
  await setTo(mirror, noted ?? '', 'in_review', 'Called him.');
  await setTo(mirror, moved ?? '', 'signed');
  for (const key of keys) expect(await takeBack(mirror, key)).toBe('undone');
  expect(await seenBy(mirror, noted ?? '')).toMatchObject({ status: 'pending' });

  Object.assign(navigator, { onLine: true });
  network.fault = () => null;
  tell('online');
  await pass(2_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applications.get(noted ?? '')?.status).toBe('pending');
  expect(server.applications.get(moved ?? '')?.status).toBe('signed');
  expect(await mirror.questions.count()).toBe(0);
});

test('W-16 a note of an older version says what was seen, unless it may have been sent without', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const fresh = server.addApplication();
  const tried = server.addApplication();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  for (const { id } of [fresh, tried]) await setTo(mirror, id, 'pending', 'Called him.');
  const isTried = ({ entity }: { entity: string }) => entity.endsWith(tried.id);
  await mirror.outbox.toCollection().modify((entry) => {
    delete entry.saysSeen;
    entry.tries = isTried(entry) ? 1 : 0;
  });
  for (const { id } of [fresh, tried]) server.setStatus(id, 'signed');
  network.fault = () => null;
  tell('online');
  await pass(12_000);

  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applications.get(fresh.id)?.status).toBe('signed');
  // As documented: the note sets the status that it repeats, and the person is asked.
  expect(server.applications.get(tried.id)?.status).toBe('pending');
  expect(await mirror.questions.toArray()).toMatchObject([
    { entity: `application:${tried.id}`, mine: 'pending', theirs: 'signed' },
  ]);
});

test('W-11 a follow-up day and the state of an inquiry that somebody else has changed are asked about', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { id } = server.addApplication();
  const inquiry = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  await setFollowUp(mirror, await seenBy(mirror, id), '2026-12-01');
  const row = await seenBy(mirror, id);
  await editApplication(mirror, row, { ...row, currentClub: 'Elche' });
  await changeContactState(mirror, inquiry, 'answered');
  server.change('applications', id, { followUpOn: '2026-12-24', currentClub: 'Getafe' });
  server.change('contacts', inquiry.id, { state: 'archived' });
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect(server.applications.get(id)?.followUpOn).toBe('2026-12-24');
  expect(server.contacts.get(inquiry.id)?.state).toBe('archived');
  const day = { field: 'followUpOn', mine: '2026-12-01', theirs: '2026-12-24' };
  const club = { field: 'currentClub', mine: 'Elche', theirs: 'Getafe' };
  const state = { field: 'state', mine: 'answered', theirs: 'archived' };
  const asked = await mirror.questions.toArray();
  expect(asked).toMatchObject([club, day, state]);

  // Each by a change of its own kind.
  for (const question of asked) await answerQuestion(mirror, question, 'mine');
  await pass(2_000);
  expect(server.applications.get(id)).toMatchObject({
    followUpOn: '2026-12-01',
    currentClub: 'Elche',
  });
  expect(server.contacts.get(inquiry.id)?.state).toBe('answered');
  expect(await mirror.questions.count()).toBe(0);
});

test('W-12 a refused change is kept with its reason and does not hold up other records', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const gone = server.addApplication();
  const other = server.addApplication();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const refused = await setTo(mirror, gone.id, 'signed', 'My note.');
  const behind = await setTo(mirror, gone.id, 'rejected');
  const fine = await setTo(mirror, other.id, 'signed');
  server.remove('applications', gone.id);
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect([...server.applied.keys()]).toEqual([fine]);
  expect(await mirror.outbox.toArray()).toMatchObject([
    {
      key: refused,
      state: 'refused',
      body: { notes: 'My note.' },
      reason: { status: 404, problem: { code: 'application-not-found' } },
    },
    { key: behind, state: 'waiting', reason: null },
  ]);
  expect(syncStatus.getState()).toMatchObject({ refused: 1, waiting: 1 });

  await takeBack(mirror, refused);
  tell('visible');
  await pass(2_000);
  expect(await mirror.outbox.toArray()).toMatchObject([{ key: behind, state: 'refused' }]);
});

test.each([false, true])(
  'W-12 a note whose answer was lost is not listed as refused when its application was deleted since, batch %s',
  async (isBatch) => {
    const { server, network, openTab, pass, tell } = aPhone();
    const [{ id }, other] = [server.addApplication(), server.addApplication()];
    const { mirror } = openTab();
    await pass(1_000);
    network.fault = (asked) => (isWrite(asked) ? 'drop-after' : null);
    const key = await setTo(mirror, id, 'pending', 'His agent called.');
    await pass(500);
    expect(server.historyOf(id)).toMatchObject([{ id: key }]);
    server.remove('applications', id);
    network.fault = () => null;
    if (isBatch) await setTo(mirror, other.id, 'signed');
    tell('online');
    await pass(20_000);

    expect(await mirror.outbox.toArray()).toEqual([]);
    expect(await readRow(mirror, 'applications', id)).toBeNull();
    expect(await endingsOf(mirror, [key])).toEqual(new Map([[key, 'accepted']]));
    expect(server.historyOf(id)).toEqual([]);
  },
);

test('W-12 a removal of an application that was deleted for good has nothing left to do', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await removeApplication(mirror, await seenBy(mirror, id), true);
  server.remove('applications', id);
  network.fault = () => null;
  tell('online');
  await pass(20_000);

  expect(await mirror.outbox.toArray()).toEqual([]);
  expect(await readRow(mirror, 'applications', id)).toBeNull();
});

test('W-12 a refused change can be retried in its place, under a new key with the time of the change', async () => {
  const { server, pass, id, mirror } = await aPhoneWithApplication();
  const row = await seenBy(mirror, id);
  server.applications.delete(id);
  const key = await changeStatus(mirror, row, { status: 'signed', notes: null });
  await pass(1_000);
  expect(await mirror.outbox.toArray()).toMatchObject([{ key, state: 'refused' }]);

  server.applications.set(id, row);
  await pass(3_000);
  const again = await retry(mirror, key);
  await pass(1_000);

  expect(again).not.toBe(key);
  expect(again.slice(0, 13)).toBe(key.slice(0, 13));
  expect([...server.applied.keys()]).toEqual([again]);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-13 a 401 keeps the whole queue until the same user signs in again', async () => {
  const { server, openTab, pass, tell, userId } = aPhone();
  const applications = Array.from({ length: 10 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(1_000);
  server.user = null;
  for (const { id } of applications) await setTo(mirror, id, 'signed');
  await pass(5_000);

  expect(await mirror.outbox.count()).toBe(10);
  expect(await mirror.outbox.where('state').equals('refused').count()).toBe(0);
  expect(expiry.getState().expired).toBe(true);

  server.user = aUser(userId);
  tell('visible');
  await pass(2_000);
  expect(server.applied.size).toBe(10);
  expect(expiry.getState().expired).toBe(false);
});

test('W-13 when somebody else has signed in, no change is sent as theirs and none is lost', async () => {
  const { server, pass, tell, userId, id, mirror } = await aPhoneWithApplication();
  server.user = aUser(userId + 500);
  await setTo(mirror, id, 'signed');
  tell('visible');
  await pass(20_000);

  expect(server.applied.size).toBe(0);
  expect(await mirror.outbox.toArray()).toMatchObject([{ state: 'waiting' }]);
  expect(expiry.getState().expired).toBe(true);
});

test('W-13 the queue of one user is not sent by the engine of another on the same phone', async () => {
  const { server, network, openTab, pass, userId } = aPhone();
  const { id } = server.addApplication();
  const first = openTab();
  await pass(1_000);
  network.fault = (sent) => (isWrite(sent) ? 'drop-before' : null);
  await setTo(first.mirror, id, 'signed');
  first.close();

  network.fault = () => null;
  server.user = aUser(userId + 500);
  openTab(userId + 500);
  await pass(60_000);
  expect(server.applied.size).toBe(0);

  server.user = aUser(userId);
  openTab(userId);
  await pass(2_000);
  expect(server.applied.size).toBe(1);
});

test('W-12 a 403 to the right user is a refusal', async () => {
  const { network, pass, id, mirror } = await aPhoneWithApplication();
  const forbid = network.fetch;
  const answers = async (path: string, init?: RequestInit) =>
    path.endsWith('/status')
      ? Response.json({ message: 'No longer yours.', code: 'forbidden' }, { status: 403 })
      : forbid(path, init);
  globalThis.fetch = answers as typeof fetch;
  await setTo(mirror, id, 'signed');
  await pass(2_000);

  expect(await mirror.outbox.toArray()).toMatchObject([
    { state: 'refused', reason: { status: 403, problem: { message: 'No longer yours.' } } },
  ]);
  expect(expiry.getState().expired).toBe(false);
});

test('W-12 W-10 a change that lost its answer and then met a 403 is retried under its own key', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();
  let writes = 0;
  const inner = network.fetch;
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/status')) return inner(path, init);
    writes += 1;
    if (writes === 2) {
      return Response.json({ message: 'Not now.', code: 'forbidden' }, { status: 403 });
    }
    const answer = await inner(path, init);
    if (writes === 1) throw new TypeError('Failed to fetch');
    return answer;
  }) as typeof fetch;
  const key = await setTo(mirror, id, 'signed', 'Once.');
  await pass(15_000);
  expect(await mirror.outbox.toArray()).toMatchObject([{ key, state: 'refused' }]);

  expect(await retry(mirror, key)).toBe(key);
  await pass(2_000);
  expect(server.historyOf(id)).toHaveLength(1);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-13 nothing is retried while a sign-in is needed', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();
  network.fault = ({ key }) => (key && network.writes().length === 1 ? 'error-500' : null);
  await setTo(mirror, id, 'signed');
  server.user = null;
  await pass(60_000);

  expect(expiry.getState().expired).toBe(true);
  expect(network.writes()).toHaveLength(2);
});

test('W-12 an answer from a portal, a gateway or a proxy refuses no change', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();
  const inner = network.fetch;
  let answer = () => new Response('<h1>Blocked by the hotel</h1>', { status: 403 });
  globalThis.fetch = (async (path: string, init?: RequestInit) =>
    path.endsWith('/status') ? answer() : inner(path, init)) as typeof fetch;
  await setTo(mirror, id, 'signed');
  await pass(5_000);
  answer = () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } });
  await pass(30_000);

  expect(await mirror.outbox.toArray()).toMatchObject([{ state: 'waiting' }]);
  globalThis.fetch = inner as typeof fetch;
  await pass(61_000);
  expect(server.applied.size).toBe(1);
});

test('W-09 after a 429 only a person can send the change before Retry-After', async () => {
  const { server, network, openTab, pass, tell, id, mirror, close } = await aPhoneWithApplication();
  const inner = network.fetch;
  let asked = 0;
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/status')) return inner(path, init);
    asked += 1;
    const body = { message: 'Slow down.', code: 'too-many-requests' };
    return asked <= 2
      ? Response.json(body, { status: 429, headers: { 'Retry-After': '120' } })
      : inner(path, init);
  }) as typeof fetch;
  await setTo(mirror, id, 'signed');
  await pass(50_000);
  tell('visible');
  tell('online');
  await pass(30_000);
  close();
  const { engine } = openTab();
  await pass(30_000);
  expect(asked).toBe(1);

  await engine.sendNow();
  expect(asked).toBe(2);
  await pass(110_000);
  expect(asked).toBe(2);
  await pass(30_000);
  expect(asked).toBe(3);
  expect(server.applied.size).toBe(1);
});

test('W-09 a change that gets a 500 is retried and does not hold up the others', async () => {
  const { server, network, openTab, pass } = aPhone();
  const applications = Array.from({ length: 6 }, () => server.addApplication());
  const [poisoned] = applications;
  const { mirror } = openTab();
  await pass(1_000);
  const isPoisoned = (path: string) => path.includes(poisoned?.id ?? '-');
  server.breaksAt = isPoisoned;
  network.fault = (sent) => (isPoisoned(sent.path) && isWrite(sent) ? 'error-500' : null);
  for (const { id } of applications) await setTo(mirror, id, 'signed');
  await pass(3_000);
  expect(server.applied.size).toBe(5);

  server.breaksAt = () => false;
  network.fault = () => null;
  await pass(61_000);
  expect(server.applied.size).toBe(6);
});

test('W-09 a server that answers everything with 503 is asked a few times, not once per change', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { server, network, openTab, pass } = aPhone();
  const applications = Array.from({ length: 50 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = (sent) => (isWrite(sent) ? 'bad-gateway' : null);
  for (const { id } of applications) await setTo(mirror, id, 'signed');
  network.sent.length = 0;
  await pass(10_000);

  expect(network.sent.filter(isWrite).length).toBeLessThan(25);
  network.fault = () => null;
  await pass(62_000);
  expect(server.applied.size).toBe(50);
}, 30_000);

test('E-06 Q-05 a new application keeps its id, and its changes are sent after it', async () => {
  const { server, network, openTab, pass, settle } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const { id, key } = await createApplication(mirror, DRAFT);
  const edit = await editApplication(mirror, await seenBy(mirror, id), {
    ...DRAFT,
    currentClub: 'Elche',
  });
  const change = await setTo(mirror, id, 'in_review', 'Met in Elche.');
  await settle();
  expect(await readNewest(mirror, 'applications', 10)).toMatchObject([
    { id, currentClub: 'Elche', status: 'in_review', waiting: 'not-sent' },
  ]);
  network.fault = () => null;
  await pass(11_000);

  expect([...server.applied.keys()]).toEqual([key, edit, change]);
  expect(server.applications.get(id)).toMatchObject({ currentClub: 'Elche', status: 'in_review' });
  expect(await seenBy(mirror, id)).toMatchObject({ waiting: null, version: 3 });
});

test('W-10 an application or a campaign that is there under the id of this phone is accepted', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const { id } = await createApplication(mirror, DRAFT);
  await queue(mirror, campaignCreated.make(server.addCampaign({ id: 1_500 }), null));
  server.addApplication({ ...DRAFT, id });
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect(await mirror.outbox.count()).toBe(0);
  expect(await seenBy(mirror, id)).toMatchObject({ playerName: 'Leo Sanz', waiting: null });
  expect(await mirroredRow(mirror, 'campaigns', 1_500)).toBeDefined();
});

test('D-12 E-06 convert, then change the application that it makes, all offline: sent in order, id unchanged', async () => {
  const { server, network, openTab, pass } = aPhone();
  const contact = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const id = applicationIdOf(contact.id);
  const conversion = await convertContact(mirror, contact);
  const change = await setTo(mirror, id, 'in_review');
  const noted = await setTo(mirror, id, 'in_review', 'Strong left foot.');
  expect(await readRow(mirror, 'contacts', contact.id)).toMatchObject({
    convertedToApplication: true,
  });
  network.fault = () => null;
  await pass(11_000);

  expect([...server.applied.keys()]).toEqual([conversion, change, noted]);
  expect(server.applications.get(id)).toMatchObject({ status: 'in_review', contactId: contact.id });
  expect(await mirroredRow(mirror, 'contacts', contact.id)).toMatchObject({
    convertedToApplication: true,
  });
  expect(await readHistory(mirror, id)).toHaveLength(2);
});

test('Q-13 pressing Convert twice is one conversion', async () => {
  const { server, openTab, pass } = aPhone();
  const contact = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);
  const keys = await Promise.all([
    convertContact(mirror, contact),
    convertContact(mirror, contact),
  ]);
  await pass(1_000);

  expect(new Set(keys).size).toBe(1);
  expect(server.applications.size).toBe(1);
});

test('Q-33 a change undone before it is sent leaves no trace', async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  const key = await setTo(mirror, id, 'signed');
  await pass(1_000);
  expect(await takeBack(mirror, key)).toBe('unanswered');
  network.fault = () => null;
  await pass(12_000);

  expect(server.applied.size).toBe(0);
  expect(await seenBy(mirror, id)).toMatchObject({ status: 'pending', waiting: null });
});

test('Q-33 a change in flight cannot be undone', async () => {
  const { network, pass, id, mirror } = await aPhoneWithApplication();
  network.fault = (sent) => (isWrite(sent) ? 'stall-after' : null);
  const key = await setTo(mirror, id, 'signed');
  await pass(1_000);

  expect(await takeBack(mirror, key)).toBe('sending');
  expect(await mirror.outbox.count()).toBe(1);
});

test('Q-33 undo tells whether the change was never sent, is in flight, or has arrived', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  tell('offline');
  const unsent = await setTo(mirror, id, 'signed');
  expect(await takeBack(mirror, unsent)).toBe('undone');

  network.fault = (sent) => (isWrite(sent) ? 'drop-after' : null);
  tell('online');
  const unheard = await setTo(mirror, id, 'in_review');
  await pass(1_000);
  expect(await takeBack(mirror, unheard)).toBe('unanswered');

  network.fault = (sent) => (isWrite(sent) ? 'stall-after' : null);
  tell('online');
  const inFlight = await setTo(mirror, id, 'contract_offered');
  await pass(1_000);
  expect(await takeBack(mirror, inFlight)).toBe('sending');
  expect(await mirror.outbox.count()).toBe(1);

  network.fault = () => null;
  await pass(120_000);
  expect(await takeBack(mirror, inFlight)).toBe('sent');
  const kept = server.historyOf(id).map(({ newStatus }) => newStatus);
  expect(kept).toEqual(['in_review', 'contract_offered']);
});

test('W-12 Q-33 a change that never left the phone can be edited, and undone without a trace', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const rows = [server.addApplication(), server.addApplication()];
  const { mirror } = openTab();
  await pass(1_000);
  Object.assign(navigator, { onLine: false });
  network.fault = () => 'drop-before';
  const keys = [];
  for (const { id } of rows) {
    keys.push(await setTo(mirror, id, 'signed'));
    await pass(1_000);
    tell('visible');
    await pass(1_000);
  }
  expect(await readOutbox(mirror)).toMatchObject([
    { state: 'waiting', tries: 0 },
    { state: 'waiting', tries: 0 },
  ]);
  const [first = '', second = ''] = keys;
  expect(await takeBack(mirror, first)).toBe('undone');

  Object.assign(navigator, { onLine: true });
  tell('visible');
  await pass(1_000);
  expect(await takeBack(mirror, second)).toBe('unanswered');
});

test('W-20 only accepted changes count as sent, not those undone after a failed attempt', async () => {
  const { network, pass, tell, id, mirror } = await aPhoneWithApplication();
  network.fault = (sent) => (isWrite(sent) ? 'error-500' : null);
  const key = await setTo(mirror, id, 'signed');
  await pass(1_000);
  expect(await takeBack(mirror, key)).toBe('unanswered');
  await pass(1_000);
  expect(syncStatus.getState()).toMatchObject({ waiting: 0, sending: null, sent: 0 });

  network.fault = () => null;
  await setTo(mirror, id, 'in_review');
  await setTo(mirror, id, 'signed');
  tell('online');
  await pass(1_000);
  expect(syncStatus.getState()).toMatchObject({ waiting: 0, sending: null, sent: 2 });
});

test('W-12 discarding a refused new application discards its changes too', async () => {
  const { network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const { id, key } = await createApplication(mirror, { ...DRAFT, email: 'no address' });
  await setTo(mirror, id, 'signed');
  network.fault = () => null;
  await pass(11_000);
  expect(await mirror.outbox.toArray()).toMatchObject([
    { key, state: 'refused', reason: { status: 400 } },
    { state: 'waiting' },
  ]);

  expect(await takeBack(mirror, key)).toBe('undone');
  expect(await readRow(mirror, 'applications', id)).toBeNull();
});

test('W-09 two tabs on one phone send each change once', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const applications = Array.from({ length: 20 }, () => server.addApplication());
  const tabs = [openTab(), openTab(), openTab()];
  await pass(1_000);
  network.fault = () => 'drop-before';
  for (const [at, { id }] of applications.entries()) {
    const { mirror } = tabs[at % tabs.length] ?? openTab();
    await setTo(mirror, id, 'signed');
  }
  await pass(1_000);
  network.fault = () => null;
  const before = network.writes().length;
  tell('online');
  await pass(15_000);

  expect(
    network
      .writes()
      .slice(before)
      .map(({ key }) => key)
      .sort(),
  ).toEqual([...server.applied.keys()].sort());
  expect(server.applied.size).toBe(20);
});

test('W-09 when a tab is closed while it sends, the next tab goes on', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  const first = openTab();
  await pass(1_000);
  network.fault = (sent) => (isWrite(sent) ? 'stall-after' : null);
  await setTo(first.mirror, id, 'signed');
  await pass(1_000);
  first.close();

  network.fault = () => null;
  const { mirror } = openTab();
  await pass(2_000);
  expect(server.historyOf(id)).toHaveLength(1);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-09 at most two requests are in flight, and the second takes changes queued later', async () => {
  const { server, network, openTab, pass } = aPhone();
  const applications = Array.from({ length: 9 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = (sent) => (isWrite(sent) ? 'stall-before' : null);
  for (const { id } of applications) {
    await setTo(mirror, id, 'signed');
    await pass(500);
  }

  expect(network.sent.filter(isWrite)).toHaveLength(2);
  expect((await readOutbox(mirror)).filter(({ state }) => state === 'sending')).toHaveLength(2);
  expect(syncStatus.getState().sending?.of).toBeGreaterThan(0);
});

test('W-06 the answer replaces the change without a flash of the old status', async () => {
  const { pass, id, mirror } = await aPhoneWithApplication();
  const shown: (string | undefined)[] = [];
  const { liveQuery } = await import('dexie');
  const watch = liveQuery(() => readRow(mirror, 'applications', id)).subscribe((row) => {
    shown.push(`${row?.status} ${row?.waiting}`);
  });
  await pass(100);
  await setTo(mirror, id, 'signed');
  await pass(2_000);
  watch.unsubscribe();

  expect(shown.at(-1)).toBe('signed null');
  expect(shown.filter((status) => status === 'pending null')).toHaveLength(1);
});

test('W-09 states of an inquiry and a follow-up made offline arrive once and in order', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { id } = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);

  network.fault = () => 'drop-before';
  const seen = async () => {
    const contact = await readRow(mirror, 'contacts', id);
    if (!contact) throw new Error('The inquiry is not on the phone.');
    return contact;
  };
  await changeContactState(mirror, await seen(), 'answered');
  await convertContact(mirror, await seen());
  await setFollowUp(mirror, await seenBy(mirror, applicationIdOf(id)), '2026-12-01');
  await changeContactState(mirror, await seen(), 'archived');
  expect(await seen()).toMatchObject({ state: 'archived', convertedToApplication: true });
  // Pressed again, it is the same conversion, whatever else waits for the inquiry.
  await convertContact(mirror, await seen());
  expect(await mirror.outbox.count()).toBe(4);

  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect(await mirror.outbox.count()).toBe(0);
  expect(server.contacts.get(id)).toMatchObject({
    state: 'archived',
    convertedToApplication: true,
  });
  expect(server.applications.get(applicationIdOf(id))?.followUpOn).toBe('2026-12-01');
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
  expect(await seen()).toMatchObject({ state: 'archived', waiting: null });
});

test('W-09 the answer to a few changes brings what changed on the server', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const applications = Array.from({ length: 20 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(2_000);
  network.fault = () => 'drop-before';
  for (const row of applications)
    await changeStatus(mirror, row, { status: 'signed', notes: null });
  await pass(1_000);
  const other = server.addApplication({ playerName: 'Made elsewhere' });
  network.sent.length = 0;
  network.fault = () => null;
  tell('online');
  await pass(5_000);

  expect(await mirror.outbox.count()).toBe(0);
  expect(network.sent.filter(isWrite)).toHaveLength(1);
  expect(network.reads('/api/applications')).toBe(0);
  expect(await mirroredRow(mirror, 'applications', other.id)).toMatchObject({
    playerName: 'Made elsewhere',
  });
});

test('W-09 many changes go in batches, and a pull follows them', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const applications = Array.from({ length: 1_000 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(10_000);
  network.fault = () => 'drop-before';
  const rows = await mirrored(mirror, 'applications');
  expect(rows).toHaveLength(1_000);
  await changeStatuses(mirror, rows, { status: 'signed', notes: null });
  await pass(1_000);
  server.setStatus(applications[0]?.id ?? '', 'rejected', 'From another phone.');
  const other = server.addApplication({ playerName: 'Made elsewhere' });
  network.sent.length = 0;
  network.fault = () => null;
  tell('online');
  // A fake IndexedDB takes its time over so many rows.
  for (let round = 0; round < 10; round += 1) {
    if (await mirroredRow(mirror, 'applications', other.id)) break;
    await pass(20_000);
  }

  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applied.size).toBe(1_000);
  expect([...server.applied.values()].every((times) => times === 1)).toBe(true);
  expect(network.sent.filter(isWrite).length).toBeLessThanOrEqual(12);
  const pages = network.sent.filter(({ path }) => path.startsWith('/api/applications?'));
  // 1,001 rows are one more than a page holds.
  expect(pages.map(({ path }) => path)).toEqual([
    expect.stringContaining('since=1000&epoch='),
    expect.stringContaining('since=1000&before='),
  ]);
  expect(await mirroredRow(mirror, 'applications', other.id)).toMatchObject({
    playerName: 'Made elsewhere',
  });
  expect(await mirror.questions.toArray()).toMatchObject([{ theirs: 'rejected', mine: 'signed' }]);
}, 60_000);

test('W-09 a server without batches gets the changes one by one', async () => {
  const { server, network, openTab, pass } = aPhone();
  const applications = Array.from({ length: 20 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(1_000);
  const inner = network.fetch;
  globalThis.fetch = (async (path: string, init?: RequestInit) =>
    path === '/api/sync'
      ? Response.json({ message: 'No such call.', code: 'not-found' }, { status: 404 })
      : inner(path, init)) as typeof fetch;
  for (const { id } of applications) await setTo(mirror, id, 'signed');
  await pass(5_000);
  expect(server.applied.size).toBe(20);
  expect(await mirror.outbox.count()).toBe(0);
});

test("W-11 after two queued changes meet another phone's, the question names the current status", async () => {
  const { server, network, pass, id, mirror } = await aPhoneWithApplication();
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'in_review');
  const last = await setTo(mirror, id, 'signed');
  server.setStatus(id, 'rejected');
  network.fault = () => null;
  await pass(11_000);
  expect(await mirror.questions.toArray()).toMatchObject([
    { key: last, seen: 'pending', theirs: 'rejected', mine: 'signed' },
  ]);
});

test('Q-33 a change undone while an earlier batch is in flight is not sent', async () => {
  const { server, network, openTab, pass } = aPhone();
  const applications = Array.from({ length: 120 }, () => server.addApplication());
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = (sent) => (isWrite(sent) ? 'stall-after' : null);
  const rows = await Promise.all(applications.map(({ id }) => seenBy(mirror, id)));
  expiry.setState({ expired: false });
  const keys = await changeStatuses(mirror, rows, { status: 'signed', notes: null });
  const last = keys.at(-1) ?? '';
  await pass(2_000);
  expect(await takeBack(mirror, last)).toBe('undone');
  network.fault = () => null;
  await pass(90_000);
  expect(server.applied.size).toBe(119);
  expect(server.applied.has(last)).toBe(false);
}, 30_000);

test('W-11 edits of two phones merge by field; the person is asked about the same field, and later edits go on', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { id } = server.addApplication({ currentClub: 'Rayo', position: null });
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const seen = await seenBy(mirror, id);
  await editApplication(mirror, seen, { ...DRAFT, currentClub: 'Elche', position: 'wing' });
  const theirs = server.applications.get(id);
  if (theirs) server.applications.set(id, { ...theirs, currentClub: 'Getafe', phone: '+34 600' });
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect(server.applications.get(id)).toMatchObject({
    playerName: 'Leo Sanz',
    currentClub: 'Getafe',
    position: 'wing',
    phone: '+34 600',
  });
  expect(syncStatus.getState().conflicts).toBe(1);
  await editApplication(mirror, await seenBy(mirror, id), {
    ...(await seenBy(mirror, id)),
    agentNotes: 'Fast.',
  });
  await pass(2_000);
  const [question, ...others] = await mirror.questions.toArray();
  expect(others).toEqual([]);
  expect(question).toMatchObject({ field: 'currentClub', mine: 'Elche', theirs: 'Getafe' });
  if (!question) throw new Error('Nothing is asked.');

  await answerQuestion(mirror, question, 'theirs');
  await pass(2_000);
  expect(server.applications.get(id)).toMatchObject({ currentClub: 'Getafe', agentNotes: 'Fast.' });
  expect(syncStatus.getState().conflicts).toBe(0);
});

test('W-09 fault 32: an answer from before a restore puts nothing into the mirror, and its change stays queued and shown', async () => {
  const { server, network, pass, tell, id, mirror, engine } = await aPhoneWithApplication();
  const before = server.applications.get(id);
  if (!before) throw new Error('There is no application.');
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await network.fetch(path, init);
    if (path.endsWith('/status')) await late;
    return answer;
  });

  await setTo(mirror, id, 'signed');
  await pass(200);
  server.restore();
  server.applications.set(id, before);
  server.history.clear();
  await engine.refresh(['applications'], { force: true });
  network.fault = ({ method }) => (method === 'GET' ? null : 'drop-before');
  arrive();
  await pass(500);

  expect((await mirroredRow(mirror, 'applications', id))?.status).toBe('pending');
  expect(await mirroredHistory(mirror)).toHaveLength(0);
  expect((await readRow(mirror, 'applications', id))?.status).toBe('signed');
  expect(await mirror.outbox.count()).toBe(1);

  network.fault = () => null;
  tell('online');
  await pass(2_000);
  expect((await mirroredRow(mirror, 'applications', id))?.status).toBe('signed');
  expect(server.historyOf(id)).toHaveLength(1);
});

test('W-06 an answer is shown though its list was read afresh while the change was in flight', async () => {
  const { network, pass, id, mirror, engine } = await aPhoneWithApplication();
  let leave = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    leave = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('/status')) await held;
    return network.fetch(path, init);
  });
  await setTo(mirror, id, 'signed');
  await pass(200);
  const state = await listState(mirror, 'applications');
  await mirror.meta.put({ ...state, epoch: 'of before' });
  await engine.refresh(['applications'], { force: true });
  expect((await listState(mirror, 'applications')).generation).toBe(state.generation + 1);

  network.fault = ({ method }) => (method === 'GET' ? 'drop-before' : null);
  leave();
  await pass(500);
  expect(await mirror.outbox.count()).toBe(0);
  expect((await mirroredRow(mirror, 'applications', id))?.status).toBe('signed');
});

test('W-05 W-18 what an answer brought before the first pull, or an erasure left, is not read afresh', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const { server, network, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  const { mirror, engine } = openTab();
  network.fault = ({ method }) => (method === 'GET' ? 'drop-before' : null);
  const made = { playerName: 'Leo Sanz', email: 'leo@example.org' };
  const { id: own } = await createApplication(mirror, v.parse(ApplicationDraft, made));
  await pass(1_000);
  await setTo(mirror, own, 'in_review', 'Before the first pull.');
  await pass(1_000);
  expect(await mirror.outbox.count()).toBe(0);

  network.fault = () => null;
  const pull = async () => {
    await pass(61_000);
    await engine.refresh(['applications'], { force: true });
    await pass(1_000);
    const shown = (await mirroredHistory(mirror)).map(({ notes }) => notes);
    expect(shown.sort()).toEqual([...server.history.values()].map(({ notes }) => notes).sort());
  };
  await pull();
  await setTo(mirror, id, 'signed', 'About the person.');
  await pull();
  server.anonymise(id);
  await pull();
  await setTo(mirror, id, 'rejected');
  await pull();
  expect(await mirroredHistory(mirror)).toHaveLength(3);
  expect(warned).not.toHaveBeenCalled();
});
