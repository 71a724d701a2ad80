import { expect, test } from 'vitest';
import { changeStatus, pullApplications } from '#contract/applications.ts';
import { listCampaigns, trackVisit } from '#contract/campaigns.ts';
import { changeContactState, convertContact, pullContacts } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { totalOf } from '#prisma/kept-counts.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { removeExpired } from '#server/domain/people/retention.ts';
import { openOffice } from '#server/test/agency.ts';
import { onBothDatabases } from '#server/test/database.ts';

const DAY = 24 * 60 * 60_000;
const RETENTION = { visits: 90, inquiries: 60, applications: 60, keys: 60, audit: 90 };
const NOTHING = {
  visits: 0,
  inquiries: 0,
  applications: 0,
  audit: 0,
  keys: 0,
  tombstones: 0,
  sessions: 0,
  mails: 0,
  repaired: [],
};

onBothDatabases('what is kept longer than the settings say', ({ open }) => {
  async function office() {
    const db = await open();
    const agency = await openOffice(db);
    const afterDays = (days: number, retention = RETENTION) =>
      removeExpired(db, retention, new Date(Date.now() + days * DAY));
    return { db, ...agency, afterDays };
  }

  test('are spam and archived inquiries: phones are told that they are gone', async () => {
    const { admin, contact, afterDays, db } = await office();
    const [open, answered, spam, archived, back] = [
      await contact(),
      await contact(),
      await contact(),
      await contact(),
      await contact(),
    ];
    const setState = (id: number, state: string) =>
      admin.call(changeContactState, { params: { id }, body: { state } });
    await setState(answered.id, 'answered');
    await setState(spam.id, 'spam');
    await setState(archived.id, 'archived');
    await setState(back.id, 'spam');
    await setState(back.id, 'new');
    const before = (await admin.call(pullContacts, { query: { since: 0 } })).reply;

    expect(await afterDays(59)).toMatchObject({ inquiries: 0 });
    expect(await afterDays(61)).toMatchObject({ inquiries: 2 });

    const query = { since: before.revision };
    const { gone, totals } = (await admin.call(pullContacts, { query })).reply;
    expect([...gone].sort()).toEqual([spam.id, archived.id].sort());
    expect(totals?.rows).toEqual(await totalOf(db, 'Contact'));
    const left = await db.contact.findMany({ orderBy: { id: 'asc' } });
    expect(left.map(({ id }) => id)).toEqual([open.id, answered.id, back.id]);
    // A change that waited on a phone is refused, and listed there with its text.
    const late = await setState(spam.id, 'new');
    expect([late.status, late.problem.code]).toEqual([404, 'contact-not-found']);
  });

  test('are rejected applications with their inquiry, only where the setting is on', async () => {
    const { admin, application, contact, afterDays, db } = await office();
    const inquiry = await contact();
    const params = { id: inquiry.id };
    const { id } = (await admin.call(convertContact, { params, body: { status: 'pending' } }))
      .reply;
    const other = await application();
    const rejected = { params: { id }, body: { status: 'rejected', notes: 'Too far away.' } };
    await admin.call(changeStatus, rejected);
    const { revision } = (await admin.call(pullApplications, { query: { since: 0 } })).reply;

    expect(await afterDays(4_000, { ...RETENTION, applications: 0 })).toMatchObject({
      applications: 0,
    });
    expect(await afterDays(59)).toMatchObject({ applications: 0 });
    expect(await afterDays(61)).toMatchObject({ applications: 1, inquiries: 0 });

    const pulled = (await admin.call(pullApplications, { query: { since: revision } })).reply;
    expect(pulled.gone).toEqual([id]);
    expect(pulled.totals).toEqual({
      rows: await totalOf(db, 'Application'),
      history: { count: 0, sum: 0 },
    });
    expect(await db.application.findMany()).toMatchObject([{ id: other.id }]);
    expect([await db.contact.count(), await db.historyEntry.count()]).toEqual([0, 0]);
    const late = await admin.call(changeStatus, { ...rejected, key: newId() });
    expect([late.status, late.problem.code]).toEqual([404, 'application-not-found']);
  });

  test('are single visits, while their number stays', async () => {
    const { admin, visitor, campaign, afterDays, db } = await office();
    const params = { id: (await campaign()).id };
    await visitor.call(trackVisit, { params, key: newId() });
    await visitor.call(trackVisit, { params, key: newId() });
    expect(await afterDays(90)).toMatchObject({ visits: 0 });
    expect(await afterDays(92)).toMatchObject({ visits: 2 });
    expect(await db.visit.count()).toBe(0);
    const [row] = (await admin.call(listCampaigns)).reply;
    expect(row).toMatchObject({ visits: 2, days: [{ visits: 2 }] });
  });

  test('is nothing in an office that is new', async () => {
    const { db } = await office();
    expect(await keepHouse(db, RETENTION)).toEqual(NOTHING);
  });
});
