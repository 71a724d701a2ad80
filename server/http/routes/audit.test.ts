import { expect, test } from 'vitest';
import { usePasswordLink } from '#contract/accounts/password-links.ts';
import { register } from '#contract/accounts/registration.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  reportLost,
} from '#contract/accounts/sessions.ts';
import {
  changeUser,
  deleteUser,
  endUserSessions,
  eraseUser,
  makePasswordLink,
} from '#contract/accounts/users.ts';
import { AUDIT_KINDS, readAudit } from '#contract/audit.ts';
import { changePassword, login } from '#contract/auth.ts';
import { deleteCampaign } from '#contract/campaigns.ts';
import { changeContactState } from '#contract/contacts.ts';
import { MADE_AT, REQUEST_ID } from '#contract/endpoint.ts';
import { noteExport } from '#contract/exports.ts';
import { newId } from '#contract/fields/ids.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import { sync } from '#contract/sync.ts';
import type { Db } from '#prisma/client.ts';
import {
  endSessionsByName,
  makeAdmin,
  makeLinkByName,
  resetPassword,
} from '#server/domain/accounts/operator.ts';
import { makeFirstAdmin } from '#server/domain/accounts/users.ts';
import { noteBackup, noteBackupFailure } from '#server/domain/people/backup-state.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { removeExpired } from '#server/domain/people/retention.ts';
import { openOffice } from '#server/test/agency.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const DAY = 24 * 60 * 60_000;
const RETENTION = { visits: 365, inquiries: 60, applications: 0, keys: 60, audit: 90 };

