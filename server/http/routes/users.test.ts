import { expect, test } from 'vitest';
import { changeProfile } from '#contract/accounts/profile.ts';
import { register } from '#contract/accounts/registration.ts';
import { endOtherSessions, listSessions } from '#contract/accounts/sessions.ts';
import {
  type AccountChange,
  changeUser,
  deleteUser,
  endUserSessions,
  eraseUser,
  listUsers,
} from '#contract/accounts/users.ts';
import { changeStatus, getHistory, pullApplications } from '#contract/applications.ts';
import { changePassword, currentUser, login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { openOffice } from '#server/test/agency.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const registration = {
  username: 'Nico',
  password: 'corner-flag-17',
  email: 'nico@example.org',
  firstName: 'Nico',
  lastName: 'Example',
};
const NEW_PASSWORD = 'corner-flag-17';

onSqliteFirst('accounts', ({ open }) => {
  test('Q-22 a registered account waits, is approved, and enters what the owner opens to agents', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { agentAccess: 'dashboard' });
    const admin = await signedIn(db, origin);
    const nico = new Client(origin);
    await nico.call(register, { body: registration });
    const { accounts, agentAccess } = (await admin.call(listUsers)).reply;
    expect(agentAccess).toBe('dashboard');
    const [waiting] = accounts;
    expect(waiting).toEqual({
      id: expect.any(Number),
      username: 'Nico',
      email: 'nico@example.org',
      firstName: 'Nico',
      lastName: 'Example',
      role: 'agent',
      entersDashboard: false,
      state: 'pending',
      createdAt: expect.any(String),
      lastSeenAt: null,
      sessions: 0,
      hasPasskey: false,
      emailConfirmed: false,
    });
    const body = { username: 'Nico', password: registration.password };
    expect((await nico.call(login, { body })).reply.areas).toEqual([]);

    const params = { id: waiting?.id ?? 0 };
    const approved = (await admin.call(changeUser, { params, body: { access: 'open' } })).reply;
    expect(approved).toMatchObject({ state: 'active', role: 'agent', sessions: 1 });
    expect(Date.parse(approved.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    // An approval ends no session: the waiting user stays signed in.
    expect((await nico.call(currentUser)).reply.areas).toEqual(['dashboard']);
  });

  test('Q-01 an admin opens the dashboard to a single agent where it is closed to agents, and closes it again', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const nico = await signedIn(db, origin, { username: 'nico', role: 'agent', approved: false });
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    const params = { id };
    const change = async (body: AccountChange) =>
      (await admin.call(changeUser, { params, body })).reply;
    await change({ access: 'open' });
    expect((await nico.call(currentUser)).reply.areas).toEqual([]);

    expect(await change({ entersDashboard: true })).toMatchObject({
      role: 'agent',
      entersDashboard: true,
      sessions: 1,
    });
    expect((await nico.call(currentUser)).reply.areas).toEqual(['dashboard']);
    expect((await nico.call(pullApplications, { query: {} })).status).toBe(200);

    // Fewer rights end the sessions, so that the phone forgets what it holds.
    expect(await change({ entersDashboard: false })).toMatchObject({ sessions: 0 });
    expect((await nico.call(currentUser)).status).toBe(401);
    const deeds = await db.auditEntry.findMany({ where: { subject: `user:${id}` } });
    expect(deeds.map(({ kind }) => kind).filter((kind) => kind !== 'signed-in')).toEqual([
      'account-approved',
      'dashboard-opened',
      'dashboard-closed',
    ]);
  });

  test('has another name and address after the user has changed them, and the address waits to be confirmed', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const nico = await signedIn(db, origin, { username: 'nico', emailConfirmedAt: new Date() });
    const body = { firstName: ' Nicolás ', lastName: 'Ruiz', email: 'nico.ruiz@example.org' };
    const once = { key: newId(), body };
    const changed = { firstName: 'Nicolás', lastName: 'Ruiz', email: 'nico.ruiz@example.org' };
    expect((await nico.call(changeProfile, once)).reply).toMatchObject(changed);
    expect((await nico.call(changeProfile, once)).reply).toMatchObject(changed);
    expect((await nico.call(currentUser)).reply).toMatchObject(changed);
    const where = { username: 'nico' };
    const { id, emailConfirmedAt } = await db.user.findFirstOrThrow({ where });
    expect(emailConfirmedAt).toBeNull();
    expect(await db.auditEntry.count({ where: { kind: 'profile-changed', userId: id } })).toBe(1);

    // The same address stays confirmed.
    await db.user.updateMany({ where, data: { emailConfirmedAt: new Date() } });
    await nico.call(changeProfile, { body: { ...changed, lastName: 'Example' } });
    expect((await db.user.findFirstOrThrow({ where })).emailConfirmedAt).not.toBeNull();

    for (const wrong of [
      { ...body, email: 'nico' },
      { ...body, firstName: ' ' },
      { email: 'nico@example.org' },
    ]) {
      const answer = await nico.send('PUT', '/api/auth/user', { body: wrong });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test('a denied account cannot sign in, and may be approved after all or removed', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const nico = await signedIn(db, origin, { username: 'nico', role: 'agent', approved: false });
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    const params = { id };
    const attempt = async () => {
      const body = { username: 'nico', password: PASSWORD };
      return (await new Client(origin).call(login, { body })).status;
    };

    const denied = await admin.call(changeUser, { params, body: { access: 'closed' } });
    expect(denied.reply).toMatchObject({ state: 'denied', sessions: 0 });
    expect((await nico.call(currentUser)).status).toBe(401);
    expect(await attempt()).toBe(401);

    const opened = await admin.call(changeUser, { params, body: { access: 'open' } });
    expect(opened.reply.state).toBe('active');
    expect(await attempt()).toBe(200);
    // Seen to the hour, at the first call.
    await new Client(origin).call(login, { body: { username: 'nico', password: PASSWORD } });
    const kept = await admin.call(deleteUser, { params });
    expect([kept.status, kept.problem.code]).toEqual([409, 'account-in-use']);

    await db.user.update({ where: { id }, data: { approved: false } });
    expect((await admin.call(deleteUser, { params })).status).toBe(204);
    expect(await db.user.count()).toBe(1);
    expect(await db.session.count()).toBe(1);
    const again = await admin.call(deleteUser, { params });
    expect([again.status, again.problem.code]).toEqual([404, 'user-not-found']);
    const body = { ...registration, username: 'NICO' };
    expect((await new Client(origin).call(register, { body })).status).toBe(201);
  });

  test('an account that was approved but never used is removed, and its name is free again', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    expect((await admin.call(deleteUser, { params: { id } })).status).toBe(204);
    const body = { ...registration, username: 'nico' };
    expect((await new Client(origin).call(register, { body })).status).toBe(201);
  });

  test.each(['keep', 'remove'] as const)(
    'a person who has left is erased, with the name in the history as the admin chooses: %s',
    async (name) => {
      const db = await open();
      const { admin, application, origin } = await openOffice(db);
      const nico = await signedIn(db, origin, { username: 'Nico', email: 'nico@example.org' });
      const user = await db.user.findFirstOrThrow({ where: { username: 'Nico' } });
      const params = { id: user.id };
      const player = await application();
      const noted = { status: 'pending', notes: 'Strong.' };
      const note = { params: { id: player.id }, body: noted, key: newId() };
      expect((await nico.call(changeStatus, note)).reply.change.by).toBe('Nico');
      await admin.call(changeUser, { params, body: { access: 'open' }, key: newId() });
      const before = (await admin.call(pullApplications, { query: { since: 0 } })).reply;

      const erase = { params, body: { name }, key: newId() };
      for (let n = 0; n < 2; n += 1) expect((await admin.call(eraseUser, erase)).status).toBe(204);

      const by = name === 'keep' ? 'Nico' : null;
      expect((await admin.call(getHistory, { params: { id: player.id } })).reply).toMatchObject([
        { by, notes: 'Strong.' },
      ]);
      const query = { since: before.revision };
      const { history, totals } = (await admin.call(pullApplications, { query })).reply;
      // Phones hear of a name that is gone.
      expect(history.map((entry) => entry.by)).toEqual(name === 'keep' ? [] : [null]);
      expect(totals?.history?.count).toBe(1);
      expect((await admin.call(listUsers)).reply.accounts.map((each) => each.id)).not.toContain(
        user.id,
      );
      const body = { username: 'Nico', password: PASSWORD };
      expect((await new Client(origin).call(login, { body })).status).toBe(401);
      expect((await nico.call(currentUser)).problem.ended).toMatchObject({ reason: 'closed' });
      for (const call of [changeUser, endUserSessions, eraseUser] as const) {
        const late = await admin.call(call, { params, body: { access: 'open', name } });
        expect([late.status, late.problem.code]).toEqual([404, 'user-not-found']);
      }
      const again = await new Client(origin).call(register, {
        body: { ...registration, username: 'NICO', email: 'other@example.org' },
      });
      expect(again.status).toBe(name === 'keep' ? 409 : 201);

      const stored = await db.idempotencyKey.findMany();
      const accounts = await db.user.findMany({ where: { username: 'Nico' } });
      const left = JSON.stringify([stored.map(({ answer }) => answer), accounts]);
      expect(left).not.toContain('nico@example.org');
      expect(left.includes('Nico')).toBe(name === 'keep');
    },
  );

  test('V7.4.2 another role, or a disabled account, ends its sessions; the same again ends none', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const user = await addUser(db, { username: 'nico', role: 'agent' });
    const params = { id: user.id };
    const body = { username: 'nico', password: PASSWORD };
    const nico = new Client(origin);
    const change = async (wanted: object) =>
      (await admin.call(changeUser, { params, body: wanted })).reply;

    await nico.call(login, { body });
    expect(await change({ role: 'agent' })).toMatchObject({ role: 'agent', sessions: 1 });
    expect(await change({ access: 'open' })).toMatchObject({ state: 'active', sessions: 1 });
    expect(await change({ role: 'admin' })).toMatchObject({ role: 'admin', sessions: 0 });
    expect((await nico.call(currentUser)).status).toBe(401);

    await nico.call(login, { body });
    expect((await nico.call(currentUser)).reply.areas).toEqual(['dashboard', 'admin']);
    expect(await change({ access: 'closed' })).toMatchObject({ state: 'disabled', sessions: 0 });
    expect((await nico.call(currentUser)).status).toBe(401);
    expect((await nico.call(login, { body })).status).toBe(401);

    expect(await change({ access: 'open', role: 'agent' })).toMatchObject({ state: 'active' });
    expect((await nico.call(login, { body })).status).toBe(200);
  });

  test("somebody else's sessions are ended on every device", async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const phone = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    const laptop = new Client(origin);
    const body = { username: 'nico', password: PASSWORD };
    await laptop.call(login, { body });
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });

    expect((await admin.call(endUserSessions, { params: { id } })).status).toBe(204);
    expect((await phone.call(currentUser)).status).toBe(401);
    expect((await laptop.call(currentUser)).status).toBe(401);
    expect((await admin.call(currentUser)).status).toBe(200);
    expect((await phone.call(login, { body })).status).toBe(200);
  });

  test('nobody changes, signs out or removes himself, so the last admin stays', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const params = { id: (await admin.call(currentUser)).reply.id };
    for (const answer of [
      await admin.call(changeUser, { params, body: { role: 'agent' } }),
      await admin.call(changeUser, { params, body: { access: 'closed' } }),
      await admin.call(changeUser, { params, body: { role: 'admin', access: 'open' } }),
      await admin.call(endUserSessions, { params }),
      await admin.call(deleteUser, { params }),
      await admin.call(eraseUser, { params, body: { name: 'keep' } }),
    ]) {
      expect([answer.status, answer.problem.code]).toEqual([409, 'own-account']);
    }
    expect((await admin.call(currentUser)).reply.role).toBe('admin');
  });

  test('of admins who close one another at the same moment one is left', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const names = ['marta', 'ines', 'olga', 'pia'];
    const clients = await Promise.all(names.map((username) => signedIn(db, origin, { username })));
    const users = await db.user.findMany();
    const rounds = clients.flatMap((client, n) =>
      users
        .filter(({ username }) => username !== names[n])
        .map(({ id }) =>
          client.call(changeUser, { params: { id }, body: { access: 'closed' }, key: newId() }),
        ),
    );

    const statuses = (await Promise.all(rounds)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 401, 403].includes(status))).toEqual([]);
    expect(await db.user.count({ where: { role: 'admin', disabled: false } })).toBe(1);
    expect(errors()).toEqual([]);
  });

  test('a change that arrives twice under its key is made once and answered with the account as it is', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const { id } = await addUser(db, { username: 'nico', role: 'agent', approved: false });
    const params = { id };
    const approve = { params, body: { access: 'open' }, key: newId() };
    const first = await admin.call(changeUser, approve);
    expect((await admin.call(changeUser, approve)).reply).toEqual(first.reply);
    const closed = await admin.call(changeUser, { params, body: { access: 'closed' } });
    expect((await admin.call(changeUser, approve)).reply).toEqual(closed.reply);
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({ disabled: true });

    await db.user.update({ where: { id }, data: { approved: false } });
    const remove = { params, key: newId() };
    for (let n = 0; n < 2; n += 1) {
      expect((await admin.call(deleteUser, remove)).status).toBe(204);
    }
    const reused = await admin.call(endUserSessions, { ...remove, params: { id: id + 1 } });
    expect([reused.status, reused.problem.code]).toEqual([422, 'key-reused']);
  });

  test('E-08 a change of nothing, of an unknown role or an unknown access is a 400', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    for (const [body, field] of [
      [{}, 'access'],
      [{ role: 'owner' }, 'role'],
      [{ role: null }, 'role'],
      [{ access: true }, 'access'],
      [{ access: 'OPEN' }, 'access'],
    ] as const) {
      const { status, problem } = await admin.call(changeUser, { params: { id }, body });
      expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]]);
    }
    const stowaway = { role: 'agent', passwordHash: 'x', username: 'y' };
    await admin.call(changeUser, { params: { id }, body: stowaway });
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({ username: 'nico' });
    expect((await admin.call(listUsers)).text).not.toContain('passwordHash');
  });

  test('when it was last seen outlives its sessions', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const nico = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    const long = new Date(Date.now() - 2 * 60 * 60_000);
    await db.session.updateMany({ data: { lastSeenAt: long } });
    await db.user.updateMany({ data: { lastSeenAt: long } });
    await nico.call(currentUser);
    await nico.send('GET', '/api/logout');

    const account = (await admin.call(listUsers)).reply.accounts.find(
      ({ username }) => username === 'nico',
    );
    expect(account).toMatchObject({ sessions: 0 });
    expect(Date.parse(account?.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });
});

