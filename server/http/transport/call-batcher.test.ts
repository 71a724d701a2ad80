import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { changeStatus, getHistory } from '#contract/applications.ts';
import { trackVisit } from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { Problem } from '#contract/problems.ts';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { CallBatcher } from './call-batcher.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

test('calls wait for those that are being made, then are made together, in their order', async () => {
  const made: (readonly string[])[] = [];
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batcher = new CallBatcher<string>(async (calls) => {
    made.push(calls);
    if (calls[0] === 'a') await isReleased;
    return calls.map((call) => (call === 'bad' ? new Problem('held', 'No.') : `${call}!`));
  });

  const first = batcher.add('a');
  await pause(5);
  const rest = ['b', 'bad', 'c'].map((call) => batcher.add(call));
  const settled = Promise.allSettled(rest);
  await pause(5);
  expect(made).toEqual([['a']]);
  release();

  expect(await first).toBe('a!');
  expect(await settled).toMatchObject([
    { value: 'b!' },
    { reason: { code: 'held' } },
    { value: 'c!' },
  ]);
  expect(made).toEqual([['a'], ['b', 'bad', 'c']]);
  expect(await batcher.add('d')).toBe('d!');
  expect(made.at(-1)).toEqual(['d']);
});

test('calls that break their transaction are made alone; a database that is away is not asked for each', async () => {
  let failure: unknown = new Error('a bug');
  const alone: string[] = [];
  const batcher = new CallBatcher<string>(async (calls) => {
    const [call = '', ...others] = calls;
    if (others.length > 0) throw failure;
    alone.push(call);
    if (call === 'b') throw new Error('its own fault');
    return [call];
  });
  const makeAll = () => Promise.allSettled(['a', 'b', 'c'].map((call) => batcher.add(call)));

  expect(await makeAll()).toMatchObject([
    { value: 'a' },
    { reason: { message: 'its own fault' } },
    { value: 'c' },
  ]);
  expect(alone.splice(0)).toEqual(['a', 'b', 'c']);

  failure = Object.assign(new Error('No space left.'), { code: 'SQLITE_FULL' });
  expect((await makeAll()).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(alone).toEqual([]);
});

onBothDatabases('calls that come at once', ({ open, url, provider }) => {
  test('Q-17 are counted each once, 60 visits of one campaign', async () => {
    const db = await open();
    const { visitor, campaign } = await openOffice(db);
    const params = { id: (await campaign()).id };
    const keys = Array.from({ length: 60 }, newId);

    const answers = await Promise.all(
      // Each twice; a repeated visit counts once.
      [...keys, ...keys].map((key) => visitor.call(trackVisit, { params, key })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await db.campaign.findFirst()).toMatchObject({ visits: 60 });
    expect((await db.visit.findMany()).map(({ id }) => id).sort()).toEqual(keys.toSorted());
  });

  test('F-17 are stored each once with a version of its own, inquiries of 40 visitors', async () => {
    const db = await open();
    const { visitor, campaign, errors } = await openOffice(db);
    const { id: campaignId } = await campaign({ name: 'Cup' });
    const inquiries = Array.from({ length: 40 }, (_, n) => ({
      key: newId(),
      body: { ...anInquiry, name: `Visitor ${n}`, includeHistory: n % 2 === 0, campaignId },
    }));

    const answers = await Promise.all(
      [...inquiries, ...inquiries].map((each) => visitor.call(sendInquiry, each)),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const rows = await db.contact.findMany();
    expect(new Set(rows.map(({ name }) => name)).size).toBe(40);
    expect(new Set(rows.map(({ version }) => version)).size).toBe(40);
    expect(rows).toHaveLength(40);
    for (const { name, includeHistory, campaignName, convertedToApplication, state } of rows) {
      const even = Number(name.split(' ')[1]) % 2 === 0;
      expect([includeHistory, campaignName, convertedToApplication, state]).toEqual([
        even,
        'Cup',
        false,
        'new',
      ]);
    }
    expect(errors()).toEqual([]);
  });

  test('P-19 are refused each for itself, and those of several people form one chain', async () => {
    const db = await open();
    const { origin, admin, application } = await openOffice(db);
    const other = await signedIn(db, origin, { username: 'nico' });
    const { id } = await application();
    const change = (n: number) => {
      const status = (['in_review', 'contract_offered', 'signed', 'rejected'] as const)[n % 4];
      const body = { status, notes: `Note ${n}` };
      const client = n % 2 === 0 ? admin : other;
      return client.call(changeStatus, { params: { id }, body, key: newId() });
    };
    const wrong = (n: number) =>
      n % 2 === 0
        ? admin.call(changeStatus, {
            params: { id: UNKNOWN },
            body: { status: 'signed' },
            key: newId(),
          })
        : admin.call(changeStatus, { params: { id }, body: { status: 'cheered' }, key: newId() });

    const [right, refused] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, (_, n) => change(n))),
      Promise.all(Array.from({ length: 20 }, (_, n) => wrong(n))),
    ]);

    expect(right.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(refused.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 404 : 400)),
    );
    const history = (await admin.call(getHistory, { params: { id } })).reply.toReversed();
    expect(history).toHaveLength(40);
    for (const [n, { previousStatus }] of history.entries()) {
      expect(previousStatus).toBe(n === 0 ? 'pending' : history[n - 1]?.newStatus);
    }
    for (const { notes, by } of history) {
      expect(by).toBe(Number(notes?.split(' ')[1]) % 2 === 0 ? 'marta' : 'nico');
    }
  });

  test('fault 4: one that breaks inside the database breaks alone', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    const params = { id: (await application()).id };
    await refuseNote(db, 'poison');
    const keys = Array.from({ length: 30 }, newId);

    const answers = await Promise.all(
      keys.map((key, n) =>
        admin.call(changeStatus, {
          params,
          body: { status: 'pending', notes: n === 17 ? 'poison' : key },
          key,
        }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(keys.map((_, n) => (n === 17 ? 500 : 200)));
    const entries = await db.historyEntry.findMany({ select: { id: true } });
    const expected = keys.filter((_, n) => n !== 17).sort();
    expect(entries.map(({ id }) => id).sort()).toEqual(expected);
    const stored = await db.idempotencyKey.findMany({ where: { key: { in: keys } } });
    expect(stored.map(({ key }) => key).sort()).toEqual(expected);
  });

  test('fault 2: with the same key in two processes are applied once', async () => {
    const at = await url();
    const [db, second] = await Promise.all([openDatabase(at), openDatabase(at)]);
    const { origin, campaign, errors } = await openOffice(db);
    const other = await serveApp(second);
    const { id } = await campaign();
    const visitors = [new Client(origin), new Client(other.origin)];
    const keys = Array.from({ length: 20 }, newId);

    const answers = await Promise.all(
      visitors.flatMap((visitor) =>
        keys.flatMap((key) => [
          visitor.call(sendInquiry, { body: anInquiry, key }),
          visitor.call(trackVisit, { params: { id }, key }),
        ]),
      ),
    );

    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    expect(await db.contact.count()).toBe(20);
    expect(await db.campaign.findFirst()).toMatchObject({ visits: 20 });
    expect([errors(), other.errors()]).toEqual([[], []]);
    await closeDatabase(db);
    await closeDatabase(second);
  });

  /** Makes the database fail for an entry with this note. */
  async function refuseNote(db: Db, note: string): Promise<void> {
    if (provider === 'sqlite') {
      await db.$executeRawUnsafe(`
        CREATE TRIGGER poison BEFORE INSERT ON "HistoryEntry" WHEN NEW."notes" = '${note}'
        BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
      return;
    }
    await db.$executeRawUnsafe(`
      CREATE FUNCTION poison() RETURNS trigger AS $$
      BEGIN IF NEW."notes" = '${note}' THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN NEW; END
      $$ LANGUAGE plpgsql`);
    await db.$executeRawUnsafe(
      'CREATE TRIGGER poison BEFORE INSERT ON "HistoryEntry" FOR EACH ROW EXECUTE FUNCTION poison()',
    );
  }
});