onSqliteFirst('the audit log', ({ open }) => {
  /** An office; `news` are the entries since the last look, oldest first. */
  async function office(db: Db) {
    const parts = await openOffice(db);
    const { id: adminId } = await db.user.findFirstOrThrow();
    let seen = 0;
    const news = async () => {
      const rows = await db.auditEntry.findMany({
        where: { id: { gt: seen } },
        orderBy: { id: 'asc' },
      });
      seen = rows.at(-1)?.id ?? seen;
      return rows;
    };
    return { ...parts, db, adminId, news };
  }
  const told = (rows: { kind: string; subject: string | null; detail: string | null }[]) =>
    rows.map(({ kind, subject, detail }) =>
      [kind, subject, detail].filter((word) => word !== null).join(' '),
    );

  test('V16.3.1 has sign-ins and sign-outs with account, place and request id', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { trustProxy: 1 });
    const { id } = await addUser(db);
    const client = new Client(origin);
    const body = { username: 'marta', password: PASSWORD };
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const first = await client.call(login, { body, headers: from('203.0.113.7') });
    await client.send('GET', '/api/logout', { headers: from('203.0.113.8') });
    await client.call(login, { body, headers: from('203.0.113.7') });

    const rows = await db.auditEntry.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ kind }) => kind)).toEqual(['signed-in', 'signed-out', 'signed-in']);
    expect(rows.every((row) => row.actor === 'user' && row.userId === id)).toBe(true);
    expect(rows[0]?.requestId).toBe(first.headers.get(REQUEST_ID));
    expect(rows[0]?.place).toMatch(/^[\w-]{22}$/);
    expect(rows[2]?.place).toBe(rows[0]?.place);
    expect(rows[1]?.place).not.toBe(rows[0]?.place);
  });

  test('V16.3.1 has failed sign-ins with a keyed digest of the name, whether the account exists or not', async () => {
    const db = await open();
    await addUser(db);
    const [one, other] = [
      await serveApp(db),
      await serveApp(db, { sessionKeys: ['another-key-another-key-another-key-01'] }),
    ];
    const fail = async (origin: string, username: string) => {
      const body = { username, password: 'not-the-password' };
      expect((await new Client(origin).call(login, { body })).status).toBe(401);
    };
    await fail(one.origin, 'marta');
    await fail(one.origin, ' MARTA ');
    await fail(one.origin, 'nobody');
    await fail(other.origin, 'marta');
    const rows = await db.auditEntry.findMany({ orderBy: { id: 'asc' } });
    // The second one is counted until the minute is over.
    expect(rows).toMatchObject(
      Array(3).fill({
        kind: 'sign-in-failed',
        actor: 'visitor',
        userId: null,
        detail: 'wrong-credentials',
        count: 1,
      }),
    );
    expect(new Set(rows.map(({ name }) => name)).size).toBe(3);
    expect(new Set(rows.map(({ place }) => place)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toMatch(/marta|nobody|127\.0\.0/i);
  });

  test('has at most 20 rows a minute of a flood of failed sign-ins', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    const client = new Client(origin);
    for (let n = 0; n < 60; n += 1) {
      await client.call(login, { body: { username: `guess ${n}`, password: 'not-the-password' } });
    }
    expect(await db.auditEntry.count()).toBe(10);
  });

  test('V16.3.2 has what is done to accounts', async () => {
    const { admin, visitor, adminId, news, db, origin } = await office(await open());
    await news();
    const person = { email: 'nico@example.org', firstName: 'Nico', lastName: 'Example' };
    await visitor.call(register, {
      body: { ...person, username: 'nico', password: 'corner-flag-17' },
    });
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    expect(await news()).toMatchObject([
      { kind: 'account-registered', actor: 'visitor', userId: null, subject: `user:${id}` },
    ]);

    const change = (body: object) => admin.call(changeUser, { params: { id }, body, key: newId() });
    await change({ access: 'closed' });
    await change({ access: 'open', role: 'agent' });
    await change({ role: 'admin' });
    await change({ access: 'closed' });
    await change({ access: 'closed' });
    await change({ access: 'open' });
    await admin.call(endUserSessions, { params: { id } });
    const rows = await news();
    expect(told(rows)).toEqual([
      `account-denied user:${id}`,
      `account-approved user:${id} agent`,
      `role-changed user:${id} admin`,
      `account-disabled user:${id}`,
      `account-enabled user:${id}`,
      `sessions-ended user:${id}`,
    ]);
    expect(rows.every((row) => row.userId === adminId && row.requestId !== null)).toBe(true);

    const other = await addUser(db, { username: 'spam', role: 'agent', approved: false });
    await admin.call(deleteUser, { params: { id: other.id }, key: newId() });
    expect(told(await news())).toEqual([`account-removed user:${other.id}`]);
    const { url } = (await admin.call(makePasswordLink, { params: { id } })).reply;
    const token = url.split('#').at(-1)?.replace(/^.*=/, '') ?? '';
    await visitor.call(usePasswordLink, { body: { token, newPassword: 'corner-flag-19' } });
    await admin.call(eraseUser, { params: { id }, body: { name: 'remove' }, key: newId() });
    expect(told(await news())).toEqual([
      `password-link-made user:${id}`,
      `password-link-used user:${id}`,
      `account-erased user:${id} remove`,
    ]);
    // Deeds that were refused are none.
    const own = await admin.call(changeUser, { params: { id: adminId }, body: { role: 'agent' } });
    expect([own.status, (await news()).length]).toEqual([409, 0]);
    expect(origin).toContain('127.0.0.1');
  });

  test('has ended sessions, lost phones and passwords', async () => {
    const { admin, adminId, news, origin } = await office(await open());
    const other = async () => {
      const device = new Client(origin);
      const headers = { 'User-Agent': 'Firefox/130 Android' };
      await device.call(login, { body: { username: 'marta', password: PASSWORD }, headers });
      await news();
      const found = (await admin.call(listSessions)).reply.find(({ current }) => !current);
      return { id: found?.id ?? '' };
    };
    await admin.call(endSession, { params: await other() });
    expect(told(await news())).toEqual([`session-ended user:${adminId} Firefox · Android`]);
    await admin.call(reportLost, { params: await other() });
    expect(told(await news())).toEqual([`device-lost user:${adminId} Firefox · Android`]);
    await other();
    await admin.call(endOtherSessions);
    expect(await news()).toMatchObject([
      { kind: 'sessions-ended', subject: `user:${adminId}`, count: 1 },
    ]);
    const newPassword = 'corner-flag-18';
    await admin.call(changePassword, { body: { currentPassword: 'wrong-one', newPassword } });
    await admin.call(changePassword, { body: { currentPassword: PASSWORD, newPassword } });
    expect(await news()).toMatchObject([
      { kind: 'password-refused', userId: adminId },
      { kind: 'password-changed', userId: adminId },
    ]);
  });

  test('V16.3.2 has exports and erasures by the ids of the records, and deleted campaigns', async () => {
    const { admin, contact, application, campaign, news } = await office(await open());
    const inquiry = await contact({ email: 'ana@example.org' });
    const { id } = await application({ email: 'ana@example.org', playerName: 'Ana Ruiz' });
    await news();
    const body = { email: 'ana@example.org' };
    const subject = `application:${id} contact:${inquiry.id}`;
    await admin.call(exportPerson, { body });
    await admin.call(exportPerson, { body: { email: 'nobody@example.org' } });
    await admin.call(erasePerson, { body: { ...body, how: 'anonymise' }, key: newId() });
    const rows = await news();
    expect(rows).toMatchObject([
      { kind: 'person-exported', subject, count: 2 },
      { kind: 'person-erased', subject, detail: 'anonymise', count: 2 },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/ana@|Ana/);

    const { id: campaignId } = await campaign();
    await admin.call(deleteCampaign, { params: { id: campaignId } });
    expect(told(await news())).toEqual([`campaign-deleted campaign:${campaignId}`]);
  });

  test('V16.3.2 has lists that a device saved as files, once, and when a late note was made', async () => {
    const { admin, news, adminId } = await office(await open());
    await news();
    const key = newId();
    const body = { list: 'contacts', rows: 31 };
    for (let n = 0; n < 2; n += 1) {
      expect((await admin.call(noteExport, { body, key })).status).toBe(204);
    }
    const savedAt = Date.now() - 3 * 60 * 60_000;
    const headers = { [MADE_AT]: String(savedAt) };
    const late = { list: 'applications', rows: 2 };
    await admin.call(noteExport, { body: late, key: newId(), headers });
    await admin.call(noteExport, { body: { list: 'audit', rows: 900 }, key: newId() });
    expect(await news()).toMatchObject([
      { kind: 'contacts-exported', userId: adminId, count: 31, subject: null, detail: null },
      { kind: 'applications-exported', count: 2, detail: new Date(savedAt).toISOString() },
      { kind: 'audit-exported', count: 900, detail: null },
    ]);
  });

  test('has writes inside a batch, once however often it is repeated', async () => {
    const { admin, campaign, news, adminId } = await office(await open());
    const { id } = await campaign();
    await news();
    const lane = `campaign:${id}`;
    const call = { method: 'DELETE', path: `/api/campaigns/${id}`, key: newId(), lane };
    const body = { calls: [call], reads: [] };
    const answer = await admin.call(sync, { body });
    await admin.call(sync, { body });
    expect(await news()).toMatchObject([
      {
        kind: 'campaign-deleted',
        userId: adminId,
        subject: `campaign:${id}`,
        requestId: answer.headers.get(REQUEST_ID),
      },
    ]);
  });

  test('has an entry together with its deed or not at all', async () => {
    const { admin, db, news, campaign } = await office(await open());
    const { id } = await campaign();
    await news();
    await db.$executeRawUnsafe(
      `ALTER TABLE "AuditEntry" RENAME COLUMN "requestId" TO "requestIdGone"`,
    );
    const refused = await admin.call(deleteCampaign, { params: { id }, key: newId() });
    expect(refused.status).toBe(500);
    expect(await db.campaign.count()).toBe(1);
    const body = { username: 'marta', password: PASSWORD };
    const before = await db.session.count();
    expect((await admin.call(login, { body })).status).toBe(500);
    expect(await db.session.count()).toBeLessThanOrEqual(before);
  });

  test('has what the operator and the server do', async () => {
    const db = await open();
    await makeFirstAdmin(db, { username: null, password: null });
    await makeAdmin(db, 'owner');
    const { id } = await addUser(db, { role: 'agent', approved: false });
    await makeAdmin(db, 'marta');
    await resetPassword(db, 'marta');
    await endSessionsByName(db, 'marta');
    await makeLinkByName(db, 'marta');
    await noteBackup(db, { file: 'agency-1.db', size: 1, kept: 1 });
    await noteBackupFailure(db, 'no-space');
    const rows = await db.auditEntry.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ actor, kind, detail }) => [actor, kind, detail])).toEqual([
      ['server', 'account-created', 'admin'],
      ['operator', 'account-created', 'admin'],
      ['operator', 'account-approved', 'admin'],
      ['operator', 'role-changed', 'admin'],
      ['operator', 'password-reset', null],
      ['operator', 'sessions-ended', null],
      ['operator', 'password-link-made', null],
      ['server', 'backup-made', 'agency-1.db'],
      ['server', 'backup-failed', 'no-space'],
    ]);
    expect(rows[4]).toMatchObject({ subject: `user:${id}`, place: null, requestId: null });
  });

  test('has what the retention removes, and loses only entries that are older than the setting', async () => {
    const { admin, contact, news, db } = await office(await open());
    const { id } = await contact();
    await admin.call(changeContactState, { params: { id }, body: { state: 'spam' } });
    await news();
    const entry = (days: number) =>
      db.auditEntry.create({
        data: { at: new Date(Date.now() - days * DAY), kind: 'signed-in', actor: 'user' },
      });
    const [old] = [await entry(401), await entry(399)];
    const removed = await keepHouse(db, { ...RETENTION, audit: 400 });
    expect(removed).toMatchObject({ audit: 1, inquiries: 0 });
    expect(await db.auditEntry.findUnique({ where: { id: old.id } })).toBeNull();
    await news();
    await removeExpired(db, { ...RETENTION, audit: 3_000 }, new Date(Date.now() + 61 * DAY));
    expect(await news()).toMatchObject([
      { kind: 'records-expired', actor: 'server', subject: `contact:${id}`, count: 1 },
    ]);
  });

  test('V16.4.2 is read by admins in pages, by kind, person and day, newest first', async () => {
    const { admin, db, adminId, origin } = await office(await open());
    const at = new Date('2026-03-05T12:00:00Z');
    const [first, , third] = [
      await db.auditEntry.create({ data: { at, kind: 'role-changed', actor: 'user', userId: 77 } }),
      await db.auditEntry.create({ data: { at, kind: 'backup-made', actor: 'server' } }),
      await db.auditEntry.create({
        data: { at, kind: 'role-changed', actor: 'operator', subject: 'user:77' },
      }),
    ];
    const read = async (body: object) => (await admin.call(readAudit, { body })).reply;
    const all = await read({});
    expect(all.entries.map(({ id }) => id)).toEqual([third.id, third.id - 1, first.id, 1]);
    expect(all.entries[0]?.at).toBe(at.toISOString());
    expect([all.more, all.accounts]).toEqual([false, [{ id: adminId, username: 'marta' }]]);

    const page = await read({ limit: 2 });
    expect([page.entries.length, page.more]).toEqual([2, true]);
    const rest = await read({ limit: 2, before: page.entries[1]?.id });
    expect([...page.entries, ...rest.entries]).toEqual(all.entries);
    expect(rest.more).toBe(false);

    expect((await read({ kind: 'backup-made' })).entries).toHaveLength(1);
    expect((await read({ userId: 77 })).entries.map(({ id }) => id)).toEqual([third.id, first.id]);
    const day = { from: '2026-03-05T00:00:00.000Z', to: '2026-03-06T00:00:00.000Z' };
    expect((await read(day)).entries).toHaveLength(3);
    expect((await read({ ...day, from: '2026-03-05T12:00:00.001Z' })).entries).toEqual([]);
    expect((await read({ ...day, to: at.toISOString() })).entries).toEqual([]);

    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    expect((await agent.call(readAudit, { body: {} })).status).toBe(403);
  });
});

test('a kind of the audit log is written by one word that says what happened', () => {
  expect(new Set(AUDIT_KINDS).size).toBe(AUDIT_KINDS.length);
  for (const kind of AUDIT_KINDS) expect(kind).toMatch(/^[a-z]+(-[a-z]+)+$/);
});
