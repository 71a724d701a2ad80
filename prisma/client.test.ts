import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { onBothDatabases } from '#server/test/database.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { aCampaign, aContact, aPlayer } from '#server/test/samples.ts';
import { closeDatabase, type Db, openDatabase, readRows, type Tx } from './client.ts';
import { failureOf } from './failures.ts';

const campaign = aCampaign();
const player = aPlayer();

onBothDatabases('the database', ({ open, url, provider }) => {
  test('keeps what one request wrote while the transaction of another was undone', async () => {
    const db = await open();
    let bystander: Promise<unknown> = Promise.resolve();

    const undone = db.$transaction(async (tx) => {
      await tx.campaign.create({ data: { ...campaign, name: 'undone' } });
      bystander = begin(db.campaign.create({ data: { ...campaign, name: 'kept' } }));
      await pause(50);
      throw new Error('changed my mind');
    });

    await expect(undone).rejects.toThrow('changed my mind');
    await bystander;
    expect(await db.campaign.findMany({ select: { name: true } })).toEqual([{ name: 'kept' }]);
  });

  test('shows nobody what is not committed', async () => {
    const db = await open();
    let seen: Promise<number> = Promise.resolve(-1);

    await db.$transaction(async (tx) => {
      await tx.campaign.create({ data: campaign });
      seen = begin(db.campaign.count());
      // PostgreSQL answers now, SQLite after the commit; both see one consistent state.
      await (provider === 'postgresql' ? seen : pause(50));
      await tx.campaign.create({ data: campaign });
    });

    expect(await seen).toBe(provider === 'postgresql' ? 0 : 2);
  });

  test('loses none of 100 increments made at once', async () => {
    const db = await open();
    const { id } = await db.campaign.create({ data: campaign });

    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.campaign.update({ where: { id }, data: { visits: { increment: 1 } } }),
      ),
    );

    expect(await db.campaign.findUnique({ where: { id } })).toMatchObject({ visits: 100 });
  });

  test('loses none of 100 changes, ten at once, that lock the row by an update, then read it', async () => {
    const db = await open();
    await db.application.create({ data: { ...player, agentNotes: '' } });

    const note = (tx: Tx, n: number) =>
      tx.application
        .update({ where: { id: player.id }, data: { updatedAt: new Date() } })
        .then(({ agentNotes }) =>
          tx.application.update({
            where: { id: player.id },
            data: { agentNotes: `${agentNotes} ${n}` },
          }),
        );
    const all = Array.from({ length: 100 }, (_, n) => n);
    for (let first = 0; first < all.length; first += 10) {
      const tenth = all.slice(first, first + 10);
      await Promise.all(tenth.map((n) => db.$transaction((tx) => note(tx, n))));
    }

    const { agentNotes } = await db.application.findUniqueOrThrow({ where: { id: player.id } });
    expect(
      agentNotes
        ?.trim()
        .split(' ')
        .map(Number)
        .sort((x, y) => x - y),
    ).toEqual(all);
  });

  test('commits nothing of a transaction in which a statement failed, even if that was caught', async () => {
    const db = await open();
    const half = db.$transaction(async (tx) => {
      await tx.application.create({ data: player });
      await tx.application.create({ data: player }).catch(() => undefined);
    });

    expect(failureOf(await reasonOf(half))).toBe('unique');
    expect(await db.application.count()).toBe(0);
    await expectUsable(db);
  });

  test('runs nothing more in a transaction in which a statement failed', async () => {
    const db = await open();
    const half = db.$transaction(async (tx) => {
      await tx.application.create({ data: player });
      await tx.application.create({ data: player }).catch(() => undefined);
      await tx.application.create({ data: { ...player, id: 'b' } });
    });

    await expect(half).rejects.toThrow();
    expect(await db.application.count()).toBe(0);
    await expectUsable(db);
  });

  test('is usable after a COMMIT that failed, and has kept nothing of it', async () => {
    const db = await open();
    if (provider === 'postgresql') {
      await db.$executeRawUnsafe(
        'ALTER TABLE "Visit" ALTER CONSTRAINT "Visit_campaignId_fkey" DEFERRABLE INITIALLY DEFERRED',
      );
    }
    const orphan = db.$transaction(async (tx) => {
      if (provider === 'sqlite') await tx.$executeRawUnsafe('PRAGMA defer_foreign_keys = ON');
      await tx.campaign.create({ data: campaign });
      // A foreign key to no campaign: only the COMMIT fails, which leaves SQLite inside the transaction.
      await tx.visit.create({
        data: { id: 'v', campaignId: 99, createdAt: new Date(), day: '2024-01-05' },
      });
    });
    const next = begin(db.campaign.count());

    expect(failureOf(await reasonOf(orphan))).toBe('foreign-key');
    expect(await next).toBe(0);
    await expectUsable(db);
  });

  test('undoes a transaction that takes too long, and lets the others on', async () => {
    const db = await open();
    const slow = db.$transaction(
      async (tx) => {
        await tx.campaign.create({ data: campaign });
        await pause(300);
        await tx.campaign.create({ data: campaign });
      },
      { timeout: 100 },
    );
    const reason = reasonOf(slow);
    await expectUsable(db);

    expect(failureOf(await reason)).toBe('unavailable');
    expect(await db.campaign.count()).toBe(0);
  });

  test('gives up a transaction that waits too long for its turn, and lets the others on', async () => {
    const db = await open();
    const busy = Array.from({ length: 10 }, () => db.$transaction(() => pause(100)));
    const late = db.$transaction((tx) => tx.campaign.create({ data: campaign }), { maxWait: 30 });

    expect(failureOf(await reasonOf(late))).toBe('unavailable');
    await Promise.all(busy);
    expect(await db.campaign.count()).toBe(0);
    await expectUsable(db);
  });

  test('says alike on both databases what went wrong', async () => {
    const db = await open();
    await db.application.create({ data: player });
    const visit = { id: 'v', campaignId: 99, createdAt: new Date(), day: '2024-01-05' };

    const failures = await Promise.all([
      reasonOf(db.application.create({ data: player })),
      reasonOf(db.visit.create({ data: visit })),
      reasonOf(db.application.update({ where: { id: 'z' }, data: { status: 'signed' } })),
      reasonOf(db.application.delete({ where: { id: 'z' } })),
    ]);
    expect(failures.map(failureOf)).toEqual(['unique', 'foreign-key', 'missing', 'missing']);
    expect(failureOf(new TypeError('a bug'))).toBeNull();
    expect(failureOf(undefined)).toBeNull();
  });

  test('refuses to delete without saying which rows', async () => {
    const db = await open();
    await db.application.create({ data: player });
    const id = undefined as unknown as string;

    await expect(db.application.deleteMany({ where: { id } })).rejects.toThrow();
    expect(await db.application.count()).toBe(1);
  });

  test('gives back dates, flags and text as they were put in', async () => {
    const db = await open();
    const createdAt = new Date('2024-02-29T23:59:59.999Z');
    const text = "Zoë 'Özil' \\ \u{1f44d} 北京\r\n\t";
    await db.campaign.create({ data: { ...campaign, name: text, createdAt, active: false } });

    expect(await db.campaign.findFirst()).toMatchObject({ name: text, createdAt, active: false });
  });

  test('gives rows of a query that was prepared as Prisma gives them', async () => {
    const db = await open();
    const row = await db.campaign.create({ data: { ...campaign, active: false } });
    const sql = 'SELECT * FROM "Campaign" WHERE "id" = $1 AND "name" = $2';
    expect(await readRows(db, sql, row.id, row.name)).toEqual([row]);
    expect(await readRows(db, sql, row.id, 'Another')).toEqual([]);
  });

  test('reads at once what was committed, by whomever, and never what was not', async () => {
    const at = await url();
    const [db, other] = await Promise.all([openDatabase(at), openDatabase(at)]);
    const names = async () =>
      (await readRows<{ name: string }>(db, 'SELECT "name" FROM "Campaign" ORDER BY "id"')).map(
        ({ name }) => name,
      );
    await other.campaign.create({ data: { ...campaign, name: 'by another' } });
    expect(await names()).toEqual(['by another']);

    const undone = db.$transaction(async (tx) => {
      await tx.campaign.create({ data: { ...campaign, name: 'undone' } });
      expect(await names()).toEqual(['by another']);
      expect(await readRows(tx, 'SELECT 1 FROM "Campaign"')).toHaveLength(2);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await db.$transaction((tx) => tx.campaign.create({ data: { ...campaign, name: 'own' } }));
    expect(await names()).toEqual(['by another', 'own']);
    await closeDatabase(db);
    await closeDatabase(other);
  });

  test('orders and compares dates as dates', async () => {
    const db = await open();
    const days = [
      '2024-01-05T00:00:00.000Z',
      '2023-12-31T23:59:59.999Z',
      '2024-01-05T00:00:00.001Z',
    ];
    for (const day of days) {
      await db.campaign.create({ data: { ...campaign, name: day, createdAt: new Date(day) } });
    }
    const found = await db.campaign.findMany({
      where: { createdAt: { gte: new Date('2024-01-05T00:00:00.000Z') } },
      orderBy: { createdAt: 'desc' },
    });
    expect(found.map(({ name }) => name)).toEqual([days[2], days[0]]);
  });

  test('never gives the id of a deleted row again', async () => {
    const db = await open();
    const first = await db.campaign.create({ data: campaign });
    await db.campaign.delete({ where: { id: first.id } });
    const second = await db.campaign.create({ data: campaign });
    expect(second.id).toBeGreaterThan(first.id);
  });

  test('has on disk what it held, after it is opened again', async () => {
    const at = await url();
    const before = await openDatabase(at);
    await before.campaign.create({ data: campaign });
    await closeDatabase(before);

    const after = await openDatabase(at);
    expect(await after.campaign.count()).toBe(1);
    await closeDatabase(after);
  });

  if (provider === 'postgresql') {
    test('comes back by itself after the server has cut every link', async () => {
      const at = await url();
      const db = await openDatabase(at);
      await Promise.all(Array.from({ length: 5 }, () => db.campaign.count()));

      const cut = reasonOf(
        db.$transaction(async (tx) => {
          await tx.campaign.create({ data: campaign });
          await cutAllLinks(at);
          await tx.campaign.create({ data: campaign });
        }),
      );

      expect(failureOf(await cut)).toBe('unavailable');
      // A dead idle connection fails the query that gets it.
      await vi.waitFor(() => expectUsable(db), 5_000);
      expect(await db.campaign.count()).toBe(0);
      await closeDatabase(db);
    });
  }
});

async function cutAllLinks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}

/** Sends a query now: Prisma sends it only when it is awaited. */
function begin<R>(query: PromiseLike<R>): Promise<R> {
  return Promise.resolve(query);
}

/** A plain write, a read and a transaction go through. */
async function expectUsable(db: Db): Promise<void> {
  const { id } = await db.contact.create({ data: aContact() });
  await db.$transaction((tx) => tx.contact.update({ where: { id }, data: { name: 'Bob' } }));
  expect(await db.contact.findUnique({ where: { id } })).toMatchObject({ name: 'Bob' });
  await db.contact.delete({ where: { id } });
}
