import { expect, test } from 'vitest';
import * as calls from '#contract/accounts/passkeys.ts';
import { changeUser, listUsers, makePasswordLink } from '#contract/accounts/users.ts';
import { CURRENT_PASSWORD_MESSAGE, login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { exportPerson } from '#contract/people.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import type { AppSettings } from './app.ts';

const SITE = 'http://localhost:3000';
const HOUR = 60 * 60_000;

onSqliteFirst('a call about accounts or people', ({ open }) => {
  test('needs no more than the documented call for an hour after the sign-in', async () => {
    const { admin, params, age } = await office();
    await age(HOUR - 60_000);
    expect((await admin.call(makePasswordLink, { params })).status).toBe(201);
  });

  test('V7.5.1 asks for a new proof after an hour, does nothing without, and goes by the same key with it', async () => {
    const { db, admin, params, age } = await office();
    await age(HOUR + 1_000);
    const change = { params, body: { access: 'closed' }, key: newId() };
    const refused = await admin.call(changeUser, change);
    expect([refused.status, refused.problem.code]).toEqual([403, 'fresh-sign-in-needed']);
    expect(await db.user.count({ where: { disabled: true } })).toBe(0);
    expect((await admin.call(listUsers)).status).toBe(200);

    const wrong = await prove(admin, 'not-the-password');
    expect([wrong.status, wrong.problem.fields]).toEqual([
      400,
      { password: CURRENT_PASSWORD_MESSAGE },
    ]);
    expect((await admin.call(changeUser, change)).status).toBe(403);
    expect((await prove(admin, PASSWORD)).status).toBe(204);
    expect((await admin.call(changeUser, change)).status).toBe(200);
    expect((await admin.call(exportPerson, { body: { email: 'a@example.org' } })).status).toBe(404);
    const told = await db.auditEntry.findMany({
      where: { kind: { in: ['sign-in-confirmed', 'password-refused'] } },
    });
    expect(told.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['password-refused', 'invalid-input'],
      ['sign-in-confirmed', 'password'],
    ]);
  });

  test('counts a proof for one session only', async () => {
    const { admin, origin, params, age } = await office();
    const other = new Client(origin);
    await other.call(login, { body: { username: 'marta', password: PASSWORD } });
    await age(2 * HOUR);
    await prove(other, PASSWORD);
    expect((await other.call(makePasswordLink, { params })).status).toBe(201);
    expect((await admin.call(makePasswordLink, { params })).status).toBe(403);
  });

  test('takes an own passkey as a proof, and where one is demanded nothing else', async () => {
    const { admin, other, params, age } = await office({ secondFactor: 'all' });
    const [mine, theirs] = [new Authenticator(SITE), new Authenticator(SITE)];
    await setUp(admin, mine);
    await setUp(other, theirs);
    await age(2 * HOUR);
    expect((await prove(admin, PASSWORD)).problem.code).toBe('second-factor-needed');
    const by = async (device: Authenticator) => {
      const options = (await admin.call(calls.offerProof)).reply as unknown as {
        challenge: string;
        rpId: string;
      };
      return admin.call(calls.proveByPasskey, { body: { credential: device.get(options) } });
    };
    expect((await by(theirs)).problem.code).toBe('passkey-refused');
    expect((await admin.call(makePasswordLink, { params })).status).toBe(403);
    expect((await by(mine)).status).toBe(204);
    expect((await admin.call(makePasswordLink, { params })).status).toBe(201);
  });

  async function office(settings: Partial<AppSettings> = {}) {
    const db = await open();
    const { origin } = await serveApp(db, { siteUrl: SITE, ...settings });
    const admin = await signedIn(db, origin);
    const other = await signedIn(db, origin, { username: 'olga' });
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    const age = (ms: number) =>
      db.session.updateMany({ data: { createdAt: new Date(Date.now() - ms) } });
    return { db, origin, admin, other, params: { id }, age };
  }
});

test('V7.5.1 the calls that need a fresh sign-in are those about accounts, factors, people and what devices give back', () => {
  const named = ENDPOINTS.filter(({ fresh }) => fresh);
  expect(named.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /api/passkeys/:id',
    'DELETE /api/users/:id',
    'DELETE /api/users/:id/second-factor',
    'PATCH /api/users/:id',
    'POST /api/auth/address',
    'POST /api/auth/passkey-options',
    'POST /api/auth/recovery-codes',
    'POST /api/calendar',
    'POST /api/people/erase',
    'POST /api/people/export',
    'POST /api/users/:id/erase',
    'POST /api/users/:id/password-link',
    'POST /api/users/:id/password-link/mail',
    'PUT /api/auth/user',
    'PUT /api/backups/copies',
  ]);
});

function prove(by: Client, password: string) {
  return by.call(calls.proveByPassword, { body: { password } });
}

async function setUp(by: Client, device: Authenticator): Promise<void> {
  const options = (await by.call(calls.offerPasskey)).reply as never;
  const body = { name: 'Mine', credential: device.create(options) };
  expect((await by.call(calls.addPasskey, { body })).status).toBe(201);
}
