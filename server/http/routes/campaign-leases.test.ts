import { expect, test } from 'vitest';
import {
  createCampaign,
  leaseCampaignIds,
  listCampaigns,
  pullCampaigns,
  trackVisit,
} from '#contract/campaigns.ts';
import { listContacts } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { openOffice } from '#server/test/agency.ts';
import { aCampaign, anInquiry } from '#server/test/bodies.ts';
import { type Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';

async function lease(client: Client, count: number): Promise<number[]> {
  return (await client.call(leaseCampaignIds, { body: { count } })).reply.ids;
}

onBothDatabases('leased campaign ids', ({ open }) => {
  test("E-06 are nobody else's: two devices and plain campaigns never get the same", async () => {
    const { admin, campaign } = await openOffice(await open());
    const many = await Promise.all([
      lease(admin, 3),
      campaign().then(({ id }) => [id]),
      lease(admin, 20),
      campaign().then(({ id }) => [id]),
    ]);
    const ids = [...many.flat(), (await campaign()).id];
    expect(new Set(ids).size).toBe(26);

    const key = newId();
    const once = await admin.call(leaseCampaignIds, { body: { count: 2 }, key });
    const again = await admin.call(leaseCampaignIds, { body: { count: 2 }, key });
    expect(again.text).toBe(once.text);
  });

  test('K-07, W-15 a campaign takes its id, and what came for it before: visits once, inquiries with its name', async () => {
    const db = await open();
    const { admin, visitor, campaign, contact, errors } = await openOffice(db);
    const [id = 0] = await lease(admin, 1);
    const params = { id };
    const keys = Array.from({ length: 5 }, newId);
    for (const key of [...keys, ...keys]) {
      expect((await visitor.call(trackVisit, { params, key })).status).toBe(204);
    }
    const inquiry = await contact({ campaignId: id });
    expect(inquiry).toMatchObject({ campaignId: null, campaignName: null });
    expect(inquiry).not.toHaveProperty('heldFor');
    await campaign();

    const { reply } = await admin.call(createCampaign, { body: { id, ...aCampaign } });
    expect(reply).toMatchObject({ id, visits: 5, name: aCampaign.name });
    expect((await admin.call(listContacts)).reply).toMatchObject([
      { campaignId: id, campaignName: aCampaign.name, version: reply.version },
    ]);
    await visitor.call(trackVisit, { params, key: keys[0] ?? '' });
    await visitor.call(trackVisit, { params, key: newId() });
    const pulled = (await admin.call(pullCampaigns, { query: { since: 0 } })).reply;
    expect(pulled.rows.find((row) => row.id === id)).toMatchObject({ visits: 6 });
    expect(await db.visit.count()).toBe(6);
    expect(await db.heldVisit.count()).toBe(0);
    expect(errors()).toEqual([]);
  });

  test('count every visit that comes in the very moment in which the campaign does', async () => {
    const db = await open();
    const { admin, visitor, errors } = await openOffice(db);
    const [id = 0] = await lease(admin, 1);
    const track = () => visitor.call(trackVisit, { params: { id }, key: newId() });
    const inquire = () => visitor.call(sendInquiry, { body: { ...anInquiry, campaignId: id } });
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, track),
      inquire(),
      admin.call(createCampaign, { body: { id, ...aCampaign } }),
      ...Array.from({ length: 12 }, track),
      inquire(),
    ]);
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    expect((await admin.call(listCampaigns)).reply).toMatchObject([{ id, visits: 24 }]);
    const contacts = (await admin.call(listContacts)).reply;
    expect(contacts.map(({ campaignId }) => campaignId)).toEqual([id, id]);
    expect(errors()).toEqual([]);
  });

  test('K-07, Q-17 a visit that another campaign has counted meanwhile counts once, and keeps no campaign from arriving', async () => {
    const db = await open();
    const { admin, visitor, campaign, errors } = await openOffice(db);
    const other = await campaign();
    const [id = 0] = await lease(admin, 1);
    const [both, own] = [newId(), newId()];
    const track = async (at: number, key: string) =>
      (await visitor.call(trackVisit, { params: { id: at }, key })).status;
    expect([await track(id, both), await track(id, own), await track(other.id, both)]).toEqual([
      204, 204, 204,
    ]);

    const made = await admin.call(createCampaign, { body: { id, ...aCampaign } });
    expect(made.status).toBe(201);
    expect(made.reply).toMatchObject({ id, visits: 1 });
    const all = (await admin.call(listCampaigns)).reply;
    expect(all.find((row) => row.id === id)).toMatchObject({ visits: 1 });
    expect(all.find((row) => row.id === other.id)).toMatchObject({ visits: 1 });
    expect(await db.visit.findUnique({ where: { id: both } })).toMatchObject({
      campaignId: other.id,
    });
    expect([await db.visit.count(), await db.heldVisit.count()]).toEqual([2, 0]);
    expect(errors()).toEqual([]);
  });

  test('Q-16 visits of a campaign that arrives inactive are kept, not counted', async () => {
    const db = await open();
    const { admin, visitor } = await openOffice(db);
    const [id = 0] = await lease(admin, 1);
    await visitor.call(trackVisit, { params: { id }, key: newId() });
    const { reply } = await admin.call(createCampaign, {
      body: { id, ...aCampaign, active: false },
    });
    expect(reply.visits).toBe(0);
    expect(await db.visit.findMany()).toMatchObject([{ campaignId: id, afterEnd: true }]);
  });

  test('are refused when used before, made up, or given to somebody else', async () => {
    const db = await open();
    const { origin, admin, visitor, campaign } = await openOffice(db);
    const colleague = await signedIn(db, origin, { username: 'colleague' });
    const [id = 0] = await lease(admin, 1);
    const make = async (client: Client, wanted: number) => {
      const { status, problem } = await client.call(createCampaign, {
        body: { id: wanted, ...aCampaign },
      });
      return [status, problem.code];
    };
    expect(await make(colleague, id)).toEqual([400, 'invalid-input']);
    expect(await make(admin, 999_999)).toEqual([400, 'invalid-input']);
    expect(await make(admin, (await campaign()).id)).toEqual([409, 'campaign-exists']);
    await admin.call(createCampaign, { body: { id, ...aCampaign } });
    expect(await make(admin, id)).toEqual([409, 'campaign-exists']);
    expect((await visitor.call(trackVisit, { params: { id: 999_999 } })).status).toBe(404);
    expect((await admin.call(leaseCampaignIds, { body: { count: 21 } })).status).toBe(400);
  });
});
