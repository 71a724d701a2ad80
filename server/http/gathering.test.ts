import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { changeStatus, getHistory } from '#contract/applications.ts';
import { trackVisit } from '#contract/campaigns.ts';
import { sendInquiry } from '#contract/contacts.ts';
import { newId } from '#contract/ids.ts';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { readLedger } from '#server/domain/revision.ts';
import { openOffice } from '#server/test/agency.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

onBothDatabases('calls that come at once', ({ open, url, provider }) => {
  test('Q-17 share transactions, and each of 60 visits is counted', async () => {
    const db = await open();
    const { visitor, campaign } = await openOffice(db);
    const params = { id: (await campaign()).id };
    const before = (await readLedger(db)).revision;
    const keys = Array.from({ length: 60 }, newId);
    const release = await holdCampaigns(db);

    // Each twice: what comes again counts once.
    const sent = [...keys, ...keys].map((key) => visitor.call(trackVisit, { params, key }));
    await pause(300);
    release();
    const answers = await Promise.all(sent);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await db.campaign.findFirst()).toMatchObject({ visits: 60 });
    expect((await db.visit.findMany()).map(({ id }) => id).sort()).toEqual(keys.toSorted());
    // Each transaction raises it by one.
    expect((await readLedger(db)).revision - before).toBeLessThan(30);
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

  /** Lets nobody write to campaigns until the result is called. */
  async function holdCampaigns(db: Db): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await new Promise<void>((held) => {
      void db.$transaction(async (tx) => {
        await tx.campaign.updateMany({ data: { version: { increment: 0 } } });
        held();
        await released;
      });
    });
    return release;
  }

  /** From now on an entry with this note is an error inside the database. */
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
