import { expect, onTestFinished, test } from 'vitest';
import { changeStatus, getHistory } from '#contract/applications.ts';
import { createCampaign, listCampaigns, trackVisit } from '#contract/campaigns.ts';
import { SENT_TO } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { sync, unknownKeys } from '#contract/sync.ts';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { openOffice } from '#server/test/agency.ts';
import { aCampaign } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';

const STATUS = { status: 'signed', notes: null } as const;

async function epochOf(db: Db): Promise<string> {
  return (await db.replicationState.findUniqueOrThrow({ where: { id: 1 } })).epoch;
}

onBothDatabases('after a restored backup', ({ open, url }) => {
  async function opened(): Promise<{ db: Db; at: string }> {
    const at = await url();
    const db = await openDatabase(at);
    onTestFinished(() => closeDatabase(db));
    return { db, at };
  }

  test('fault 32: a device is told which of its own keys are not known, in their order', async () => {
    const db = await open();
    const { admin, application, origin } = await openOffice(db);
    const { id } = await application();
    const [applied, refused, never, another] = [newId(), newId(), newId(), newId()];
    const params = { id };
    await admin.call(changeStatus, { params, body: STATUS, key: applied });
    expect((await admin.call(changeStatus, { params, body: STATUS, key: refused })).status).toBe(
      400,
    );
    const other = await signedIn(db, origin, { username: 'otto' });
    await other.call(changeStatus, {
      params,
      body: { status: 'rejected', notes: null },
      key: another,
    });

    const keys = [never, applied, another, refused];
    const { reply } = await admin.call(unknownKeys, { body: { keys } });
    expect(reply).toEqual({
      epoch: await epochOf(db),
      unknown: [never, another],
      refused: [refused],
    });
    expect((await new Client(origin).call(unknownKeys, { body: { keys } })).status).toBe(401);
  });

  test('fault 32: what is meant for the database before is not looked at, alone or in a batch', async () => {
    const db = await open();
    await db.replicationState.update({ where: { id: 1 }, data: { epoch: 'zurück 21.11.' } });
    const { admin, application, origin, errors } = await openOffice(db);
    const { id } = await application();
    const key = newId();
    const path = `/api/applications/${id}/status`;
    const calls = [{ key, method: 'PATCH', path, body: STATUS, lane: 'a' }];
    const alone = (epoch: string, by: Client = admin) =>
      by.call(changeStatus, {
        params: { id },
        body: STATUS,
        key,
        headers: { [SENT_TO]: encodeURIComponent(epoch) },
      });
    const together = (epoch: string) =>
      admin.call(sync, { body: { calls }, headers: { [SENT_TO]: encodeURIComponent(epoch) } });

    for (const answer of [await alone('before'), await together('before')]) {
      expect([answer.status, answer.problem.code]).toEqual([412, 'restored']);
    }
    expect((await alone('before', new Client(origin))).status).toBe(401);
    expect((await admin.call(getHistory, { params: { id } })).reply).toEqual([]);

    expect((await together('zurück 21.11.')).reply.answers).toMatchObject([{ status: 200 }]);
    expect((await alone('zurück 21.11.')).status).toBe(200);
    expect((await admin.call(getHistory, { params: { id } })).reply).toHaveLength(1);
    expect(errors()).toEqual([]);
  });

  test('fault 32, E-06: ids that were given after the backup are nobody else’s; a campaign comes back to its own, with its visits', async () => {
    const { db, at } = await opened();
    const { admin, visitor, campaign, contact, origin, errors } = await openOffice(db);
    const [{ id: campaignId }, { id: contactId }] = [await campaign(), await contact()];
    const { id: userId } = await db.user.findFirstOrThrow();
    const before = await db.replicationState.findUniqueOrThrow({ where: { id: 1 } });
    await db.replicationState.update({ where: { id: 1 }, data: { epoch: 'restored' } });
    // Once for each epoch, however often the server starts.
    for (const start of [migrate, migrate]) await start(at);
    const lineage = { epoch: 'restored', before: before.epoch, revision: before.revision };
    const [restored, ...others] = await db.restore.findMany();
    expect([restored, others]).toMatchObject([lineage, []]);
    // Above the ids of every restore before, also of one that this backup does not know.
    const seconds = (Date.now() - Date.UTC(2026)) / 1_000;
    expect(restored?.contactId).toBeGreaterThan(seconds - 600);

    expect((await campaign()).id).toBe(campaignId + 1_001);
    expect((await contact()).id).toBeGreaterThan(contactId + 10_000);
    await signedIn(db, origin, { username: 'otto' });
    const newest = await db.user.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(newest.id).toBe(userId + 1_001);

    const lost = campaignId + 7;
    await visitor.call(trackVisit, { params: { id: lost }, key: newId() });
    const made = await admin.call(createCampaign, { body: { id: lost, ...aCampaign } });
    expect(made.reply).toMatchObject({ id: lost, visits: 1 });
    const never = { id: campaignId + 1_002, ...aCampaign };
    expect((await admin.call(createCampaign, { body: never })).status).toBe(400);
    expect((await admin.call(listCampaigns)).reply).toHaveLength(3);
    expect(errors()).toEqual([]);
  });

  test('a start goes on counting where it was, unless a backup was put back', async () => {
    const { db, at } = await opened();
    const { campaign } = await openOffice(db);
    const { id } = await campaign();
    await migrate(at);
    expect((await campaign()).id).toBe(id + 1);
    await db.replicationState.update({ where: { id: 1 }, data: { epoch: 'restored' } });
    await migrate(at);
    expect((await campaign()).id).toBe(id + 1_002);
  });
});
