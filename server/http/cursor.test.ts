import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pullApplications } from '#contract/applications.ts';
import { deleteCampaign, pullCampaigns, trackVisit } from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { closeDatabase, type Db, openDatabase, type Tx } from '#prisma/client.ts';
import { openNewApplications } from '#server/domain/pipeline/applications.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { forgetTombstones } from '#server/domain/replication/delta.ts';
import { nextRevision, raiseRevision } from '#server/domain/replication/revision.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

const DAY = 24 * 60 * 60_000;

function aChange(): Change {
  const now = new Date();
  return { id: newId(), happenedAt: now, arrivedAt: now, userId: null };
}

onBothDatabases('a cursor', ({ open, url, provider }) => {
  test('of a mirror that is whole meets the totals, and one that is not is seen', async () => {
    const { admin, application, campaign, visitor } = await openOffice(await open());
    for (let n = 0; n < 5; n += 1) await application();
    const { id } = await campaign();
    for (let n = 0; n < 3; n += 1) await visitor.call(trackVisit, { params: { id } });

    const pull = async (query: Record<string, number>) =>
      (await admin.call(pullApplications, { query })).reply;
    const first = await pull({ since: 0, limit: 3 });
    expect(first.totals).toBeNull();
    const last = await pull({ since: 0, limit: 3, before: first.next ?? 0 });
    const rows = [...first.rows, ...last.rows];
    const sum = rows.reduce((all, { version }) => all + version, 0);
    expect(last.totals).toEqual({ rows: { count: 5, sum }, history: { count: 0, sum: 0 } });
    expect(last.revision).toBe(first.revision);
    const campaigns = (await admin.call(pullCampaigns, { query: { since: 9 } })).reply;
    expect(campaigns.totals).toEqual({ rows: { count: 1, sum: 9 } });
  });

  test('that is older than the tombstones which are kept starts afresh', async () => {
    const db = await open();
    const { admin, campaign } = await openOffice(db);
    const doomed = await campaign();
    const kept = await campaign();
    await admin.call(deleteCampaign, { params: { id: doomed.id } });
    const pull = async (since: number) =>
      (await admin.call(pullCampaigns, { query: { since } })).reply;
    await forgetTombstones(db, new Date(Date.now() + 179 * DAY));
    expect(await pull(2)).toMatchObject({ reset: false, gone: [doomed.id] });

    await forgetTombstones(db, new Date(Date.now() + 181 * DAY));
    expect(await pull(2)).toMatchObject({ reset: true, gone: [], rows: [{ id: kept.id }] });
    expect(await pull(3)).toMatchObject({ reset: false, gone: [], rows: [] });
    expect(await db.tombstone.count()).toBe(0);
  });

  if (provider === 'sqlite') return;

  /** Eight connections write 1,000 rows while one pulls. Returns how many rows the reader has missed. */
  async function missedBy(raise: (tx: Tx, db: Db) => Promise<number>): Promise<number> {
    const db = await openDatabase(await url());
    onTestFinished(() => closeDatabase(db));
    let left = 1_000;
    const writer = async () => {
      while (left > 0) {
        left -= 1;
        await db.$transaction(async (tx) => {
          if (left % 3 === 0) await pause(Math.random() * 3);
          const version = await raise(tx, db);
          const { arrivedAt: createdAt } = aChange();
          await tx.application.create({
            data: { id: newId(), ...aDraft, createdAt, updatedAt: createdAt, version },
          });
          if (left % 2 === 0) await pause(Math.random() * 3);
        });
      }
    };
    const seen = new Set<string>();
    let since = 0;
    const read = async () => {
      const rows = await db.application.findMany({ where: { version: { gt: since } } });
      for (const { id, version } of rows) {
        seen.add(id);
        since = Math.max(since, version);
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, writer));
    let isWriting = true;
    void writers.finally(() => {
      isWriting = false;
    });
    while (isWriting) await read();
    await writers;
    await read();
    return (await db.application.count()) - seen.size;
  }

  test('fault 31: misses none of 1,000 rows of eight writers whose transactions overlap', async () => {
    expect(await missedBy(nextRevision)).toBe(0);
  });

  test('fault 31: would miss rows if it were counted outside of the transaction, as a sequence is', async () => {
    expect(await missedBy((_, db) => raiseRevision(db, 1))).toBeGreaterThan(0);
  });

  test('fault 31: never passes a revision that is not committed yet', async () => {
    const db = await openDatabase(await url());
    onTestFinished(() => closeDatabase(db));
    const versions = async () =>
      (await db.application.findMany({ orderBy: { version: 'asc' } })).map((row) => row.version);
    let commit = () => {};
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let raised = () => {};
    const isRaised = new Promise<void>((resolve) => {
      raised = resolve;
    });
    const make = async (tx: Tx) => {
      const call = { change: aChange(), body: aDraft };
      const unit = await openNewApplications(tx, [call]);
      await unit.apply(call);
      await unit.flush?.();
    };
    const slow = db.$transaction(async (tx) => {
      await make(tx);
      raised();
      await mayCommit;
    });
    await isRaised;
    const quick = db.$transaction(make);
    await pause(200);
    // The later transaction waits for the earlier one, so no reader sees 2 before 1.
    expect(await versions()).toEqual([]);
    commit();
    await Promise.all([slow, quick]);
    expect(await versions()).toEqual([1, 2]);
  });
});
