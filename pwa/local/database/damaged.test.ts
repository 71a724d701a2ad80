import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { newEntry } from '#pwa/local/outbox/queue.ts';
import { readHistory, readList, readWholeHistory } from '#pwa/local/rows/read-rows.ts';
import { readViews } from '#pwa/local/rows/saved-views.ts';
import { changeStatus, createCampaign } from '#pwa/test/commands.ts';
import { mirrored, mirroredHistory } from '#pwa/test/mirrored.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { LISTS } from './rows.ts';
// Loaded ahead: no time of the test passes while a part is loaded.
import '#pwa/sync/push/replay-after-restore.ts';

// What a disk may do to each table: cut values, lost fields, other types, other numbers.

type Damage = [what: string, damage: (mirror: Mirror) => PromiseLike<unknown>];
type Values = Record<string, unknown>;

/** Damages a closed database. */
async function damaged(userId: number, [, damage]: Damage): Promise<void> {
  const mirror = new Mirror(userId);
  await damage(mirror);
  mirror.close();
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';

const inWords = (values: unknown) =>
  JSON.stringify(values, (_, value) => (Number.isNaN(value) ? 'NaN' : (value ?? 'nothing')));

/** Sets fields, and takes away those that are undefined. */
function set(row: Values, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) Reflect.deleteProperty(row, name);
    else row[name] = value;
  }
}

/** A row of `meta` with these values. */
function meta(key: string, values: Values): Damage {
  return [
    `${key} of meta with ${inWords(values)}`,
    async ({ meta }) => {
      const row = { ...(await meta.get(key)), key };
      set(row, values);
      await meta.put(row as never);
    },
  ];
}

/** A row that the table gets. */
function added(table: string, row: Values): Damage {
  return [`${table} with ${inWords(row)}`, (mirror) => mirror.table(table).add(row)];
}

const PAGES = ['applicationPages', 'contactPages', 'campaignPages', 'historyPages'] as const;

/** Every page of a table, changed. */
function page(
  table: (typeof PAGES)[number],
  what: string,
  change: (page: Values, rows: Values[]) => Values,
): Damage {
  return [
    `${table} ${what}`,
    (mirror) =>
      mirror
        .table(table)
        .toCollection()
        .modify((stored: Values) => {
          const field = 'entries' in stored ? 'entries' : 'rows';
          const { rows, ...others } = change(stored, stored[field] as Values[]);
          set(stored, { ...others, ...(rows !== undefined && { [field]: rows }) });
        }),
  ];
}

const WRONG = { playerName: 'Wrong', name: 'Wrong', notes: 'Wrong' };

test.each<Damage>([
  ...[
    { cursor: undefined },
    { cursor: 'x' },
    { generation: undefined },
    { generation: 'x' },
    { syncedAt: 'x' },
    { tail: { since: 'x' } },
    { epoch: 7 },
  ].map((values) => meta('applications', values)),
  ...PAGES.flatMap((table) => [
    page(table, 'cut', () => ({ rows: 'x' })),
    page(table, 'with a row that is null', () => ({ rows: [null] })),
    page(table, 'without the fields of its rows', () => ({ rows: [{}] })),
    page(table, 'without rows', () => ({ rows: [] })),
    page(table, 'with a later version than the server has', (_, rows) => ({
      rows: rows.map((row) => ({ ...row, ...WRONG, version: 1_000 })),
    })),
  ]),
  ...[99, Number.NaN, 'x', undefined].map((generation) =>
    page('applicationPages', `of full pull ${generation}`, (_, rows) => ({
      generation,
      rows: rows.map((row) => ({ ...row, ...WRONG, version: 0 })),
    })),
  ),
  [
    'no meta over pages of a later full pull',
    async (mirror) => {
      await mirror.table('applicationPages').toCollection().modify({ generation: 3 });
      await mirror.meta.clear();
    },
  ],
])(
  'W-05 a phone with %s shows what it can read, and has what the server has after the next pull',
  async (...damage) => {
    const { server, userId, openTab, pass } = aPhone();
    const { id } = server.addApplication();
    server.setStatus(id, 'in_review', 'A note.');
    server.addContact();
    server.addCampaign();
    const before = openTab();
    await before.engine.refresh(LISTS);
    before.close();
    await damaged(userId, damage);

    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const { mirror, engine } = openTab();
    for (const list of LISTS) await readList(mirror, list);
    await readHistory(mirror, id);
    await readWholeHistory(mirror);
    await pass(500);
    await engine.refresh(LISTS, { force: true });
    for (const list of LISTS) {
      expect(await mirrored(mirror, list)).toEqual([...server[list].values()]);
    }
    expect(await mirroredHistory(mirror)).toEqual(server.historyOf(id));
  },
);

/** The key of a damaged change. */
const KEY = '01890000-0000-7000-8000-00000000dddd';

