import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import { sync, unknownKeys } from '#contract/sync.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { serverState } from '#pwa/local/database/server-state.ts';
import { KEPT_FOR, MOST_KEPT } from '#pwa/local/outbox/ended.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { wipe } from '#pwa/session/leave-device.ts';
import { Refresher } from '#pwa/sync/pull/refresher.ts';
import { convertContact, createApplication, editApplication } from '#pwa/test/commands.ts';
import { aUser } from '#pwa/test/fake-server.ts';
import { mirrored, mirroredHistory, mirroredRow } from '#pwa/test/mirrored.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';
import { setTo } from '#pwa/test/set-to.ts';
import { replayAfterRestore } from './replay-after-restore.ts';

const LISTS = ['applications', 'contacts', 'campaigns'] as const;
const DAY = 24 * 60 * 60_000;

/** The keys of all that is kept in case of a restore. */
async function keptKeys({ ended }: Mirror): Promise<string[]> {
  const kept = await ended.toArray();
  return kept.flatMap(({ entries }) => entries.map(({ key }) => key));
}

test('W-09 W-10 fault 32: what was accepted after the backup is sent again, in its order and once; what the backup has is not', async () => {
  const { server, network, pass, id, mirror, engine } = await aPhoneWithApplication();
  const known = await setTo(mirror, id, 'in_review', 'Before the backup.');
  await pass(1_000);
  const restore = server.backUp();
  const lost = [await setTo(mirror, id, 'signed', 'After it.')];
  await pass(1_000);
  lost.push(await setTo(mirror, id, 'signed', 'And a note.'));
  const made = await createApplication(
    mirror,
    v.parse(ApplicationDraft, { playerName: 'Leo Sanz', email: 'leo@example.org' }),
  );
  lost.push(made.key);
  await pass(1_000);
  expect(await keptKeys(mirror)).toEqual([known, ...lost]);

  restore();
  expect(server.historyOf(id)).toHaveLength(1);
  network.sent.length = 0;
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);

  expect(network.writes().map(({ key }) => key)).toEqual(lost);
  const calls = network.sent.flatMap(({ path, body }) =>
    path === sync.path ? v.parse(sync.body, JSON.parse(body)).calls : [],
  );
  expect(calls.map(({ again }) => again)).toEqual(lost.map(() => true));
  expect([...server.applied]).toEqual(lost.map((key) => [key, 1]));
  expect(server.historyOf(id).map(({ notes }) => notes)).toEqual([
    'Before the backup.',
    'After it.',
    'And a note.',
  ]);
  expect(server.applications.get(made.id)).toMatchObject({ playerName: 'Leo Sanz' });
  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirror.questions.count()).toBe(0);
  expect(await mirroredHistory(mirror)).toHaveLength(3);
  const rows = await mirrored(mirror, 'applications');
  for (const row of rows) expect(row).toEqual(server.applications.get(row.id));
  expect(rows).toHaveLength(2);

  // A second restore, of the same backup, loses them once more.
  restore();
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  expect(server.historyOf(id)).toHaveLength(3);
});

test('W-09 fault 32: queued changes are sent after the lost ones, though nothing was pulled in between', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  const restore = server.backUp();
  await setTo(mirror, id, 'in_review', 'Lost.');
  await pass(1_000);
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'signed', 'Made in the tunnel.');
  const [row] = await mirrored(mirror, 'applications');
  restore();
  network.fault = ({ method }) => (method === 'GET' ? 'error-500' : null);
  tell('online');
  await pass(3_000);

  expect(server.historyOf(id)).toMatchObject([
    { previousStatus: 'pending', newStatus: 'in_review', notes: 'Lost.' },
    { previousStatus: 'in_review', newStatus: 'signed', notes: 'Made in the tunnel.' },
  ]);
  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirror.questions.count()).toBe(0);
  expect(row?.status).toBe('in_review');
});

