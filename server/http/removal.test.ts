import { expect, test } from 'vitest';
import {
  changeStatus,
  editApplication,
  getHistory,
  listApplications,
  pullApplications,
  setFollowUp,
} from '#contract/applications.ts';
import { convertContact, getContact } from '#contract/contacts.ts';
import { newId } from '#contract/ids.ts';
import { REMOVAL_NOTES, REMOVED_DAYS, removeApplication } from '#contract/removal.ts';
import { keepHouse } from '#server/domain/housekeeping.ts';
import { openOffice as office } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

const DAY = 24 * 60 * 60_000;
/** Everything is kept for ever. */
const RETENTION = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 0 };

onBothDatabases('a removed application', ({ open }) => {
  test('is in no list, comes back as it was, and phones hear of both', async () => {
    const { admin, application } = await office(await open());
    const before = await application();
    const params = { id: before.id };
    const remove = (removed: boolean, key = newId()) =>
      admin.call(removeApplication, { params, body: { removed }, key });

    const key = newId();
    const { reply } = await remove(true, key);
    expect(reply).toEqual({
      ...before,
      removedAt: expect.any(String),
      version: before.version + 1,
      contact: null,
    });
    expect((await remove(true, key)).reply).toEqual(reply);
    expect((await remove(true)).reply).toEqual(reply);
    expect((await admin.call(listApplications, {})).reply).toEqual([]);
    const { contact: _, ...row } = reply;
    const pulled = await admin.call(pullApplications, { query: { since: before.version } });
    expect(pulled.reply.rows).toEqual([row]);

    const back = await remove(false);
    const { reply: entries } = await admin.call(getHistory, { params });
    expect(entries.map(({ notes, by, newStatus }) => [notes, by, newStatus])).toEqual([
      [REMOVAL_NOTES.broughtBack, 'marta', before.status],
      [REMOVAL_NOTES.removed, 'marta', before.status],
    ]);
    expect(back.reply).toEqual({ ...before, version: before.version + 2, contact: null });
    expect((await admin.call(listApplications, {})).reply).toHaveLength(1);
    const missing = { params: { id: newId() }, body: { removed: true } };
    expect((await admin.call(removeApplication, missing)).problem.code).toBe(
      'application-not-found',
    );
  });

  test('opens its inquiry again, which converts into the same application', async () => {
    const { admin, contact } = await office(await open());
    const { id } = await contact();
    const body = { status: 'pending' as const };
    const convert = () => admin.call(convertContact, { params: { id }, body, key: newId() });
    const { id: applicationId } = (await convert()).reply;
    const params = { id: applicationId };
    const removed = await admin.call(removeApplication, { params, body: { removed: true } });
    expect(removed.reply.contact).toMatchObject({ id, convertedToApplication: false });
    expect((await admin.call(getContact, { params: { id } })).reply).toEqual(removed.reply.contact);

    expect((await convert()).reply).toMatchObject({
      id: applicationId,
      removedAt: null,
      contact: { convertedToApplication: true },
    });
    await admin.call(removeApplication, { params, body: { removed: true } });
    const back = await admin.call(removeApplication, { params, body: { removed: false } });
    expect(back.reply.contact).toMatchObject({ id, convertedToApplication: true });
  });

  test('is back after any change by somebody who did not know: nothing is lost unseen', async () => {
    const { admin, contact } = await office(await open());
    const { id: contactId } = await contact();
    const converting = { params: { id: contactId }, body: { status: 'pending' as const } };
    const { id } = (await admin.call(convertContact, converting)).reply;
    const params = { id };
    const changes = [
      () => admin.call(changeStatus, { params, body: { status: 'signed', notes: null } }),
      () =>
        admin.call(editApplication, { params, body: { ...aDraft, playerName: 'Ana Ruiz Gil' } }),
      () => admin.call(setFollowUp, { params, body: { followUpOn: '2026-12-24' } }),
    ];
    for (const change of changes) {
      const { reply } = await admin.call(removeApplication, { params, body: { removed: true } });
      expect(reply.removedAt).not.toBeNull();
      expect((await change()).reply).toMatchObject({ id, removedAt: null });
      expect((await admin.call(listApplications, {})).reply).toMatchObject([
        { id, removedAt: null },
      ]);
      // Its inquiry is no open one any more, and phones hear of it.
      const inquiry = (await admin.call(getContact, { params: { id: contactId } })).reply;
      expect(inquiry).toMatchObject({ convertedToApplication: true });
      expect(inquiry.answeredAt).not.toBeNull();
      expect(inquiry.version).toBeGreaterThan(reply.version);
    }
  });

  test('is deleted after 30 days by the daily job, its inquiry stays, and the audit log tells', async () => {
    const db = await open();
    const { admin, contact, application } = await office(db);
    const { id: contactId } = await contact();
    const body = { status: 'pending' as const };
    const { id } = (await admin.call(convertContact, { params: { id: contactId }, body })).reply;
    const { id: kept } = await application();
    const since = (await admin.call(removeApplication, { params: { id }, body: { removed: true } }))
      .reply.version;
    const inDays = (days: number) => new Date(Date.now() + days * DAY);

    expect(await keepHouse(db, RETENTION, inDays(REMOVED_DAYS - 1))).toMatchObject({
      applications: 0,
    });
    expect(await keepHouse(db, RETENTION, inDays(REMOVED_DAYS + 1))).toMatchObject({
      applications: 1,
    });
    expect((await db.application.findMany()).map((row) => row.id)).toEqual([kept]);
    expect(await db.contact.count()).toBe(1);
    const [stone] = await db.tombstone.findMany();
    expect(stone).toMatchObject({ entity: 'application', entityId: id });
    expect(stone?.version).toBeGreaterThan(since);
    const told = await db.auditEntry.findMany({
      where: { subject: `application:${id}` },
      orderBy: { id: 'asc' },
    });
    expect(told.map(({ kind }) => kind)).toEqual(['application-removed', 'records-expired']);
  });
});
