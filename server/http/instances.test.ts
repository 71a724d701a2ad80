import { expect, onTestFinished, test } from 'vitest';
import { changeUser, endUserSessions, listUsers } from '#contract/accounts/users.ts';
import { listApplications } from '#contract/applications.ts';
import { currentUser } from '#contract/auth.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

onBothDatabases('two processes on one database', ({ url }) => {
  test('V8.3.1 R-17 the end of a session, a closed account and another role count at once in both', async () => {
    const { one, other, db } = await openTwo();
    const { admin } = one;
    const end = {
      session: (id: number) => admin.call(endUserSessions, { params: { id } }),
      access: (id: number) =>
        admin.call(changeUser, { params: { id }, body: { access: 'closed' } }),
      role: (id: number) => admin.call(changeUser, { params: { id }, body: { role: 'agent' } }),
    };
    for (const [username, take] of Object.entries(end)) {
      const person = await signedIn(db, other.origin, { username });
      for (let n = 0; n < 3; n += 1) {
        expect((await person.call(listApplications)).status).toBe(200);
      }
      const { accounts } = (await admin.call(listUsers)).reply;
      const account = accounts.find((each) => each.username === username);

      expect((await take(account?.id ?? 0)).status).toBeLessThan(300);

      expect((await person.call(listApplications)).status).toBe(401);
      expect((await person.call(currentUser)).status).toBe(401);
    }
  });

  test('R-17 what was written by hand in the user table counts at the next call', async () => {
    const { other, db } = await openTwo();
    const person = await signedIn(db, other.origin, { username: 'nico' });
    expect((await person.call(listApplications)).status).toBe(200);
    await db.user.updateMany({ where: { username: 'nico' }, data: { approved: false } });
    expect((await person.call(listApplications)).status).toBe(403);
    await db.user.updateMany({ where: { username: 'nico' }, data: { disabled: true } });
    expect((await person.call(listApplications)).status).toBe(401);
  });

  test('a list is never older in one than what the other has acknowledged', async () => {
    const { one, other } = await openTwo();
    const person = new Client(other.origin);
    const Cookie = one.admin.cookie;
    for (let n = 0; n < 10; n += 1) {
      const before = await person.send('GET', '/api/applications', { headers: { Cookie } });
      await before.arrayBuffer();
      const { id } = await one.application({ playerName: `Player ${n}` });
      const headers = { Cookie, 'If-None-Match': before.headers.get('ETag') ?? '' };
      const after = await person.send('GET', '/api/applications', { headers });
      expect(after.status).toBe(200);
      expect(await after.text()).toContain(id);
    }
    expect(other.errors()).toEqual([]);
  });

  /** One served office, and the same database opened and served once more. */
  async function openTwo() {
    const at = await url();
    const [db, second] = await Promise.all([openDatabase(at), openDatabase(at)]);
    onTestFinished(async () => {
      await closeDatabase(db);
      await closeDatabase(second);
    });
    const one = await openOffice(db);
    const other = await serveApp(second);
    return { one, other, db };
  }
});
