import { expect, test } from 'vitest';
import {
  changeStatus,
  editApplication,
  getApplication,
  getHistory,
  pullApplications,
} from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { REASONS } from '#contract/fields/vocabulary.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

onBothDatabases('the reason of a rejection', ({ open }) => {
  test('stands in the history, in pulls and in the export of the person', async () => {
    const { admin, application } = await openOffice(await open());
    const { id, email } = await application();
    const params = { id };
    const body = { status: 'rejected', notes: 'Next year.', reason: 'age' };
    const { reply } = await admin.call(changeStatus, { params, body });
    const said = { newStatus: 'rejected', notes: 'Next year.', reason: 'age', edits: null };
    expect(reply.change).toMatchObject(said);
    expect((await admin.call(getHistory, { params })).reply).toMatchObject([said]);
    const pulled = await admin.call(pullApplications, { query: { since: 0 } });
    expect(pulled.reply.history).toMatchObject([said]);
    const exported = await admin.call(exportPerson, { body: { email } });
    expect(exported.reply.applications[0]?.history).toMatchObject([said]);
  });

  test('is never demanded, and can be given later, alone; nothing new is still refused', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    const rejected = await admin.call(changeStatus, { params, body: { status: 'rejected' } });
    expect(rejected.reply.change.reason).toBeNull();
    const seen = { status: 'rejected' };
    for (const reason of REASONS) {
      const body = { status: 'rejected', reason, seen };
      const { reply } = await admin.call(changeStatus, { params, body });
      expect(reply).toMatchObject({ status: 'rejected', change: { reason, notes: null } });
    }
    const body = { status: 'rejected', reason: null, seen };
    const nothing = await admin.call(changeStatus, { params, body });
    expect(nothing.problem.fields).toEqual({ status: 'Nothing to change.' });
  });

  test('that is unknown, or goes with another status, is refused at the member', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    const unknown = { status: 'rejected', reason: 'hair' };
    const wrong = await admin.call(changeStatus, { params, body: unknown });
    expect(wrong.problem.fields).toEqual({ reason: 'Please choose one of the reasons on offer.' });
    const signed = { status: 'signed', reason: 'age' };
    const other = await admin.call(changeStatus, { params, body: signed });
    expect(other.problem.fields).toEqual({ reason: 'A reason is given for Rejected only.' });
    expect((await admin.call(getHistory, { params })).reply).toEqual([]);
  });

  test('is kept by a conflict, and recorded once under its key', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    await admin.call(changeStatus, { params, body: { status: 'signed' } });
    const body = { status: 'rejected', reason: 'level', seen: { status: 'pending' } };
    const call = { params, body, key: newId() };
    for (const _ of [1, 2]) {
      const { reply } = await admin.call(changeStatus, call);
      expect(reply).toMatchObject({ conflicts: ['status'], change: { reason: 'level' } });
    }
    const entries = (await admin.call(getHistory, { params })).reply;
    expect(entries.map(({ reason }) => reason)).toEqual(['level', null]);
  });
});

onBothDatabases('an edit', ({ open }) => {
  test('stands in the history with what the fields held before and after, once under its key', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    const seen = await application({ phone: '1', heightCm: 180 });
    const params = { id: seen.id };
    await admin.call(editApplication, {
      params,
      body: { ...aDraft, phone: '2', heightCm: 180, seen },
    });
    // Merged: the other person's phone is not seen, and stays as it is.
    const body = { ...aDraft, phone: '1', heightCm: 181, city: 'Elche', seen };
    const call = { params, body, key: newId() };
    const { reply } = await admin.call(editApplication, call);
    const edits = [
      { field: 'city', before: 'Seville', after: 'Elche' },
      { field: 'heightCm', before: 180, after: 181 },
    ];
    expect(reply.change).toMatchObject({ id: call.key, by: 'marta', notes: null, reason: null });
    expect(reply.change?.edits).toEqual(edits);
    const again = await admin.call(editApplication, call);
    expect(again.reply).toEqual(reply);
    // The key is forgotten after 60 days.
    await db.idempotencyKey.deleteMany({ where: { key: call.key } });
    const late = await admin.call(editApplication, call);
    expect(late.reply).toMatchObject({ version: reply.version, conflicts: [] });
    const entries = (await admin.call(getHistory, { params })).reply;
    expect(entries.map((entry) => entry.edits)).toEqual([
      edits,
      [{ field: 'phone', before: '1', after: '2' }],
    ]);
    expect(entries[0]).toMatchObject({ previousStatus: 'pending', newStatus: 'pending' });
  });

  test('that leaves all as it was has no entry', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    const { reply } = await admin.call(editApplication, { params, body: aDraft });
    expect(reply.change).toBeUndefined();
    expect((await admin.call(getHistory, { params })).reply).toEqual([]);
  });
});

onBothDatabases('an erased person', ({ open }) => {
  test('leaves no reason and no former value, and takes no new reason', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    const { id, email } = await application({ phone: '+34 600 111 222' });
    const params = { id };
    await admin.call(editApplication, {
      params,
      body: { ...aDraft, phone: '+34 600 333 444' },
      key: newId(),
    });
    const rejected = { status: 'rejected', reason: 'age' };
    await admin.call(changeStatus, { params, body: rejected, key: newId() });
    await admin.call(erasePerson, { body: { email, how: 'anonymise' } });
    const entries = (await admin.call(getHistory, { params })).reply;
    expect(entries).toMatchObject([
      { newStatus: 'rejected', reason: null, edits: null },
      { newStatus: 'pending', reason: null, edits: null },
    ]);
    const stored = JSON.stringify([
      await db.historyEntry.findMany(),
      await db.idempotencyKey.findMany(),
      await db.auditEntry.findMany(),
    ]);
    expect(stored).not.toContain('+34 600');
    expect(stored).not.toContain('"age"');
    const body = { status: 'rejected', reason: 'level', seen: { status: 'rejected' } };
    const refused = await admin.call(changeStatus, { params, body });
    expect(refused.problem.code).toBe('person-not-found');
    expect((await admin.call(getApplication, { params })).reply.status).toBe('rejected');
  });
});
