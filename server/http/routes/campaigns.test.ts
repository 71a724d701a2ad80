import { expect, test } from 'vitest';
import {
  createCampaign,
  deleteCampaign,
  editCampaign,
  leaseCampaignIds,
  listCampaigns,
  NO_VISITS,
  peopleOf,
  pullCampaigns,
  readVisitHours,
  trackVisit,
} from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { campaignLink, shortCampaignLink } from '#contract/paths/campaign-link.ts';
import { openOffice } from '#server/test/agency.ts';
import { aCampaign, anInquiry } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

/** As `serveApp` has it. */
const SITE = 'http://agency.test';

onBothDatabases('a campaign', ({ open }) => {
  test('C-12, E-04, E-06 is made, and read as it was written', async () => {
    const { admin } = await openOffice(await open());
    const { status, reply } = await admin.call(createCampaign, { body: aCampaign });
    expect(status).toBe(201);
    expect(reply).toEqual({
      ...aCampaign,
      id: 1,
      ...NO_VISITS,
      days: [],
      createdAt: expect.any(String),
      version: 1,
    });
    expect((await admin.call(listCampaigns)).reply).toEqual([reply]);
  });

  test('has a short address for print, which leads to its link and is never cached', async () => {
    const { admin, campaign } = await openOffice(await open());
    const { id, ...marks } = await campaign({ defaultLanguage: 'de' });
    const lead = async (path: string) => {
      const { status, headers } = await admin.send('GET', path);
      return [status, headers.get('Location'), headers.get('Cache-Control')];
    };
    const pathOf = (link: string) => new URL(link).pathname;
    for (const language of [null, 'it'] as const) {
      const short = pathOf(shortCampaignLink(SITE, { id, language }));
      const link = campaignLink(SITE, { ...marks, id, defaultLanguage: language ?? 'de' });
      expect(await lead(short)).toEqual([303, link, 'no-store']);
    }
    // It was made and printed without a signal.
    const unknown = pathOf(shortCampaignLink(SITE, { id: 2_000_000, language: 'fr' }));
    expect(await lead(unknown)).toEqual([303, '/?campaign_id=2000000&lang=fr', 'no-store']);
    for (const path of ['/c/', '/c/-1', '/c/0', '/c/zzzzzzz', '/c/1/xx', '/c/1/de/more']) {
      expect((await lead(path))[0]).toBe(404);
    }
  });

  test('C-10, C-11 needs a name and the three utm fields, and fills in the rest', async () => {
    const { admin } = await openOffice(await open());
    const { problem } = await admin.call(createCampaign, { body: { name: ' ' } });
    expect(Object.keys(problem.fields ?? {}).sort()).toEqual([
      'name',
      'utmCampaign',
      'utmMedium',
      'utmSource',
    ]);
    const body = { name: 'Cup', utmSource: 'a', utmMedium: 'b', utmCampaign: 'c' };
    expect((await admin.call(createCampaign, { body })).reply).toMatchObject({
      description: null,
      defaultLanguage: 'en',
      active: true,
    });
  });

  test('C-13, C-22 is changed, and switched off and on', async () => {
    const { admin, campaign } = await openOffice(await open());
    const { id, version } = await campaign();
    const params = { id };
    const off = await admin.call(editCampaign, { params, body: { ...aCampaign, active: false } });
    expect(off.reply).toMatchObject({ id, active: false, version: version + 1 });
    const on = await admin.call(editCampaign, { params, body: { ...aCampaign, name: 'Cup' } });
    expect(on.reply).toMatchObject({ id, active: true, name: 'Cup' });
  });

  test('C-14, Q-15 is deleted with its visits; a scan of its printed code is then a 404', async () => {
    const db = await open();
    const { admin, visitor, campaign } = await openOffice(db);
    const params = { id: (await campaign()).id };
    await visitor.call(trackVisit, { params, key: newId() });

    const { status, text } = await admin.call(deleteCampaign, { params });

    expect([status, text]).toEqual([204, '']);
    expect((await admin.call(listCampaigns)).reply).toEqual([]);
    expect(await db.visit.count()).toBe(0);
    expect((await visitor.call(trackVisit, { params, key: newId() })).status).toBe(404);
    for (const gone of [
      await admin.call(deleteCampaign, { params }),
      await admin.call(editCampaign, { params, body: aCampaign }),
    ]) {
      expect([gone.status, gone.problem.code]).toEqual([404, 'campaign-not-found']);
    }
  });

  test('Q-29 is listed newest first', async () => {
    const { admin, campaign } = await openOffice(await open());
    for (const name of ['First', 'Second']) await campaign({ name });
    const { reply } = await admin.call(listCampaigns);
    expect(reply.map(({ name }) => name)).toEqual(['Second', 'First']);
  });

  // Fewer calls at once than the database has connections: none waits for one, however slow the machine.
  test('may be deleted while inquiries and visits of it arrive and are converted', async () => {
    const db = await open();
    const { admin, visitor, campaign, contact, errors } = await openOffice(db);

    for (let n = 0; n < 6; n += 1) {
      const { id } = await campaign();
      const inquiry = await contact({ campaignId: id });
      const body = { ...anInquiry, campaignId: id };

      const [first, second, deleted] = await Promise.all([
        visitor.send('POST', '/api/contact', { body, key: newId() }),
        visitor.send('POST', '/api/contact', { body, key: newId() }),
        admin.call(deleteCampaign, { params: { id } }),
        visitor.send('POST', `/api/campaigns/${id}/track`, { key: newId() }),
        visitor.send('POST', `/api/campaigns/${id}/track`, { key: newId() }),
        admin.send('POST', `/api/contacts/${inquiry.id}/convert`, { body: { status: 'pending' } }),
        admin.send('PUT', `/api/campaigns/${id}`, { body: aCampaign }),
      ]);
      expect([first.status, second.status, deleted.status]).toEqual([201, 201, 204]);
    }

    expect(await db.campaign.count()).toBe(0);
    expect(await db.contact.count({ where: { campaignId: null } })).toBe(18);
    expect(await db.application.count()).toBe(6);
    expect(errors()).toEqual([]);
  });
});

