import { expect, test } from 'vitest';
import { changeStatus, createApplication, getHistory } from '#contract/applications.ts';
import { login } from '#contract/auth.ts';
import { createCampaign, deleteCampaign } from '#contract/campaigns.ts';
import { convertContact } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { forgetOldKeys } from '#server/domain/replication/stored-answers.ts';
import { openOffice } from '#server/test/agency.ts';
import { aCampaign, aDraft, anInquiry } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const RETENTION = { visits: 365, inquiries: 365, applications: 0, keys: 60, audit: 365 };
const DAY = 24 * 60 * 60_000;

onBothDatabases('a key', ({ open, url }) => {
  test('W-10, fault 1: that comes again is applied once and answered with what it did', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    const change = { params, body: { status: 'signed', notes: 'Done.' }, key: newId() };

    const first = await admin.call(changeStatus, change);
    expect((await admin.call(changeStatus, change)).reply).toEqual(first.reply);
    const { reply } = await admin.call(changeStatus, { params, body: { status: 'rejected' } });
    const again = await admin.call(changeStatus, change);

    // The application as it is by now, with the entry of this change.
    const { change: _, ...now } = reply;
    expect([again.status, again.reply]).toEqual([
      first.status,
      { ...now, change: first.reply.change },
    ]);
    const history = (await admin.call(getHistory, { params })).reply;
    expect(history.map(({ newStatus }) => newStatus)).toEqual(['rejected', 'signed']);
  });

  test('fault 2: that comes 20 times at the same moment is applied once and answered the same', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const params = { id: (await application()).id };
    const change = { params, body: { status: 'signed' }, key: newId() };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(changeStatus, change)),
    );

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await admin.call(getHistory, { params })).reply).toHaveLength(1);
    expect(errors()).toEqual([]);
  });

  test('is accepted by every kind of write', async () => {
    const db = await open();
    const { admin, visitor, contact, campaign } = await openOffice(db);
    const inquiry = await contact();
    const doomed = await campaign();
    const keys = Array.from({ length: 5 }, newId);
    for (let n = 0; n < 2; n += 1) {
      const statuses = [
        await visitor.call(sendInquiry, { body: anInquiry, key: keys[0] ?? '' }),
        await admin.call(createApplication, { body: aDraft, key: keys[1] ?? '' }),
        await admin.call(createCampaign, { body: aCampaign, key: keys[2] ?? '' }),
        await admin.call(deleteCampaign, { params: { id: doomed.id }, key: keys[3] ?? '' }),
        await admin.call(convertContact, {
          params: { id: inquiry.id },
          body: { status: 'pending' },
          key: keys[4] ?? '',
        }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([201, 201, 201, 204, 200]);
    }
    expect(await db.contact.count()).toBe(2);
    expect(await db.application.count()).toBe(2);
    expect(await db.campaign.count()).toBe(1);
  });

  test('with another body, path or method is a 422 and applies nothing', async () => {
    const { admin, application, campaign } = await openOffice(await open());
    const one = { id: (await application()).id };
    const other = { id: (await application()).id };
    const { id } = await campaign();
    const key = newId();
    await admin.call(changeStatus, { params: one, body: { status: 'signed' }, key });

    for (const answer of [
      await admin.call(changeStatus, { params: one, body: { status: 'rejected' }, key }),
      await admin.call(changeStatus, { params: other, body: { status: 'signed' }, key }),
      await admin.call(createApplication, { body: aDraft, key }),
      await admin.call(deleteCampaign, { params: { id }, key }),
    ]) {
      expect([answer.status, answer.problem.code]).toEqual([422, 'key-reused']);
    }
    expect((await admin.call(getHistory, { params: one })).reply).toHaveLength(1);
    expect((await admin.call(getHistory, { params: other })).reply).toEqual([]);
  });

  test('of one user is another key than the same of another user', async () => {
    const db = await open();
    const { origin, admin } = await openOffice(db);
    const colleague = await signedIn(db, origin, { username: 'colleague' });
    const key = newId();
    const first = await admin.call(createApplication, { body: aDraft, key });
    const second = await colleague.call(createApplication, { body: aDraft, key });
    expect(second.reply.id).not.toBe(first.reply.id);

    // A history entry has the key as its id, so the second is refused, not a 5xx.
    const params = { id: first.reply.id };
    const change = { params, body: { status: 'signed', notes: 'Done.' }, key: newId() };
    await admin.call(changeStatus, change);
    const stolen = await colleague.call(changeStatus, change);
    expect([stolen.status, stolen.problem.code]).toEqual([422, 'key-reused']);
  });

  test('W-14 of an inquiry is the same key before a sign-in and after it', async () => {
    const db = await open();
    const { origin, admin } = await openOffice(db);
    const call = { body: anInquiry, key: newId() };
    expect((await new Client(origin).call(sendInquiry, call)).status).toBe(201);
    expect((await admin.call(sendInquiry, call)).status).toBe(201);
    expect(await db.contact.count()).toBe(1);
  });

  test('of a refusal is answered with the same refusal, also when the call would now succeed', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const id = newId();
    const change = { params: { id }, body: { status: 'signed' }, key: newId() };
    const refused = await admin.call(changeStatus, change);
    expect(refused.status).toBe(404);

    await application({ id });
    const again = await admin.call(changeStatus, change);
    expect([again.status, again.text]).toEqual([404, refused.text]);
    const fresh = await admin.call(changeStatus, { ...change, key: newId() });
    expect(fresh.status).toBe(200);

    const nothing = { params: { id }, body: { status: 'signed' }, key: newId() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call(changeStatus, nothing)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.problem).toEqual({
      message: 'Nothing to change.',
      code: 'invalid-input',
      fields: { status: 'Nothing to change.' },
    });
    expect(errors()).toEqual([]);
  });

  test('is not spent by a call that was wrong, not signed in, or failed on the server', async () => {
    const db = await open();
    const { origin, admin, application } = await openOffice(db);
    const params = { id: (await application()).id };
    const key = newId();
    const right = { params, body: { status: 'signed' }, key };

    expect((await admin.call(changeStatus, { ...right, body: { status: 'sold' } })).status).toBe(
      400,
    );
    expect((await new Client(origin).call(changeStatus, right)).status).toBe(401);
    await db.$executeRawUnsafe('ALTER TABLE "HistoryEntry" RENAME TO "Elsewhere"');
    expect((await admin.call(changeStatus, right)).status).toBe(500);
    await db.$executeRawUnsafe('ALTER TABLE "Elsewhere" RENAME TO "HistoryEntry"');

    const { reply } = await admin.call(changeStatus, right);
    expect(reply.change).toMatchObject({ id: key, previousStatus: 'pending' });
  });

  test('V2.3.3 fault 5: leaves nothing half done when the change fails', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    const before = await application();
    await db.$executeRawUnsafe('ALTER TABLE "HistoryEntry" RENAME TO "Elsewhere"');
    const { status } = await admin.call(changeStatus, {
      params: { id: before.id },
      body: { status: 'signed' },
      key: newId(),
    });
    expect(status).toBe(500);
    expect(await db.application.findFirst()).toMatchObject({ status: 'pending', version: 1 });
    expect(await db.replicationState.findFirst()).toMatchObject({ revision: 1 });
    expect(await db.idempotencyKey.count()).toBe(0);
  });

  test('fault 6: is known after a restart', async () => {
    const at = await url();
    const key = newId();
    const body = { ...aDraft, playerName: 'Once only' };
    const texts: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const db = await openDatabase(at);
      const { origin } = await serveApp(db);
      if (start === 0) await addUser(db);
      const client = new Client(origin);
      await client.call(login, { body: { username: 'marta', password: PASSWORD } });
      texts.push((await client.call(createApplication, { body, key })).text);
      expect(await db.application.count()).toBe(1);
      await closeDatabase(db);
    }
    expect(texts[1]).toBe(texts[0]);
  });

  test('W-10 of a change of status or of an inquiry makes nothing twice, also after 60 days', async () => {
    const db = await open();
    const { origin, admin, visitor, application } = await openOffice(db);
    const params = { id: (await application()).id };
    const body = { status: 'signed', notes: 'In Turin.', seen: { status: 'pending' } };
    const change = { params, body, key: newId() };
    const { reply } = await admin.call(changeStatus, change);
    const inquiry = { body: anInquiry, key: newId() };
    await visitor.call(sendInquiry, inquiry);
    const later = new Date(Date.now() + 61 * DAY);
    await forgetOldKeys(db, 60, later);

    expect((await admin.call(changeStatus, change)).reply).toEqual(reply);
    await admin.call(changeStatus, { params, body: { status: 'rejected' } });
    await forgetOldKeys(db, 60, later);
    const late = (await admin.call(changeStatus, change)).reply;
    expect(late).toMatchObject({ status: 'rejected', change: reply.change });
    expect((await admin.call(getHistory, { params })).reply).toHaveLength(2);
    expect((await visitor.call(sendInquiry, inquiry)).status).toBe(201);
    expect(await db.contact.count()).toBe(1);

    const colleague = await signedIn(db, origin, { username: 'colleague' });
    const stolen = await colleague.call(changeStatus, change);
    expect([stolen.status, stolen.problem.code]).toEqual([422, 'key-reused']);

    await forgetOldKeys(db, 60, later);
    const others = [
      { ...change, body: { ...body, notes: 'In Rome.' } },
      { ...change, params: { id: (await application()).id } },
    ];
    for (const other of others) {
      const reused = await admin.call(changeStatus, other);
      expect([reused.status, reused.problem.code]).toEqual([422, 'key-reused']);
      await forgetOldKeys(db, 60, later);
    }
    // Without the words of an erased person it is still the same change.
    await db.historyEntry.updateMany({ data: { notes: null } });
    await forgetOldKeys(db, 60, later);
    expect((await admin.call(changeStatus, change)).status).toBe(200);
    expect(await db.historyEntry.count()).toBe(2);
  });

  test('is forgotten after 60 days', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const key = newId();
    await admin.call(createCampaign, { body: aCampaign, key });
    await keepHouse(db, RETENTION, new Date(Date.now() + 59 * DAY));
    expect(await db.idempotencyKey.count()).toBe(1);
    await keepHouse(db, RETENTION, new Date(Date.now() + 61 * DAY));
    expect(await db.idempotencyKey.count()).toBe(0);
  });
});
