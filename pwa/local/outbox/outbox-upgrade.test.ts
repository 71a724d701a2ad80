import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { draftFromContact } from '#contract/conversion.ts';
import { newId } from '#contract/fields/ids.ts';
import { otherVersion } from '#pwa/lib/storage/other-version.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { emptyStaleCopies } from '#pwa/local/database/empty-stale.ts';
import { Mirror, OutdatedTab } from '#pwa/local/database/mirror.ts';
import { mirrorName } from '#pwa/local/database/mirror-name.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { PAGE_TABLES, type Question } from '#pwa/local/database/rows.ts';
import { readAll, readList, readRow } from '#pwa/local/rows/read-rows.ts';
import { startSync } from '#pwa/sync/engine.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { aContact, anApplication, aUser } from '#pwa/test/fake-server.ts';
import { keepRows, mirrored } from '#pwa/test/mirrored.ts';
import { isWrite } from '#pwa/test/network.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { answerQuestion } from './answer-question.ts';
import { readOutbox } from './outbox-memory.ts';
import { takeBack } from './undo.ts';

/** A generated next version: one store more, an entry that tells its device, and other rows. */
class NextMirror extends Mirror {
  constructor(userId: number) {
    super(userId);
    this.version(this.verno + 1)
      .stores({ drafts: 'id' })
      .upgrade(async (tx) => {
        for (const table of [...Object.values(PAGE_TABLES), 'historyPages', 'meta']) {
          await tx.table(table).clear();
        }
        await tx
          .table('outbox')
          .toCollection()
          .modify((entry) => {
            entry.device = 'phone';
          });
      });
  }
}

/** Another one, which only adds a store. */
class RoomierMirror extends Mirror {
  constructor(userId: number) {
    super(userId);
    this.version(this.verno + 1).stores({ drafts: 'id' });
  }
}

/** The app of the next version. */
function sync<Next extends Mirror>(mirror: Next): Next {
  const engine = startSync(mirror, aUser(mirror.userId));
  onTestFinished(() => {
    engine.stop();
    mirror.close();
  });
  return mirror;
}

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
  entity: `application:${id}`,
  dependsOn: null,
  queuedAt: '2026-01-05T10:00:00.000Z',
  state: 'waiting' as const,
  tries: 0,
  nextTryAt: 0,
  reason: null,
};