/** A queued change with these values. */
function change(values: Values): Damage {
  return [
    `a queued change with ${inWords(values)}`,
    async (mirror) => {
      const rows = await readList(mirror, 'applications');
      const row = rows.find(({ playerName }) => playerName === 'Third');
      if (!row) throw new Error('The player is not here.');
      const made = statusChanged.make({ status: 'rejected', notes: 'Mine.' }, row);
      const entry: Values = { ...newEntry(made), key: KEY, isTimeExact: true };
      set(entry, values);
      await mirror.table('outbox').add(entry);
    },
  ];
}

test.each<Damage>([
  ...[{ skew: 'x' }, { skew: Number.NaN }, { skew: undefined }, { wall: 'x' }].map((values) =>
    meta('clock', { skew: 5, wall: Date.now(), ...values }),
  ),
  ...[{ heard: 7 }, { epoch: 'x' }, { heard: undefined }].map((values) => meta('server', values)),
  ...[null, 'abc', ['x'], [Number.NaN, 1.5], 7].map((ids) => meta('campaign-ids', { ids })),
  ...[{ lost: 'x' }, { lost: undefined }].map((values) => meta('loss', values)),
  ...[null, 'x', [null], [{}], [{ id: 'x', name: 5 }]].map((views) =>
    meta('views', { views, syncedAt: 0 }),
  ),
  ...[{ seqs: 'x' }, {}].map((row) => added('inFlight', row)),
  ...[{}, { at: 'x', keys: null, size: 1, entries: null }].map((row) => added('ended', row)),
  ...[{ id: 'x' }, { id: 'y', entity: 7, field: 8, type: 9 }].map((row) => added('questions', row)),
  ...[
    { type: undefined },
    { type: 7 },
    { type: undefined, entity: undefined },
    { body: undefined },
    { body: null },
    { body: 'x' },
    { body: {} },
    { seen: undefined },
    { seen: null },
    { seen: {} },
    { entity: undefined },
    { entity: 7 },
    { method: undefined },
    { path: undefined },
    { state: 'x' },
    { state: undefined },
    { tries: 'x' },
    { nextTryAt: 'x' },
    { queuedAt: 'x' },
    { queuedAt: undefined },
    { dependsOn: 7 },
    ...[7, 'x', {}, { problem: null }, { status: 'x', problem: { code: 7 } }].flatMap((wrong) => [
      { reason: wrong },
      { state: 'refused', reason: wrong },
      { failure: wrong },
    ]),
    { state: 'refused', reason: { status: 400, problem: { code: 'odd' } } },
    ...[
      { at: 'x' },
      { at: Number.NaN },
      { at: 1e300 },
      { requestId: 7 },
      { requestId: undefined },
      { status: 'x' },
    ].map((values) => ({
      state: 'refused',
      failure: { status: null, code: null, requestId: null, at: 0, ...values },
    })),
  ].map(change),
])(
  'W-18 on a phone with %s everything else is shown, queued and sent, and no queued change is lost',
  async (...damage) => {
    const { server, network, userId, openTab, pass } = aPhone();
    const one = server.addApplication();
    const other = server.addApplication();
    server.addApplication({ playerName: 'Third' });
    const before = openTab();
    await before.engine.refresh(['applications']);
    network.fault = () => 'drop-before';
    await changeStatus(before.mirror, one, { status: 'in_review', notes: null });
    before.close();
    await damaged(userId, damage);

    const failed = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => failed.mockRestore());
    const { mirror, engine } = openTab();
    await pass(200);
    expect(await readList(mirror, 'applications')).toHaveLength(3);
    const isChange = damage[0].startsWith('a queued change');
    expect(await readOutbox(mirror)).toHaveLength(isChange ? 2 : 1);
    // What screens say of an attempt is whole, or is not said.
    for (const { reason, failure } of await readOutbox(mirror)) {
      if (reason) expect(reason.problem.message).toBeTypeOf('string');
      if (!failure) continue;
      expect(new Date(failure.at).toISOString()).toMatch(/^\d/);
      expect(failure.requestId?.slice(0, 8) ?? null).toSatisfy(isTextOrNull);
      expect(failure.status).toSatisfy((status) => status === null || Number.isInteger(status));
    }
    expect(await readViews(mirror)).toEqual([]);

    await changeStatus(mirror, other, { status: 'signed', notes: null });
    network.fault = () => null;
    await engine.sendNow();
    await pass(200);
    await createCampaign(mirror, CUP);
    await engine.sendNow();
    expect(server.applications.get(one.id)?.status).toBe('in_review');
    expect(server.applications.get(other.id)?.status).toBe('signed');
    expect([...server.campaigns.values()]).toMatchObject([{ name: 'Cup' }]);
    // A damaged change is applied, or stays for a person to decide.
    const left = (await readOutbox(mirror)).map(({ key }) => key);
    expect(left).toEqual(isChange && !server.applied.has(KEY) ? [KEY] : []);
  },
);

const CUP = {
  name: 'Cup',
  description: null,
  utmSource: 'football-agent-site',
  utmMedium: 'qr',
  utmCampaign: 'cup',
  defaultLanguage: 'en',
  active: true,
} as const;
