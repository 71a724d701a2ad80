import { expect, test, vi } from 'vitest';
import {
  changeStatus,
  editApplication,
  getApplication,
  getHistory,
  listApplications,
  pullApplications,
  setFollowUp,
} from '#contract/applications.ts';
import { addContact, convertContact, getContact } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { REMOVAL_NOTES, REMOVED_DAYS, removeApplication } from '#contract/removal.ts';
import { BATCH_CALLS, type BatchCall, sync } from '#contract/sync.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { MOST_TOGETHER } from '#server/http/transport/call-batcher.ts';
import { openOffice as office } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { aPlayer, many } from '#server/test/samples.ts';

/** A removal, or a return, as a phone puts it into a batch. */
function removalCall(id: string, removed = true): BatchCall {
  return {
    key: newId(),
    method: 'PUT',
    path: `/api/applications/${id}/removal`,
    body: { removed },
    lane: `application:${id}`,
    after: null,
  };
}

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
    expect((await remove(true)).reply).toEqual({ ...reply, already: true });
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

  test('is not removed by whoever has not seen what somebody else did to it since', async () => {
    const db = await open();
    const { admin, application, origin } = await office(db);
    const colleague = await signedIn(db, origin, { username: 'berta' });
    const seen = await application();
    const params = { id: seen.id };
    const remove = (row: object, key = newId()) =>
      admin.call(removeApplication, { params, body: { removed: true, seen: row }, key });
    const row = async () => (await admin.call(getApplication, { params })).reply;
    const note = (by: typeof admin, notes: string) =>
      by.call(changeStatus, { params, body: { status: seen.status, notes } });
    const others = [
      () => colleague.call(changeStatus, { params, body: { status: 'signed', notes: null } }),
      () => colleague.call(setFollowUp, { params, body: { followUpOn: '2026-12-24' } }),
      () => colleague.call(editApplication, { params, body: { ...aDraft, phone: '+34 600' } }),
      () => note(colleague, 'Father agrees.'),
    ];
    for (const change of others) {
      const before = await row();
      await change();
      const now = await row();
      const key = newId();
      const answer = { ...now, contact: null, conflicts: ['removed'] };
      expect((await remove(before, key)).reply).toEqual(answer);
      expect((await remove(before, key)).reply).toEqual(answer);
      expect((await row()).removedAt).toBeNull();
    }

    // What the person has done since is no surprise.
    const before = await row();
    await note(admin, 'Not a player.');
    const { reply } = await remove(before);
    expect(reply).toMatchObject({ removedAt: expect.any(String) });
    expect(reply).not.toHaveProperty('conflicts');
    expect(reply).not.toHaveProperty('already');
    const again = newId();
    expect((await remove(before, again)).reply).toMatchObject({ already: true });
    expect((await remove(before, again)).reply).toMatchObject({ already: true });
  });

  test('a conversion says whether it made the application, also when it is repeated', async () => {
    const { admin, contact } = await office(await open());
    const { id } = await contact();
    const convert = (key: string) =>
      admin.call(convertContact, { params: { id }, body: { status: 'pending' }, key });
    const [first, second] = [newId(), newId()];
    for (const key of [first, first]) {
      expect((await convert(key)).reply).not.toHaveProperty('already');
    }
    for (const key of [second, second, first]) {
      const { already } = (await convert(key)).reply;
      expect(already).toBe(key === second ? true : undefined);
    }
  });

  test('of an undone import goes with the others: 2,000 in few transactions, each told by history and audit log', async () => {
    const db = await open();
    const { admin } = await office(db);
    const players = many(2_000, aPlayer);
    await db.application.createMany({ data: players });
    const transactions = vi.spyOn(db, '$transaction');
    for (let at = 0; at < players.length; at += BATCH_CALLS) {
      const calls = players.slice(at, at + BATCH_CALLS).map(({ id }) => removalCall(id));
      const { reply } = await admin.call(sync, { body: { calls } });
      expect(new Set(reply.answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(transactions).toHaveBeenCalledTimes(players.length / MOST_TOGETHER);

    const rows = await db.application.findMany({ where: { removedAt: { not: null } } });
    expect(new Set(rows.map(({ version }) => version)).size).toBe(players.length);
    const entries = await db.historyEntry.findMany({ include: { user: true } });
    expect(new Set(entries.map(({ applicationId }) => applicationId)).size).toBe(players.length);
    expect(entries[0]).toMatchObject({
      notes: REMOVAL_NOTES.removed,
      user: { username: 'marta' },
      previousStatus: entries[0]?.newStatus,
    });
    const told = await db.auditEntry.findMany({ where: { kind: 'application-removed' } });
    expect(told).toHaveLength(players.length);
    expect(told[0]).toMatchObject({
      actor: 'user',
      userId: entries[0]?.userId,
      subject: `application:${players[0]?.id}`,
      count: 1,
      place: expect.any(String),
      requestId: expect.any(String),
    });
  });

  test('is removed and brought back in one batch: each reply is whole, and one that is unknown stops no other', async () => {
    const { admin, contact, application } = await office(await open());
    const { id: contactId } = await contact();
    const converting = { params: { id: contactId }, body: { status: 'pending' as const } };
    const { id, version } = (await admin.call(convertContact, converting)).reply;
    const { id: other } = await application();
    const calls = [
      removalCall(id),
      removalCall(id),
      removalCall(newId()),
      removalCall(id, false),
      removalCall(other),
    ];
    const { reply } = await admin.call(sync, { body: { calls } });
    expect(reply.answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 200]);
    const bodies = reply.answers.map(({ body }) => body);
    expect(bodies[0]).toMatchObject({
      id,
      removedAt: expect.any(String),
      contact: { id: contactId, convertedToApplication: false, answeredAt: null },
    });
    expect(bodies[1]).toEqual({ ...(bodies[0] as object), already: true });
    expect(bodies[3]).toMatchObject({
      id,
      removedAt: null,
      contact: { id: contactId, convertedToApplication: true, answeredAt: expect.any(String) },
    });
    const versions = [0, 3, 4].map((at) => (bodies[at] as { version: number }).version);
    expect(new Set(versions).size).toBe(3);
    expect(Math.min(...versions)).toBeGreaterThan(version);
    const now = await admin.call(getContact, { params: { id: contactId } });
    expect(now.reply).toEqual((bodies[3] as { contact: unknown }).contact);
    const again = await admin.call(sync, { body: { calls } });
    // The application as it is by now.
    const [, , unknown, back, gone] = reply.answers;
    const wasSo = { ...back, body: { ...(back?.body as object), already: true } };
    expect(again.reply.answers).toEqual([back, wasSo, unknown, back, gone]);
  });

  test('that is deleted by the daily job leaves an inquiry that was added to it open again', async () => {
    const db = await open();
    const { admin, contact, application } = await office(db);
    const { id: applicationId } = await application();
    const params = { id: (await contact()).id };
    await admin.call(addContact, { params, body: { applicationId, added: true } });
    const before = (await admin.call(getContact, { params })).reply;
    expect(before.addedTo).toBe(applicationId);
    const removal = { params: { id: applicationId }, body: { removed: true } };
    await admin.call(removeApplication, removal);
    await keepHouse(db, RETENTION, new Date(Date.now() + (REMOVED_DAYS + 1) * DAY));
    const { addedTo, version } = await db.contact.findFirstOrThrow();
    expect(addedTo).toBeNull();
    // Every phone hears of it.
    expect(version).toBeGreaterThan(before.version);
  });

  test('is deleted after 30 days by the daily job, its inquiry stays, and the audit log tells', async () => {
    const db = await open();
    const { admin, contact, application, origin } = await office(db);
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

    // Converted again under the id that follows from the inquiry: it is there for every phone, and can be erased again.
    const berta = await signedIn(db, origin, { username: 'berta' });
    const { reply: again } = await berta.call(convertContact, { params: { id: contactId }, body });
    expect(again).toMatchObject({ id, removedAt: null });
    const pulled = await berta.call(pullApplications, { query: { since } });
    expect(pulled.reply.rows.map((row) => row.id)).toContain(id);
    expect(pulled.reply.gone).toEqual([]);
    await berta.call(removeApplication, { params: { id }, body: { removed: true } });
    expect(await keepHouse(db, RETENTION, inDays(REMOVED_DAYS + 1))).toMatchObject({
      applications: 1,
    });
  });
});