test('W-11 fault 32: a status that was set by somebody else after the restore is asked about', async () => {
  const { server, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  const tab = openTab();
  await pass(1_000);
  const restore = server.backUp();
  await setTo(tab.mirror, id, 'signed');
  await pass(1_000);
  restore();
  server.setStatus(id, 'rejected', 'Of another phone.');
  await tab.engine.refresh(LISTS, { force: true });
  await pass(2_000);

  expect(server.historyOf(id)).toMatchObject([
    { newStatus: 'rejected' },
    { previousStatus: 'rejected', newStatus: 'signed' },
  ]);
  expect(await tab.mirror.questions.toArray()).toMatchObject([
    { entity: laneOf('applications', id), mine: 'signed', theirs: 'rejected' },
  ]);
});

test('E-06 fault 32: a conversion that was lost goes before all that was done to its application, whenever that was', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const contact = server.addContact();
  const id = applicationIdOf(contact.id);
  const { mirror } = openTab();
  await pass(1_000);
  const restore = server.backUp();
  const row = await mirroredRow(mirror, 'contacts', contact.id);
  if (!row) throw new Error('The inquiry is not on the phone.');
  await convertContact(mirror, row);
  await pass(1_000);
  await setTo(mirror, id, 'in_review', 'Once it was there.');
  await pass(1_000);
  network.fault = () => 'drop-before';
  await setTo(mirror, id, 'signed', 'In the tunnel.');
  expect(await mirror.outbox.toArray()).toMatchObject([{ dependsOn: null }]);
  restore();
  network.fault = () => null;
  tell('online');
  await pass(3_000);

  expect(server.historyOf(id).map(({ notes }) => notes)).toEqual([
    'Once it was there.',
    'In the tunnel.',
  ]);
  expect(server.contacts.get(contact.id)?.convertedToApplication).toBe(true);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-09 fault 32: nothing is sent before the restored server has said what it does not know', async () => {
  const { server, network, pass, tell, id, mirror } = await aPhoneWithApplication();
  const restore = server.backUp();
  await setTo(mirror, id, 'in_review');
  await pass(1_000);
  restore();
  let asked = 0;
  network.fault = ({ path }) => {
    if (path === unknownKeys.path) asked += 1;
    return path === unknownKeys.path && asked < 3 ? 'error-500' : null;
  };
  await setTo(mirror, id, 'signed');
  await pass(300);
  expect(server.historyOf(id)).toEqual([]);
  tell('online');
  await pass(120_000);
  expect(asked).toBe(3);
  expect(server.historyOf(id).map(({ newStatus }) => newStatus)).toEqual(['in_review', 'signed']);
});

test('W-10 fault 32: an answer that comes late from the database before counts as none', async () => {
  const { server, network, pass, id, mirror, engine } = await aPhoneWithApplication();
  const restore = server.backUp();
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await network.fetch(path, init);
    if (path.endsWith('/status')) await late;
    return answer;
  });
  const key = await setTo(mirror, id, 'signed');
  await pass(200);
  restore();
  await engine.refresh(['applications'], { force: true });
  expect((await mirroredRow(mirror, 'applications', id))?.status).toBe('pending');
  // As a tab does that has robbed the frozen one of its turn.
  await replayAfterRestore(mirror, new AbortController().signal);
  expect((await serverState(mirror)).epoch).toBe(server.epoch);
  arrive();
  await pass(2_000);

  expect(server.applied.get(key)).toBe(1);
  expect(server.historyOf(id)).toHaveLength(1);
  expect(await mirror.outbox.count()).toBe(0);
});

test('W-09 fault 32: what a restored server takes before it is pulled from is shown and kept', async () => {
  const { network, server, tell, pass, id, mirror } = await aPhoneWithApplication();
  const restore = server.backUp();
  for (const status of ['in_review', 'signed', 'rejected'] as const)
    await setTo(mirror, id, status);
  await pass(1_000);
  network.fault = () => 'drop-before';
  restore();
  const draft = { playerName: 'Leo Sanz', email: 'leo@example.org' };
  const made = await createApplication(mirror, v.parse(ApplicationDraft, draft));
  await pass(1_000);

  const inner = network.fetch;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path === '/api/sync'
      ? Response.json({ message: 'No such call.', code: 'not-found' }, { status: 404 })
      : inner(path, init),
  );
  network.fault = ({ method }) => (method === 'GET' ? 'drop-before' : null);
  tell('online');
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirroredRow(mirror, 'applications', made.id)).toMatchObject(draft);
  expect(await keptKeys(mirror)).toContain(made.key);
});

