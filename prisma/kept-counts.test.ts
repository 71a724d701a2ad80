import { expect, test } from 'vitest';
import { onBothDatabases } from '#server/test/database.ts';
import { aCampaign, aContact, aPlayer, many } from '#server/test/samples.ts';
import type { Db } from './client.ts';
import { repairTotals, totalOf } from './kept-counts.ts';

onBothDatabases('kept totals', ({ open }) => {
  const of = (db: Db) => totalOf(db, 'Application');

  test('follow inserts, new versions and deletions, one by one, many at once and by a cascade', async () => {
    const db = await open();
    const players = many(5, aPlayer).map((player, n) => ({ ...player, version: n + 1 }));
    const [first, second] = players;
    if (!first || !second) throw new Error('There are five.');
    await db.application.createMany({ data: players });
    expect(await of(db)).toEqual({ count: 5, sum: 15 });
    await db.application.updateMany({ data: { version: { increment: 10 } } });
    expect(await of(db)).toEqual({ count: 5, sum: 65 });
    await db.application.update({ where: { id: first.id }, data: { version: { increment: 0 } } });
    expect(await of(db)).toEqual({ count: 5, sum: 65 });

    const entry = { applicationId: second.id, previousStatus: 'a', newStatus: 'b' };
    const at = new Date();
    await db.historyEntry.create({ data: { ...entry, id: '1', createdAt: at, version: 7 } });
    await db.historyEntry.create({ data: { ...entry, id: '2', createdAt: at, version: 8 } });
    expect(await totalOf(db, 'HistoryEntry')).toEqual({ count: 2, sum: 15 });
    await db.application.delete({ where: { id: second.id } });
    expect(await of(db)).toEqual({ count: 4, sum: 53 });
    expect(await totalOf(db, 'HistoryEntry')).toEqual({ count: 0, sum: 0 });
    await db.contact.create({ data: { ...aContact(), version: 9 } });
    await db.contact.deleteMany();
    expect(await totalOf(db, 'Contact')).toEqual({ count: 0, sum: 0 });
  });

  test('change nothing when their transaction is rolled back', async () => {
    const db = await open();
    const failing = db.$transaction(async (tx) => {
      await tx.application.create({ data: { ...aPlayer(), version: 3 } });
      throw new Error('Enough.');
    });
    await expect(failing).rejects.toThrow('Enough.');
    expect(await of(db)).toEqual({ count: 0, sum: 0 });
  });

  test('are corrected if they differ from the rows, and only then', async () => {
    const db = await open();
    await db.application.create({ data: { ...aPlayer(), version: 3 } });
    expect(await repairTotals(db)).toEqual([]);
    await db.listTotal.update({ where: { name: 'Application' }, data: { sum: 99 } });
    expect(await repairTotals(db)).toEqual(['Application']);
    expect(await of(db)).toEqual({ count: 1, sum: 3 });
  });

  test('of visits count each day of a campaign, without those after its end, and outlive the visits', async () => {
    const db = await open();
    const { id: campaignId } = await db.campaign.create({ data: aCampaign() });
    const visit = (id: number, day: string, afterEnd = false) => ({
      id: String(id),
      campaignId,
      createdAt: new Date(day),
      day,
      afterEnd,
    });
    await db.visit.createMany({ data: [visit(1, '2026-06-01'), visit(2, '2026-06-01')] });
    await db.visit.createMany({
      data: [visit(3, '2026-06-01'), visit(4, '2026-06-02'), visit(5, '2026-06-02', true)],
    });
    await db.visit.deleteMany({ where: { day: '2026-06-01' } });
    const days = await db.visitDay.findMany({ orderBy: { day: 'asc' } });
    expect(days.map(({ day, visits }) => [day, visits])).toEqual([
      ['2026-06-01', 3],
      ['2026-06-02', 1],
    ]);
    await db.campaign.delete({ where: { id: campaignId } });
    expect(await db.visitDay.count()).toBe(0);
  });
});