onSqliteFirst("one's own account", ({ open }) => {
  test('V6.2.2 has a new password after the current one was given; other devices are signed out', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const here = await signedIn(db, origin, { role: 'agent', approved: false });
    const there = new Client(origin);
    await there.call(login, { body: { username: 'marta', password: PASSWORD } });
    const stranger = await signedIn(db, origin, { username: 'other' });

    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await here.call(changePassword, { body })).status).toBe(204);
    expect((await here.call(currentUser)).status).toBe(200);
    expect((await there.call(currentUser)).status).toBe(401);
    expect((await stranger.call(currentUser)).status).toBe(200);
    const attempt = async (password: string) =>
      (await new Client(origin).call(login, { body: { username: 'marta', password } })).status;
    expect(await attempt(PASSWORD)).toBe(401);
    expect(await attempt(NEW_PASSWORD)).toBe(200);
  });

  test('V6.2.3 V7.5.1 keeps its password when the current one is wrong or the new one is no good', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin, { username: 'marta-marta' });
    const fieldsOf = async (currentPassword: unknown, newPassword: unknown) => {
      const body = { currentPassword, newPassword };
      const { status, problem } = await client.call(changePassword, { body });
      expect([status, problem.code]).toEqual([400, 'invalid-input']);
      return problem.fields;
    };
    const common = { newPassword: 'This password is too common.' };

    expect(await fieldsOf('a-guess', NEW_PASSWORD)).toEqual({
      currentPassword: 'This is not your current password.',
    });
    expect(await fieldsOf(PASSWORD, '12345')).toEqual({
      newPassword: 'Password must be at least 6 characters',
    });
    expect(await fieldsOf(PASSWORD, 'Password1!')).toEqual(common);
    expect(await fieldsOf(PASSWORD, 'MARTA-marta')).toEqual(common);
    expect(await fieldsOf(PASSWORD, PASSWORD)).toEqual({
      newPassword: 'Please choose another password than the current one.',
    });
    expect(await fieldsOf('', undefined)).toEqual({
      currentPassword: 'This field is required.',
      newPassword: expect.any(String),
    });
    expect((await client.call(currentUser)).status).toBe(200);
  });

  test('of two changes at the same moment takes one', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);
    const answers = await Promise.all(
      ['corner-flag-17', 'corner-flag-18', 'corner-flag-19'].map((newPassword) =>
        client.call(changePassword, { body: { currentPassword: PASSWORD, newPassword } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect(errors()).toEqual([]);
  });

  test('writes no password into the table of keys', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await client.call(changePassword, { body, key: newId() })).status).toBe(204);
    expect(await db.idempotencyKey.count()).toBe(0);
  });

  test('V7.5.2 lists its sessions by device, and ends all but the one that asks', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await addUser(db);
    await signedIn(db, origin, { username: 'other' });
    const agents = [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'unheard-of/1.0',
    ];
    const clients: Client[] = [];
    for (const agent of agents) {
      const client = new Client(origin);
      const headers = { 'User-Agent': agent };
      const body = { username: 'marta', password: PASSWORD };
      await client.call(login, { body, headers });
      clients.push(client);
    }
    const [phone, laptop, nameless] = clients as [Client, Client, Client];

    const { reply, text } = await laptop.call(listSessions);
    expect(reply.map(({ device }) => device).sort()).toEqual([
      'Chrome · Android',
      'Firefox · Linux',
      null,
    ]);
    expect(reply.filter(({ current }) => current)).toMatchObject([{ device: 'Firefox · Linux' }]);
    expect(text).not.toMatch(/[0-9a-f]{64}/);

    expect((await laptop.call(endOtherSessions)).status).toBe(204);
    expect((await laptop.call(listSessions)).reply).toHaveLength(1);
    expect((await phone.call(currentUser)).status).toBe(401);
    expect((await nameless.call(currentUser)).status).toBe(401);
    expect(await db.session.count()).toBe(2);
  });
});
