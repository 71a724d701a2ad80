import { expect, test } from 'vitest';
import type { Db } from '#prisma/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { many } from '#server/test/samples.ts';
import { keepHouse } from './housekeeping.ts';

const DAY = 24 * 60 * 60_000;
const RETENTION = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 };
/** More than are removed at once. */
const ROWS = 1_100;

onBothDatabases('what is over', ({ open }) => {
  test('goes in parts, and what is not over stays', async () => {
    const db = await open();
    const [now, old] = [new Date(), new Date(Date.now() - 200 * DAY)];
    await fill(db, old, ROWS);
    await fill(db, now, 3);

    expect(await keepHouse(db, RETENTION, new Date(+now + 1))).toMatchObject({
      keys: 2 * ROWS,
      tombstones: ROWS,
      sessions: ROWS,
    });
    const left = await db.idempotencyKey.groupBy({ by: 'scope', _count: true });
    expect(new Map(left.map((row) => [row.scope, row._count]))).toEqual(
      new Map([
        ['1', 3],
        ['2', 3],
        ['visitor', ROWS + 3],
      ]),
    );
    expect([await db.session.count(), await db.endedSession.count()]).toEqual([3, 3]);
    expect([await db.tombstone.count(), await db.rateLimiterFlexible.count()]).toEqual([3, 0]);
    const { oldest } = await db.replicationState.findFirstOrThrow();
    expect(oldest).toBe(ROWS);
  });

  test('stays after a start with the clock 400 days ahead, and goes on when the clock is right', async () => {
    const db = await open();
    const now = new Date();
    const inDays = (days: number) => new Date(+now + days * DAY);
    await fill(db, inDays(-100), 3);
    await fill(db, now, 3);
    await db.auditEntry.create({ data: { at: inDays(-380), kind: 'signed-in', actor: 'server' } });
    await keepHouse(db, { ...RETENTION, audit: 400 }, now);
    const counts = async () => [
      await db.session.count(),
      await db.endedSession.count(),
      await db.idempotencyKey.count(),
      await db.tombstone.count(),
      await db.auditEntry.count(),
    ];
    const before = await counts();

    expect(await keepHouse(db, RETENTION, inDays(400))).toBeNull();
    expect(await keepHouse(db, RETENTION, inDays(-400))).toBeNull();
    expect(await counts()).toEqual(before);
    expect(await keepHouse(db, RETENTION, inDays(1))).toMatchObject({ audit: 1 });
  });
});

/** Rows of every kind that were made at a moment. */
async function fill(db: Db, at: Date, count: number): Promise<void> {
  const id = (n: number) => `${+at}-${n}`;
  for (const scope of ['1', '2', 'visitor']) {
    const key = (n: number) => ({ scope, key: id(n), request: '', status: 200, answer: '{}' });
    await db.idempotencyKey.createMany({
      data: many(count, (n) => ({ ...key(n), createdAt: at })),
    });
  }
  const known = await db.user.findFirst();
  const name = { username: 'marta', usernameKey: 'marta', passwordHash: '' };
  const person = { email: '', firstName: '', lastName: '' };
  const { id: userId } = known ?? (await db.user.create({ data: { ...name, ...person } }));
  const session = (n: number) => ({ id: id(n), userId, data: '', createdAt: at, lastSeenAt: at });
  await db.session.createMany({ data: many(count, session) });
  const reason = 'lost';
  await db.endedSession.createMany({
    data: many(count, (n) => ({ id: id(n), userId, reason, endedAt: at })),
  });
  const before = await db.tombstone.count();
  const stone = (n: number) => ({ entity: 'contact', entityId: id(n), version: before + n + 1 });
  await db.tombstone.createMany({ data: many(count, (n) => ({ ...stone(n), createdAt: at })) });
  await db.rateLimiterFlexible.createMany({
    data: many(count, (n) => ({ key: id(n), points: 1, expire: at })),
  });
}