test('W-09 fault 32: a server of before, which cannot be asked, is sent to all the same', async () => {
  const { server, network, pass, id, mirror, engine } = await aPhoneWithApplication();
  await setTo(mirror, id, 'in_review');
  await pass(1_000);
  await mirror.meta.put({ key: 'server', epoch: server.epoch, heard: 'another' });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path === unknownKeys.path
      ? Response.json({ message: 'No such call.', code: 'not-found' }, { status: 404 })
      : network.fetch(path, init),
  );
  await setTo(mirror, id, 'signed');
  await engine.sendNow();
  expect(server.applications.get(id)?.status).toBe('signed');
});

const keyOf = ({ key }: OutboxEntry) => key;

test('fault 32: what is older than 30 days or 2,000 changes is forgotten, by the clock of the server', async () => {
  const { network, pass, id, mirror } = await aPhoneWithApplication();
  const entry = { key: newId(), entity: `application:${id}` } as OutboxEntry;
  const many = (count: number, at: number) => {
    const entries = Array.from({ length: count }, () => ({ ...entry, key: newId() }));
    return { at, how: 'accepted' as const, size: count, keys: entries.map(keyOf), entries };
  };
  const now = Date.now();
  await mirror.ended.bulkAdd([
    many(1, now - KEPT_FOR - DAY),
    many(5, now - 3 * DAY),
    many(MOST_KEPT, now - DAY),
    many(1, now - 1_000),
  ]);
  // A device whose clock is wrong learns from the answer what time it is.
  vi.setSystemTime(now + 3 * 365 * DAY);
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await network.fetch(path, init);
    answer.headers.set('Date', new Date(now).toUTCString());
    return answer;
  });
  const key = await setTo(mirror, id, 'signed');
  await pass(1_000);

  const kept = await mirror.ended.toArray();
  expect(kept.map(({ entries }) => entries.length)).toEqual([0, MOST_KEPT, 1, 1]);
  // How they ended is still known.
  expect(kept.map(({ keys }) => keys.length)).toEqual([5, MOST_KEPT, 1, 1]);
  expect(kept.at(-1)?.entries[0]?.key).toBe(key);
  expect(Math.abs((kept.at(-1)?.at ?? 0) - now)).toBeLessThan(5_000);
});

test('W-18 fault 32: what was written about a person goes with the person, what may not be seen with the rights, all with the sign-out', async () => {
  const { server, openTab, pass, userId } = aPhone();
  const [gone, erased, left] = [0, 1, 2].map(() => server.addApplication());
  if (!gone || !erased || !left) throw new Error('There are no applications.');
  const { mirror, engine } = openTab();
  await pass(1_000);
  const keys: string[] = [];
  for (const { id } of [gone, erased, left]) keys.push(await setTo(mirror, id, 'signed', 'Words.'));
  await pass(1_000);
  expect(await keptKeys(mirror)).toEqual(keys);
  const asked = { field: 'phone', seen: null, mine: '1', theirs: '2' };
  const open = [gone, erased, left].map(({ id }) => laneOf('applications', id));
  await mirror.questions.bulkPut(
    open.map((entity) => ({
      id: `${entity} phone`,
      entity,
      key: newId(),
      type: 'application-edited',
      ...asked,
    })),
  );

  server.remove('applications', gone.id);
  server.addApplication({ ...erased, ...ANONYMISED });
  await engine.refresh(LISTS, { force: true });
  expect(await keptKeys(mirror)).toEqual(keys.slice(2));
  expect((await mirror.questions.toArray()).map(({ entity }) => entity)).toEqual(open.slice(2));

  const { signal } = new AbortController();
  await new Refresher(mirror, signal).forget(['applications']);
  expect(await keptKeys(mirror)).toEqual([]);

  await engine.refresh(LISTS, { force: true });
  await setTo(mirror, left.id, 'rejected');
  await pass(1_000);
  expect(await keptKeys(mirror)).toHaveLength(1);
  engine.stop();
  await wipe(userId, { keepOutbox: true });
  expect(await mirror.ended.count()).toBe(0);
});