/** A queue that the previous version left. */
function aQueue(): OutboxEntry[] {
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

test('W-16 entries of an older version are upgraded when they are read, and sent; the mirror is pulled anew', async () => {
  const { server, userId, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const old = new Mirror(userId);
  await old.outbox.bulkAdd(aQueue());
  await keepRows(old, 'applications', [{ ...row, playerName: 'As it was' }]);
  const state = { epoch: 'e', cursor: 99, syncedAt: Date.now(), generation: 1, tail: null };
  await old.meta.add({ key: 'applications', ...state });
  old.close();

  const mirror = new NextMirror(userId);
  expect(await mirror.outbox.toArray()).toEqual(
    aQueue().map((entry) => ({ ...entry, device: 'phone' })),
  );
  expect(await mirrored(mirror, 'applications')).toHaveLength(0);
  sync(mirror);
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applications.get(id)).toMatchObject({ status: 'signed', currentClub: 'Elche' });
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
  expect(await mirrored(mirror, 'applications')).toHaveLength(3);
});

/** The tables of version 1, which kept each row by itself. */
const FIRST = {
  applications: 'id, updatedAt, version',
  history: 'id, [applicationId+version]',
  contacts: 'id, createdAt, version',
  campaigns: 'id, version',
  outbox: '++seq, &key, entity, state',
  inFlight: '++id',
  acknowledged: '++id, [at+size]',
  meta: 'key',
  conflicts: 'applicationId',
  fieldConflicts: 'entity',
};

const lane = `application:${id}`;

/** Questions and accepted changes as version 10 kept them. A field names its kind where a later edit had another one. */
const TENTH_OWN = {
  conflicts: [
    { applicationId: id, key: 'a', seen: 'pending', mine: 'signed', theirs: 'rejected', at: '' },
  ],
  fieldConflicts: [
    {
      entity: lane,
      type: 'follow-up-set',
      key: 'b',
      fields: [
        { type: 'application-edited', field: 'currentClub', mine: 'Elche', theirs: 'Getafe' },
        { field: 'followUpOn', mine: '2026-12-01', theirs: null },
      ],
    },
    {
      entity: 'campaign:7',
      type: 'campaign-edited',
      key: 'c',
      fields: [{ field: 'active', mine: false, theirs: true }],
    },
  ],
  acknowledged: [{ id: 1, at: Date.now(), size: 1, entries: aQueue().slice(0, 1) }],
};

/** The accepted changes as version 11 keeps them. */
const [entry] = aQueue();
const ENDED = {
  ...{ how: 'accepted', keys: [entry?.key], size: 1, entries: [entry] },
  at: TENTH_OWN.acknowledged[0]?.at,
};

/** The same in one table. */
const JOINED = [
  ['currentClub', 'application-edited', 'b', null, 'Elche', 'Getafe'],
  ['followUpOn', 'follow-up-set', 'b', null, '2026-12-01', null],
  ['status', 'status-changed', 'a', 'pending', 'signed', 'rejected'],
  ['active', 'campaign-edited', 'c', null, false, true],
].map(([field, type, key, seen, mine, theirs]) => {
  const entity = key === 'c' ? 'campaign:7' : lane;
  return { id: `${entity} ${field}`, entity, field, type, key, seen, mine, theirs };
});

test.each(['at once', 'after its rows became stale'])(
  'W-11 W-16 the questions of version 10 are asked from one table: %s',
  async (when) => {
    const { userId, server, openTab, pass } = aPhone();
    server.addApplication({ ...row, status: 'signed', version: 1 });
    const old = new Dexie(mirrorName(userId));
    old.version(10).stores({ ...FIRST, ...TENTH });
    for (const [table, rows] of Object.entries(TENTH_OWN)) await old.table(table).bulkAdd(rows);
    const syncedAt = when === 'at once' ? Date.now() : 1;
    const list = { epoch: server.epoch, cursor: 1, syncedAt, generation: 1, tail: null };
    await old.table('meta').add({ key: 'applications', ...list });
    old.close();
    if (when !== 'at once') await emptyStaleCopies([mirrorName(userId)]);

    const { mirror } = openTab();
    expect(await mirror.questions.toArray()).toEqual(JOINED);
    if (when === 'at once') expect(await mirror.ended.toArray()).toMatchObject([ENDED]);
    for (const name of Object.keys(TENTH_OWN)) expect(await mirror.table(name).count()).toBe(0);
    await pass(1_000);
    const status = (await mirror.questions.toArray()).find(({ field }) => field === 'status');
    if (!status) throw new Error('Nothing is asked about the status.');
    await answerQuestion(mirror, status, 'theirs');
    await pass(1_000);
    expect(server.applications.get(id)?.status).toBe('rejected');
  },
);

/** What later versions added to them. */
const TENTH = {
  applicationPages: 'id',
  contactPages: 'id',
  campaignPages: 'id',
  historyPages: 'id, *of',
};

test('W-16 version 1 of the mirror is pulled anew; the queue, questions, and what the phone knows of itself stay', async () => {
  const { server, userId, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const list = { epoch: server.epoch, cursor: 99, syncedAt: Date.now(), generation: 1, tail: null };
  const own = [
    { key: 'accounts', users: [], syncedAt: 1 },
    { key: 'campaign-ids', ids: [7, 8] },
    { key: 'loss', lost: 0, isMore: false },
    { key: 'server', epoch: server.epoch, heard: server.epoch },
  ];
  const kept = {
    outbox: aQueue(),
  };
  const old = new Dexie(mirrorName(userId));
  old.version(1).stores(FIRST);
  for (const [table, rows] of Object.entries({ ...kept, ...TENTH_OWN })) {
    await old.table<object>(table).bulkAdd(rows);
  }
  await old.table('applications').add({ ...row, playerName: 'As it was', generation: 1 });
  await old.table('history').add({ id: 'h', applicationId: id, version: 1, notes: 'As it was' });
  await old
    .table<object>('meta')
    .bulkAdd([
      ...own,
      { key: 'applications', ...list },
      { key: 'contacts', ...list },
      { key: `application:${id}`, syncedAt: 1 },
      { key: 'history-trimmed' },
    ]);
  old.close();

  const mirror = new Mirror(userId);
  for (const [table, rows] of Object.entries(kept)) {
    expect(await mirror.table(table).toArray()).toEqual(rows);
  }
  expect(await mirror.questions.toArray()).toEqual(JOINED);
  expect(await mirror.ended.toArray()).toMatchObject([ENDED]);
  expect(await mirror.meta.toArray()).toEqual(own);
  for (const table of ['applications', 'history', 'contacts', 'campaigns']) {
    expect(await mirror.table(table).count()).toBe(0);
  }

  sync(mirror);
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
  const whole = await readAll(mirror, 'applications');
  expect(whole).toMatchObject({ firstPull: { isWhole: true } });
  expect(whole.rows).toHaveLength(3);
});

test('W-16 a next version of the schema opens with the queue and the mirror intact', async () => {
  const { server, userId, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const old = new Mirror(userId);
  const queue = aQueue();
  await old.outbox.bulkAdd(queue);
  await keepRows(old, 'applications', [{ ...row, playerName: 'As it was' }]);
  const [question] = JOINED as Question[];
  if (!question) throw new Error('Nothing is asked.');
  await old.questions.add(question);
  const state = { epoch: server.epoch, cursor: 1, syncedAt: Date.now(), generation: 1, tail: null };
  await old.meta.add({ key: 'applications', ...state });
  old.close();

  const mirror = new RoomierMirror(userId);
  expect(await mirror.outbox.toArray()).toEqual(queue);
  expect(await mirror.questions.toArray()).toEqual([question]);
  expect(await mirrored(mirror, 'applications')).toMatchObject([{ playerName: 'As it was' }]);
  expect(await mirror.table('drafts').count()).toBe(0);

  sync(mirror);
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
  const kept = await mirror.ended.toArray();
  expect(kept.flatMap(({ entries }) => entries.map(({ key }) => key)).sort()).toEqual(
    queue.map(({ key }) => key).sort(),
  );
});

test('W-16 what an older version was sending when it ended is tried again by the next, and applied once', async () => {
  const { server, network, userId, pass } = aPhone();
  server.addApplication({ ...row, version: 1 });
  server.addContact({ id: 5 });
  const old = new Mirror(userId);
  const queue = aQueue();
  await old.outbox.bulkAdd(queue);
  await old.inFlight.add({ seqs: [1] });
  old.close();

  network.fault = () => 'drop-before';
  const mirror = sync(new RoomierMirror(userId));
  await pass(100);
  // The attempt of the older version counts, too.
  const [first, , , last] = await mirror.outbox.toArray();
  expect((first?.tries ?? 0) - (last?.tries ?? 0)).toBe(1);
  network.fault = () => null;
  await pass(60_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirror.inFlight.count()).toBe(0);
  expect([...server.applied.values()]).toEqual([1, 1, 1, 1]);
});

test('W-16 the queues that version 9 had for views and notes of exports join the outbox', async () => {
  const { server, userId, pass } = aPhone();
  const removed = { id: newId(), name: 'Old', list: 'contacts', ...CHOICES } as const;
  server.views.set(removed.id, removed);
  const old = new Dexie(mirrorName(userId));
  old.version(9).stores({
    outbox: '++seq, &key, entity, state',
    inFlight: '++id',
    meta: 'key',
    unsentViews: 'id',
    unsentExports: 'key',
  });
  const draft = { name: 'Keepers', list: 'applications', ...CHOICES };
  const view = newId();
  await old.table('unsentViews').bulkAdd([
    { id: view, draft, key: newId() },
    { id: removed.id, draft: null, key: newId() },
  ]);
  await old.table('unsentExports').add({ key: newId(), list: 'contacts', rows: 31 });
  old.close();

  const mirror = sync(new Mirror(userId));
  expect(await mirror.outbox.count()).toBe(3);
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect([...server.views.values()]).toEqual([{ id: view, ...draft }]);
  expect(server.exports).toEqual([{ list: 'contacts', rows: 31 }]);
});

/** What a view keeps besides its name and list. */
const CHOICES = { filter: 'all', sort: 'name', where: {}, columns: null };

test('W-16 an old tab that is open gives way to the new version', async () => {
  const { userId } = aPhone();
  const old = new Mirror(userId);
  await old.outbox.bulkAdd(aQueue());
  const mirror = new NextMirror(userId);
  expect(await mirror.outbox.count()).toBe(4);
  expect(old.isOpen()).toBe(false);
  expect(otherVersion.getState().tab).toBe('newer');
  mirror.close();
  old.close();
});

test('W-16 fault 28 a tab of an older version still reads, but writes and sends nothing after an upgrade', async () => {
  const { server, network, openTab, userId, pass } = aPhone();
  const seen = server.addApplication();
  const { mirror: old } = openTab();
  await pass(1_000);
  const mirror = new NextMirror(userId);
  onTestFinished(() => mirror.close());
  const [entry] = aQueue();
  if (!entry) throw new Error('The queue is empty.');
  const { seq: _seq, ...unknown } = entry;
  await mirror.outbox.add({ ...unknown, type: 'of-tomorrow' } as never);
  network.sent.length = 0;

  const change = { status: 'signed', notes: 'Typed in the old tab.' } as const;
  await expect(changeStatus(old, seen, change)).rejects.toMatchObject({
    name: 'NotSaved',
    outdated: true,
  });
  await expect(takeBack(old, entry.key)).rejects.toThrow(OutdatedTab);
  await pass(60_000);
  expect(network.sent.filter(isWrite)).toEqual([]);
  expect(await mirror.outbox.toArray()).toMatchObject([{ type: 'of-tomorrow' }]);
  expect(await readOutbox(old)).toMatchObject([{ type: 'of-tomorrow' }]);
  expect(await readList(old, 'applications')).toEqual([]);
  expect(otherVersion.getState().tab).toBe('newer');
});

test('W-16 a page of an older version that is opened after an upgrade knows it at its first write', async () => {
  const { userId } = aPhone();
  const mirror = new NextMirror(userId);
  await mirror.open();
  mirror.close();
  otherVersion.setState({ tab: null });
  const old = new Mirror(userId);
  onTestFinished(() => old.close());
  const change = { status: 'signed', notes: null } as const;
  await expect(changeStatus(old, row, change)).rejects.toMatchObject({ outdated: true });
  expect(await old.outbox.count()).toBe(0);
  expect(otherVersion.getState().tab).toBe('newer');
});

test('W-16 a change of a kind that only a newer version knows is shown, waits, and holds up its own record alone', async () => {
  const { server, openTab, pass, userId } = aPhone();
  server.addApplication({ ...row, version: 1 });
  const other = server.addApplication();
  const before = new Mirror(userId);
  const [entry] = aQueue();
  await before.outbox.add({ ...entry, type: 'of-tomorrow' } as never);
  before.close();
  const { mirror } = openTab();
  await pass(1_000);
  await changeStatus(mirror, row, { status: 'rejected', notes: null });
  await changeStatus(mirror, other, { status: 'signed', notes: null });
  await pass(2_000);
  expect(server.applications.get(other.id)?.status).toBe('signed');
  const left = await readOutbox(mirror);
  expect(left.map(({ type }) => type)).toEqual(['of-tomorrow', 'status-changed']);
  expect(await readRow(mirror, 'applications', id)).toMatchObject({ waiting: 'not-sent' });
  const text = (key: string) => key;
  expect(left.map((one) => definitionOf(one).describe(one, text))[0]).toBe('sync.change.unknown');
});