onBothDatabases('a visit', ({ open }) => {
  test('K-01, K-07, Q-17 counts once, however often it is sent', async () => {
    const { admin, visitor, campaign, errors } = await openOffice(await open());
    const { id, version } = await campaign();
    const params = { id };
    const keys = Array.from({ length: 10 }, newId);

    const answers = await Promise.all(
      [...keys, ...keys, ...keys].map((key) => visitor.call(trackVisit, { params, key })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const [after] = (await admin.call(listCampaigns)).reply;
    expect(after?.visits).toBe(10);
    // Visits that are counted together raise the revision once; repeated visits do not raise it.
    expect(after?.version).toBeGreaterThan(version);
    expect(after?.version).toBeLessThanOrEqual(version + 10);
    expect(errors()).toEqual([]);
  });

  test('Q-17 without an id counts every time', async () => {
    const { admin, visitor, campaign } = await openOffice(await open());
    const params = { id: (await campaign()).id };
    await visitor.call(trackVisit, { params });
    await visitor.call(trackVisit, { params });
    expect((await admin.call(listCampaigns)).reply).toMatchObject([{ visits: 2 }]);
  });

  test("K-07 is one of a person, a repeated one, a machine's or the team's, and may be late: all add up", async () => {
    const db = await open();
    const { admin, visitor, campaign } = await openOffice(db);
    const { id } = await campaign();
    const [lease] = (await admin.call(leaseCampaignIds, { body: { count: 1 } })).reply.ids;
    const madeAt = { 'Made-At': String(Date.now() - 11 * 60_000) };
    const query = { again: '' };
    const loads = [
      { headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 10; CUBOT_X19)' } },
      { headers: madeAt },
      { headers: madeAt, query },
      { query },
      { headers: { 'User-Agent': 'WhatsApp/2.23.20.0' } },
      { headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
      { headers: { 'Sec-Purpose': 'prefetch;prerender' } },
    ];
    for (const campaignId of [id, lease ?? 0]) {
      const params = { id: campaignId };
      for (const load of loads) {
        const { status } = await visitor.call(trackVisit, { params, key: newId(), ...load });
        expect(status).toBe(204);
      }
      await admin.call(trackVisit, { params });
    }
    const made = await admin.call(createCampaign, { body: { ...aCampaign, id: lease } });

    const counts = { visits: 8, repeats: 2, machines: 3, staff: 1, late: 2 };
    const all = (await admin.call(listCampaigns)).reply;
    for (const row of [made.reply, ...all]) {
      expect(row).toMatchObject(counts);
      expect(peopleOf(row)).toBe(2);
    }
    const kinds = await db.visit.groupBy({ by: ['campaignId', 'kind'], _count: true });
    expect(kinds.map((each) => each._count).sort()).toEqual([1, 1, 2, 2, 2, 2, 3, 3]);
  });

  test('Q-17 is counted by its day, oldest first, for the last 90 days', async () => {
    const db = await open();
    const { admin, visitor, campaign } = await openOffice(db);
    const { id } = await campaign();
    const other = await campaign();
    const day = 24 * 60 * 60_000;
    const today = new Date().toISOString().slice(0, 10);
    const data = [3, 3, 89, 91].map((age) => {
      const createdAt = new Date(Date.now() - age * day);
      return { id: newId(), campaignId: id, createdAt, day: createdAt.toISOString().slice(0, 10) };
    });
    await db.visit.createMany({ data });
    await visitor.call(trackVisit, { params: { id }, key: newId() });

    const counted = [
      { day: data[2]?.day, visits: 1 },
      { day: data[0]?.day, visits: 2 },
      { day: today, visits: 1 },
    ];
    const { reply } = await admin.call(listCampaigns);
    expect(reply.find((row) => row.id === id)?.days).toEqual(counted);
    expect(reply.find((row) => row.id === other.id)?.days).toEqual([]);
    const edited = await admin.call(editCampaign, { params: { id }, body: aCampaign });
    expect(edited.reply.days).toEqual(counted);
    const query = { since: '0' };
    const pulled = (await admin.call(pullCampaigns, { query })).reply.rows;
    expect(pulled.find((row) => row.id === id)?.days).toEqual(counted);
  });

  test('tells its visits by the hour, those that came late and those of its end apart, and they add up', async () => {
    const db = await open();
    const { admin, visitor, campaign } = await openOffice(db);
    const { id } = await campaign();
    const other = await campaign();
    const minute = 60_000;
    const begin = Math.floor(Date.now() / (60 * minute)) * 60 * minute - 24 * 60 * minute;
    const visit = (from: number, after: number, more = {}) => ({
      id: newId(),
      campaignId: id,
      createdAt: new Date(begin + from * minute),
      arrivedAt: new Date(begin + (from + after) * minute),
      day: new Date(begin + from * minute).toISOString().slice(0, 10),
      ...more,
    });
    const data = [
      visit(0, 0),
      visit(59, 9),
      visit(59, 10),
      visit(60, 600),
      visit(61, 0, { afterEnd: true }),
      visit(0, 0, { campaignId: other.id }),
      visit(-15 * 24 * 60, 0),
    ];
    await db.visit.createMany({ data });
    const hours = async () => (await admin.call(readVisitHours, { params: { id } })).reply.hours;
    const at = (hour: number) =>
      `${new Date(begin + hour * 60 * minute).toISOString().slice(0, 13)}:00`;
    expect(await hours()).toEqual([
      { hour: at(0), onTime: 2, late: 1, afterEnd: 0 },
      { hour: at(1), onTime: 0, late: 1, afterEnd: 1 },
    ]);
    await visitor.call(trackVisit, { params: { id }, key: newId() });
    const sum = (await hours()).reduce((all, { onTime, late }) => all + onTime + late, 0);
    expect(sum).toBe(5);
    const none = await admin.call(readVisitHours, { params: { id: 999 } });
    expect(none.problem.code).toBe('campaign-not-found');
  });

  test('a scan half an hour after midnight is of the new day where it was made, by day and by hour, also before the campaign arrives', async () => {
    const { admin, visitor, campaign } = await openOffice(await open());
    const { reply: lease } = await admin.call(leaseCampaignIds, { body: { count: 1 } });
    const [leased = 0] = lease.ids;
    const { id } = await campaign();
    const midnight = new Date();
    midnight.setUTCHours(0, 0, 0, 0);
    const day = (from: number) =>
      new Date(midnight.getTime() + from * 24 * 60 * 60_000).toISOString().slice(0, 10);
    /** A visit by the clock of a place, yesterday or today. */
    const scan = (campaignId: number, zone: string, hoursFromMidnight: number) =>
      visitor.call(trackVisit, {
        params: { id: campaignId },
        key: newId(),
        headers: {
          'Device-Zone': zone,
          'Made-At': String(
            midnight.getTime() - 24 * 60 * 60_000 + hoursFromMidnight * 60 * 60_000,
          ),
        },
      });
    for (const of of [id, leased]) {
      // 22:30 UTC: half past midnight in Madrid in summer, 17:30 in Quito; 4:15 in Kathmandu.
      for (const zone of ['120', '-300', '345', 'nowhere', '9999']) await scan(of, zone, -1.5);
    }
    await admin.call(createCampaign, { body: { ...aCampaign, id: leased } });

    for (const of of [id, leased]) {
      const { reply } = await admin.call(listCampaigns);
      expect(reply.find((row) => row.id === of)?.days).toEqual([
        { day: day(-2), visits: 3 },
        { day: day(-1), visits: 2 },
      ]);
      const { hours } = (await admin.call(readVisitHours, { params: { id: of } })).reply;
      expect(hours.map(({ hour, late }) => [hour, late])).toEqual([
        [`${day(-2)}T17:00`, 1],
        [`${day(-2)}T22:00`, 2],
        [`${day(-1)}T00:00`, 1],
        [`${day(-1)}T04:00`, 1],
      ]);
    }
  });

  test('Q-16 of an inactive campaign is kept, not counted', async () => {
    const db = await open();
    const { admin, visitor, campaign } = await openOffice(db);
    const { id, version } = await campaign({ active: false });
    const { status } = await visitor.call(trackVisit, { params: { id }, key: newId() });
    expect(status).toBe(204);
    expect((await admin.call(listCampaigns)).reply).toMatchObject([{ visits: 0, version }]);
    expect(await db.visit.findMany()).toMatchObject([{ afterEnd: true }]);
  });

  test('of a campaign that never was is a 404, and its id may not be used for another campaign', async () => {
    const { visitor, campaign } = await openOffice(await open());
    const key = newId();
    expect((await visitor.call(trackVisit, { params: { id: 99 }, key: newId() })).status).toBe(404);
    const first = await campaign();
    const second = await campaign();
    await visitor.call(trackVisit, { params: { id: first.id }, key });
    const other = await visitor.call(trackVisit, { params: { id: second.id }, key });
    expect([other.status, other.problem.code]).toEqual([422, 'key-reused']);
  });

  test('is in the list with its visits however many there are', async () => {
    const db = await open();
    const { admin, visitor, campaign } = await openOffice(db);
    const { id } = await campaign();
    await visitor.call(trackVisit, { params: { id }, key: newId() });
    const more = 1_100;
    const { utmSource, utmMedium, utmCampaign } = aCampaign;
    const data = { name: 'Cup', utmSource, utmMedium, utmCampaign };
    await db.campaign.createMany({ data: Array.from({ length: more }, () => data) });

    const listed = (await admin.call(listCampaigns)).reply;
    expect(listed).toHaveLength(more + 1);
    expect(listed.find((each) => each.id === id)?.days).toMatchObject([{ visits: 1 }]);
    const pulled = await admin.call(pullCampaigns, { query: { since: 0, limit: 2_000 } });
    expect(pulled.reply.rows).toHaveLength(more + 1);
  });
});