test('fault 32: a database that lost its last commits without a new epoch gets them again', async () => {
  const { server, pass, id, mirror, engine } = await aPhoneWithApplication();
  const goBack = server.backUp();
  const key = await setTo(mirror, id, 'signed', 'Lost on the standby.');
  await pass(1_000);
  const made = await createApplication(
    mirror,
    v.parse(ApplicationDraft, { playerName: 'Leo Sanz', email: 'leo@example.org' }),
  );
  await pass(1_000);
  goBack(server.epoch);
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);

  expect(server.applied).toEqual(new Map([key, made.key].map((each) => [each, 1])));
  expect(server.applications.get(made.id)).toMatchObject({ playerName: 'Leo Sanz' });
  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
  expect(await serverState(mirror)).toMatchObject({ epoch: server.epoch, heard: server.epoch });
});

test('fault 32: so does one in which somebody has written since, a minute later at most', async () => {
  const { server, pass, id, mirror, engine } = await aPhoneWithApplication();
  const goBack = server.backUp();
  const key = await setTo(mirror, id, 'signed', 'Lost on the standby.');
  await pass(1_000);
  goBack(server.epoch);
  for (let at = 0; at < 5; at += 1) server.addContact();
  server.addApplication({ playerName: 'Of a colleague' });
  await pass(60_000);
  await engine.refresh(LISTS, { force: true });
  await pass(5_000);

  expect(server.applied).toEqual(new Map([[key, 1]]));
  expect(server.applications.get(id)).toMatchObject({ status: 'signed' });
  const rows = await mirrored(mirror, 'applications');
  for (const row of rows) expect(row).toEqual(server.applications.get(row.id));
  expect(rows).toHaveLength(2);
});

test('W-13 fault 32: what one user sent is never offered for another', async () => {
  const { server, network, openTab, pass, userId } = aPhone();
  const { id } = server.addApplication();
  const mine = openTab();
  await pass(1_000);
  const restore = server.backUp();
  await setTo(mine.mirror, id, 'signed');
  await pass(1_000);
  mine.close();
  restore();
  server.user = aUser(userId + 5_000);
  network.sent.length = 0;
  const theirs = openTab(userId + 5_000);
  await pass(2_000);
  expect(network.writes()).toEqual([]);
  expect(server.historyOf(id)).toEqual([]);

  theirs.close();
  server.user = aUser(userId);
  const { mirror, engine } = openTab();
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  expect(server.historyOf(id)).toHaveLength(1);
  expect(await serverState(mirror)).toMatchObject({ epoch: server.epoch, heard: server.epoch });
});

test('W-11 fault 32: an edit that was lost merges with what stands on the restored server', async () => {
  const { server, openTab, pass } = aPhone();
  const { id } = server.addApplication({ currentClub: 'Rayo' });
  const { mirror, engine } = openTab();
  await pass(1_000);
  const restore = server.backUp();
  const seen = await readRow(mirror, 'applications', id);
  if (!seen) throw new Error('It is not on the phone.');
  await editApplication(mirror, seen, {
    ...v.parse(ApplicationDraft, seen),
    currentClub: 'Elche',
  });
  await pass(1_000);
  restore();
  const row = server.applications.get(id);
  if (row) server.addApplication({ ...row, agentNotes: 'Fast.' });
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  expect(server.applications.get(id)).toMatchObject({ currentClub: 'Elche', agentNotes: 'Fast.' });
  expect(await mirror.questions.count()).toBe(0);
});
