import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { draftFromContact } from '#contract/conversion.ts';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { Mirror } from './mirror.ts';
import { mirrorName } from './mirror-name.ts';
import { fromV1, type OutboxEntryV1 } from './outbox-upgrade.ts';

/** The stores of the first released version. */
const STORES_V1 = {
  applications: 'id, updatedAt, version',
  history: 'id, [applicationId+version]',
  contacts: 'id, createdAt, version',
  campaigns: 'id, version',
  outbox: '++seq, &key, entity, state',
  meta: 'key',
  conflicts: 'applicationId',
};

/** What the second released version has added. */
const STORES_V2 = { fieldConflicts: 'entity' };

/** And the third. */
const STORES_V3 = { acknowledged: '++id, [at+size]' };

const row = anApplication();
const {
  status: _,
  contactId: __,
  createdAt: ___,
  updatedAt: ____,
  version: _____,
  ...fields
} = row;
const { followUpOn: ______, id, ...draft } = fields;

const common = {
  v: 1 as const,
  entity: `application:${id}`,
  dependsOn: null,
  queuedAt: '2026-01-05T10:00:00.000Z',
  state: 'waiting' as const,
  tries: 0,
  nextTryAt: 0,
  reason: null,
};

/** A queue as the first released version left it: one change of each kind that it knew. */
function aQueue(): OutboxEntryV1[] {
  return [
    {
      ...common,
      seq: 1,
      key: '01890000-0000-7000-8000-000000000001',
      type: 'status-changed',
      body: { status: 'signed', notes: 'In Turin.' },
      seen: { id, status: 'pending', contactId: null },
      method: 'PATCH',
      path: `/api/applications/${id}/status`,
    },
    {
      ...common,
      seq: 2,
      key: '01890000-0000-7000-8000-000000000002',
      type: 'application-edited',
      body: { ...draft, currentClub: 'Elche' },
      seen: row,
      method: 'PUT',
      path: `/api/applications/${id}`,
      tries: 2,
    },
    {
      ...common,
      seq: 3,
      key: '01890000-0000-7000-8000-000000000003',
      entity: 'contact:5',
      type: 'contact-converted',
      body: { status: 'pending' },
      seen: aContact(5),
      method: 'POST',
      path: '/api/contacts/5/convert',
    },
    {
      ...common,
      seq: 4,
      key: '01890000-0000-7000-8000-000000000004',
      entity: 'application:01890000-0000-7000-8000-00000000000a',
      type: 'application-created',
      body: { ...draftFromContact(aContact(6)), id: '01890000-0000-7000-8000-00000000000a' },
      seen: null,
      method: 'POST',
      path: '/api/applications',
    },
  ];
}

test('W-16 an entry that may have been sent keeps its request, one that was not tells what was seen', () => {
  const [status, edit] = aQueue();
  if (!status || !edit) throw new Error('The queue is empty.');
  expect(fromV1(status)).toEqual({ ...status, v: 2, tellsSeen: true });
  expect(fromV1(edit)).toEqual({ ...edit, v: 2, tellsSeen: false });
});

test('W-16 a queue of the first version is taken along by this one, and sent; the mirror is pulled anew', async () => {
  const { server, userId, openTab, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const old = new Dexie(mirrorName(userId));
  old.version(1).stores(STORES_V1);
  await old.table('outbox').bulkAdd(aQueue());
  await old.table('applications').add({ ...row, playerName: 'As it was', followUpOn: undefined });
  await old.table('meta').add({ key: 'applications', epoch: 'e', cursor: 99, syncedAt: 1 });
  old.close();

  const { mirror } = openTab();
  expect(await mirror.outbox.count()).toBe(4);
  expect(await mirror.applications.count()).toBe(0);
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applications.get(id)).toMatchObject({ status: 'signed', currentClub: 'Elche' });
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
  expect(await mirror.applications.count()).toBe(3);
});

test('W-16 a queue and mirror of the second version are taken along as they are', async () => {
  const { server, userId, openTab, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const old = new Dexie(mirrorName(userId));
  old.version(2).stores({ ...STORES_V1, ...STORES_V2 });
  const queue = aQueue().map(fromV1);
  await old.table('outbox').bulkAdd(queue);
  await old.table('applications').add({ ...row, playerName: 'As it was' });
  const conflict = { entity: `application:${id}`, key: 'a', fields: [] };
  await old.table('fieldConflicts').add(conflict);
  const state = { key: 'applications', epoch: server.epoch, cursor: 1, syncedAt: 1 };
  await old.table('meta').add({ ...state, generation: 1, tail: null });
  old.close();

  const mirror = new Mirror(userId);
  expect(await mirror.outbox.toArray()).toEqual(queue);
  expect(await mirror.fieldConflicts.toArray()).toEqual([conflict]);
  expect(await mirror.applications.toArray()).toMatchObject([{ playerName: 'As it was' }]);
  expect(await mirror.acknowledged.count()).toBe(0);
  mirror.close();

  const tab = openTab();
  await pass(5_000);
  expect(await tab.mirror.outbox.count()).toBe(0);
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
  const kept = await tab.mirror.acknowledged.toArray();
  expect(kept.flatMap(({ entries }) => entries.map(({ key }) => key)).sort()).toEqual(
    queue.map(({ key }) => key).sort(),
  );
});

test('W-16 what the third version was sending when it ended waits, as tried', async () => {
  const { server, userId, openTab, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const old = new Dexie(mirrorName(userId));
  old.version(3).stores({ ...STORES_V1, ...STORES_V2, ...STORES_V3 });
  const [first, second, ...others] = aQueue().map(fromV1);
  if (!first || !second) throw new Error('The queue is empty.');
  await old.table('outbox').bulkAdd([{ ...first, state: 'sending' }, second, ...others]);
  old.close();

  const mirror = new Mirror(userId);
  expect(await mirror.outbox.toArray()).toEqual([{ ...first, tries: 1 }, second, ...others]);
  mirror.close();

  const tab = openTab();
  await pass(5_000);
  expect(await tab.mirror.outbox.count()).toBe(0);
  expect(await tab.mirror.underWay.count()).toBe(0);
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
});

test('W-16 an old tab that is open gives way to the new version', async () => {
  const { userId } = aPhone();
  const old = new Dexie(mirrorName(userId));
  old.version(1).stores(STORES_V1);
  await old.table('outbox').bulkAdd(aQueue());
  const mirror = new Mirror(userId);
  expect(await mirror.outbox.count()).toBe(4);
  expect(old.isOpen()).toBe(false);
  mirror.close();
});
