import { expect, test } from 'vitest';
import * as calls from '#contract/accounts/passkeys.ts';
import { usePasswordLink } from '#contract/accounts/password-links.ts';
import { listSessions } from '#contract/accounts/sessions.ts';
import {
  eraseUser,
  listUsers,
  makePasswordLink,
  removeUserFactor,
} from '#contract/accounts/users.ts';
import { currentUser, login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import type { Db } from '#prisma/client.ts';
import { removeFactorByName } from '#server/domain/accounts/operator.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import type { AppSettings } from '#server/http/app.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const SITE = 'http://localhost:3000';
const RETENTION = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 };

onSqliteFirst('a passkey', ({ open }) => {
  test('V6.5.2 is set up with ten recovery codes, signs in without a password, and can be removed', async () => {
    const { db, office, visitor, phone, add } = await start();
    const { passkey, recoveryCodes } = (await add()).reply;
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){6}$/);
    const stored = JSON.stringify(await db.recoveryCode.findMany());
    for (const code of recoveryCodes) expect(stored).not.toContain(code);

    const options = await signInOptions(visitor);
    expect(options.userVerification).toBe('required');
    const answer = await visitor.call(calls.loginByPasskey, {
      body: { credential: phone.get(options) },
    });
    expect(answer.reply.username).toBe('marta');
    expect((await visitor.call(currentUser)).status).toBe(200);

    expect((await add()).reply.recoveryCodes).toEqual([]);
    const before = (await office.call(calls.readSecondFactor)).reply;
    expect([before.passkeys.length, before.recoveryCodes]).toEqual([2, 10]);
    expect(before.passkeys[0]?.lastUsedAt).not.toBeNull();
    for (const { id } of before.passkeys) {
      expect((await office.call(calls.removePasskey, { params: { id } })).status).toBe(204);
    }
    const none = { passkeys: [], recoveryCodes: 0, required: false };
    expect((await office.call(calls.readSecondFactor)).reply).toEqual(none);
  });

  test('V6.5.1 is refused for another site, without the lock of the device, twice, late, and in another browser', async () => {
    const { db, visitor, phone, add } = await start();
    await add();
    const attempt = async (spoil: (options: SignIn) => void = () => undefined, by = visitor) => {
      const options = await signInOptions(visitor);
      spoil(options);
      const body = { credential: phone.get(options) };
      const { status, problem } = await by.call(calls.loginByPasskey, { body });
      phone.claims = {};
      return [status, problem.code];
    };
    const refused = [401, 'passkey-refused'];
    const isOver = [410, 'challenge-expired'];
    expect(
      await attempt(() => Object.assign(phone.claims, { origin: 'https://evil.test' })),
    ).toEqual(refused);
    expect(await attempt(() => Object.assign(phone.claims, { flags: 1 }))).toEqual(refused);
    expect(await attempt((options) => Object.assign(options, { rpId: 'evil.test' }))).toEqual(
      refused,
    );
    expect(await attempt((options) => Object.assign(options, { challenge: 'AAAA' }))).toEqual(
      refused,
    );
    expect(await attempt(undefined, new Client(visitor.origin))).toEqual(isOver);

    const used = { credential: phone.get(await signInOptions(visitor)) };
    expect((await visitor.call(calls.loginByPasskey, { body: used })).status).toBe(200);
    expect((await visitor.call(calls.loginByPasskey, { body: used })).problem.code).toBe(
      'challenge-expired',
    );

    const late = { credential: phone.get(await signInOptions(visitor)) };
    await db.passkeyChallenge.updateMany({
      data: { createdAt: new Date(Date.now() - 5 * 60_000) },
    });
    expect((await visitor.call(calls.loginByPasskey, { body: late })).problem.code).toBe(
      'challenge-expired',
    );
  });

  test('V7.2.4 makes a new session id, and ends the session that the browser came with', async () => {
    const { db, origin, phone, add } = await start();
    await add();
    const client = await signedIn(db, origin, { username: 'olga' });
    const headers = { Cookie: client.cookie };
    const count = await db.session.count();
    const body = { credential: phone.get(await signInOptions(client)) };
    expect((await client.call(calls.loginByPasskey, { body })).reply.username).toBe('marta');
    expect(await db.session.count()).toBe(count);
    expect((await client.send('GET', currentUser.path, { headers })).status).toBe(401);
    expect((await client.call(currentUser)).reply.username).toBe('marta');
  });

  test('of a closed account signs nobody in', async () => {
    const { db, visitor, phone, add } = await start();
    await add();
    await db.user.updateMany({ data: { disabled: true } });
    const body = { credential: phone.get(await signInOptions(visitor)) };
    expect((await visitor.call(calls.loginByPasskey, { body })).problem.code).toBe(
      'passkey-refused',
    );
  });

  test("V8.2.2 is nobody else's to remove", async () => {
    const { db, origin, add } = await start();
    const { id } = (await add()).reply.passkey;
    const other = await signedIn(db, origin, { username: 'olga' });
    expect((await other.call(calls.removePasskey, { params: { id } })).problem.code).toBe(
      'passkey-not-found',
    );
    expect(await db.passkey.count()).toBe(1);
  });

  test.each(['admins', 'all'] as const)(
    'V6.3.3 is demanded after the password for %s',
    async (secondFactor) => {
      const { db, office, visitor, phone, add, agent } = await start({ secondFactor });
      expect((await office.call(currentUser)).reply.mustSetUpPasskey).toBe(true);
      expect((await office.call(listUsers)).problem.code).toBe('second-factor-missing');
      expect((await agent.call(listSessions)).status).toBe(secondFactor === 'all' ? 403 : 200);
      const { recoveryCodes } = (await add()).reply;
      expect((await office.call(listUsers)).status).toBe(200);

      const password = { username: 'marta', password: PASSWORD };
      const refused = await visitor.call(login, { body: password });
      expect([refused.status, refused.problem.code]).toEqual([401, 'second-factor-needed']);
      expect((await visitor.call(currentUser)).status).toBe(401);
      const body = { credential: phone.get(await signInOptions(visitor)) };
      expect((await visitor.call(calls.loginByPasskey, { body })).status).toBe(200);

      const code = recoveryCodes[3] ?? '';
      const elsewhere = new Client(visitor.origin);
      const recover = (by: Client, text: string) =>
        by.call(calls.loginByRecoveryCode, { body: { code: text } });
      expect((await recover(elsewhere, code)).problem.code).toBe('challenge-expired');
      await elsewhere.call(login, { body: password });
      const wrong = await recover(elsewhere, 'aaaa-bbbb-cccc-dddd');
      expect([wrong.status, wrong.problem.code]).toEqual([401, 'recovery-code-refused']);
      expect((await recover(elsewhere, code.replaceAll('-', ' ').toUpperCase())).status).toBe(200);
      expect((await recover(elsewhere, code)).problem.code).toBe('challenge-expired');
      await elsewhere.call(login, { body: password });
      expect((await recover(elsewhere, code)).problem.code).toBe('recovery-code-refused');
      expect(await db.recoveryCode.count()).toBe(9);
    },
  );

  test('is demanded in sessions that the password alone has opened before it was', async () => {
    const { db, origin, office, visitor, phone, add, agent } = await start();
    const elsewhere = await signedIn(db, origin, { username: 'olga' });
    await add();
    const body = { username: 'marta', password: PASSWORD };
    const byPassword = new Client(origin);
    await byPassword.call(login, { body });
    await visitor.call(calls.loginByPasskey, {
      body: { credential: phone.get(await signInOptions(visitor)) },
    });
    const proving = new Client(origin);
    await proving.call(login, { body });
    const proof = (await proving.call(calls.offerProof)).reply as unknown as SignIn;
    await proving.call(calls.proveByPasskey, { body: { credential: phone.get(proof) } });

    const stricter = await serveApp(db, { siteUrl: SITE, secondFactor: 'all' });
    const call = (by: Client, endpoint: typeof listUsers | typeof calls.offerPasskey) => {
      const headers = { Cookie: by.cookie };
      return new Client(stricter.origin).call(endpoint, { headers });
    };
    // Both factors were given in these sessions: by the new passkey, by the sign-in, by the proof.
    for (const by of [office, visitor, proving]) {
      expect((await call(by, listUsers)).status).toBe(200);
    }
    // Nor may it add a passkey of its own.
    for (const endpoint of [listUsers, calls.offerPasskey]) {
      const refused = await call(byPassword, endpoint);
      expect([refused.status, refused.problem.ended?.reason]).toEqual([401, 'expired']);
    }
    // Whoever has none yet sets one up.
    for (const by of [elsewhere, agent]) {
      const offered = await call(by, calls.offerPasskey);
      expect(offered.status).toBe(200);
    }
    expect((await call(elsewhere, listUsers)).problem.code).toBe('second-factor-missing');
  });

  test('is removed without ending a session, but the last one stays where it is demanded', async () => {
    const { office, visitor, phone, add } = await start({ secondFactor: 'all' });
    const first = (await add()).reply.passkey;
    const second = (await add()).reply.passkey;
    await visitor.call(calls.loginByPasskey, {
      body: { credential: phone.get(await signInOptions(visitor)) },
    });
    const remove = ({ id }: { id: string }) => office.call(calls.removePasskey, { params: { id } });
    const both = await Promise.all([remove(first), remove(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(both.find(({ status }) => status === 409)?.problem.code).toBe('last-passkey');
    expect((await visitor.call(currentUser)).status).toBe(200);
    const left = (await office.call(calls.readSecondFactor)).reply;
    expect([left.passkeys.length, left.recoveryCodes, left.required]).toEqual([1, 10, true]);
  });

  test('gives new recovery codes in place of the old ones, and none without a passkey', async () => {
    const { office, add, db } = await start();
    expect((await office.call(calls.makeRecoveryCodes)).problem.code).toBe('passkey-not-found');
    const old = (await add()).reply.recoveryCodes;
    const { recoveryCodes } = (await office.call(calls.makeRecoveryCodes)).reply;
    expect(recoveryCodes).toHaveLength(10);
    expect(old.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(await db.recoveryCode.count()).toBe(10);
  });

  test('is refused without a 5xx if the browser tells nonsense about it, or it is added twice', async () => {
    const { office, phone, db, errors } = await start();
    const options = async () =>
      (await office.call(calls.offerPasskey)).reply as unknown as Creation;
    const put = (credential: object) =>
      office.call(calls.addPasskey, { body: { name: 'Mine', credential } });
    const made = phone.create(await options());
    const transports = ['usb', 'usb', '\u0000', 7, { length: 9 }, 'internal'];
    const first = await put({ ...made, response: { ...made.response, transports } });
    expect(first.status).toBe(201);
    expect((await db.passkey.findFirstOrThrow()).transports).toBe('internal,usb');
    const again = await put(phone.again(await options()));
    expect([again.status, again.problem.code]).toEqual([401, 'passkey-refused']);
    for (const response of [{}, null, { clientDataJSON: 'AA', attestationObject: 'AA' }, 'x']) {
      await options();
      expect((await put({ ...made, response })).problem.code).toBe('passkey-refused');
    }
    const other = phone.create(await options());
    const odd = await put({ ...other, response: { ...other.response, transports: 'usb' } });
    expect(odd.status).toBe(201);
    expect(await db.passkey.count()).toBe(2);
    expect(errors()).toEqual([]);
  });

  test('V6.4.4 stays when a link sets a new password: the link is one factor, not two', async () => {
    const { db, office, agent, origin, phone } = await start({ secondFactor: 'all' });
    await set(office);
    await set(agent);
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    const { url } = (await office.call(makePasswordLink, { params: { id } })).reply;
    const token = url.split('#')[1] ?? '';
    const newPassword = 'a-new-corner-flag-17';
    const colleague = new Client(origin);
    await colleague.call(usePasswordLink, { body: { token, newPassword } });
    const body = { username: 'nico', password: newPassword };
    expect((await colleague.call(login, { body })).problem.code).toBe('second-factor-needed');
    const credential = phone.get(await signInOptions(colleague));
    const entered = await colleague.call(calls.loginByPasskey, { body: { credential } });
    expect(entered.reply.username).toBe('nico');

    async function set(who: Client): Promise<void> {
      const options = (await who.call(calls.offerPasskey)).reply as unknown as Creation;
      const made = { name: 'Mine', credential: phone.create(options) };
      expect((await who.call(calls.addPasskey, { body: made })).status).toBe(201);
    }
  });

  test.each(['keep', 'remove'] as const)(
    'goes with its recovery codes when the account is erased, name: %s',
    async (name) => {
      const { db, origin, office, phone, add, visitor } = await start();
      await add();
      const boss = await signedIn(db, origin, { username: 'boss' });
      await office.call(calls.offerPasskey);
      const { id } = await db.user.findFirstOrThrow({ where: { username: 'marta' } });
      await boss.call(eraseUser, { params: { id }, body: { name }, key: newId() });
      expect([await db.passkey.count(), await db.recoveryCode.count()]).toEqual([0, 0]);
      expect(await db.passkeyChallenge.count({ where: { userId: id } })).toBe(0);
      const rows = await db.user.findMany({ where: { id } });
      expect(rows.map(({ hasPasskey }) => hasPasskey)).toEqual(name === 'keep' ? [false] : []);
      const body = { credential: phone.get(await signInOptions(visitor)) };
      expect((await visitor.call(calls.loginByPasskey, { body })).status).toBe(401);
    },
  );

  test('leaves no secret in the replies of anybody, and its challenges end with the daily job', async () => {
    const { db, office, add } = await start();
    await add();
    const replies = [
      (await office.call(calls.readSecondFactor)).text,
      (await office.call(listUsers)).text,
      (await office.call(currentUser)).text,
    ].join('');
    const { publicKey } = await db.passkey.findFirstOrThrow();
    const [code] = await db.recoveryCode.findMany();
    expect(replies).not.toContain(Buffer.from(publicKey).toString('base64url'));
    expect(replies).not.toContain(code?.id);
    await office.call(calls.offerPasskey);
    await keepHouse(db, RETENTION, new Date(Date.now() + 6 * 60_000));
    expect(await db.passkeyChallenge.count()).toBe(0);
  });

  test('and recovery codes are told in the audit log, without a name', async () => {
    const { db, office, visitor, phone, add } = await start({ secondFactor: 'all' });
    const { passkey, recoveryCodes } = (await add()).reply;
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'marta' } });
    const news = followAudit(db);
    await news();
    const enter = async (spoil: object = {}) => {
      const options = { ...(await signInOptions(visitor)), ...spoil };
      const body = { credential: phone.get(options) };
      return visitor.call(calls.loginByPasskey, { body });
    };
    const recover = (code = '') => visitor.call(calls.loginByRecoveryCode, { body: { code } });
    await enter();
    await enter({ challenge: 'AAAA' });
    expect(await news()).toEqual(['passkey-used', 'signed-in', 'passkey-refused']);
    await visitor.call(login, { body: { username: 'marta', password: PASSWORD } });
    await recover('aaaa');
    await recover(recoveryCodes[0]);
    expect(await news()).toEqual([
      `second-factor-asked user:${id}`,
      `recovery-code-refused user:${id}`,
      'recovery-code-used',
      'signed-out',
      'signed-in',
    ]);
    await office.call(calls.makeRecoveryCodes);
    await add();
    await office.call(calls.removePasskey, { params: { id: passkey.id } });
    await removeFactorByName(db, 'marta');
    expect(await news()).toEqual([
      'recovery-codes-made',
      'passkey-added',
      'passkey-removed',
      `second-factor-removed user:${id}`,
    ]);
    const all = JSON.stringify(await db.auditEntry.findMany());
    expect(all).not.toMatch(/My phone|marta/);
  });

  test('is asked for at most 30 times a minute by one address', async () => {
    const { visitor } = await start({ rateLimits: 'on' });
    for (let n = 0; n < 30; n += 1) await visitor.call(calls.offerSignIn);
    expect((await visitor.call(calls.offerSignIn)).status).toBe(429);
    const body = { code: 'aaaa' };
    expect((await visitor.call(calls.loginByRecoveryCode, { body })).status).toBe(429);
  });

  test('is optional by default: the password alone signs in', async () => {
    const { visitor, add } = await start();
    await add();
    const body = { username: 'marta', password: PASSWORD };
    expect((await visitor.call(login, { body })).status).toBe(200);
  });

  test('that is lost is removed by another admin, which signs its user out everywhere', async () => {
    const { db, origin, office, visitor, phone, add, agent } = await start();
    await add();
    await visitor.call(calls.loginByPasskey, {
      body: { credential: phone.get(await signInOptions(visitor)) },
    });
    const admin = await signedIn(db, origin, { username: 'ines' });
    const accounts = async () => (await admin.call(listUsers)).reply.accounts;
    const marta = (await accounts()).find(({ username }) => username === 'marta');
    expect(marta).toMatchObject({ hasPasskey: true, sessions: 2 });
    const remove = { params: { id: marta?.id ?? 0 } };
    expect((await agent.call(removeUserFactor, remove)).status).toBe(403);
    const own = await office.call(removeUserFactor, remove);
    expect(own.problem.code).toBe('own-account');
    const news = followAudit(db);
    await news();
    expect((await admin.call(removeUserFactor, remove)).status).toBe(204);
    expect(await news()).toEqual([`second-factor-removed user:${marta?.id}`]);
    expect((await accounts()).find(({ username }) => username === 'marta')).toMatchObject({
      hasPasskey: false,
      sessions: 0,
    });
    expect([await db.passkey.count(), await db.recoveryCode.count()]).toEqual([0, 0]);
    expect((await office.call(currentUser)).status).toBe(401);
    expect((await admin.call(removeUserFactor, { params: { id: 999_999 } })).status).toBe(404);
  });

  test('is one of 20 at most, and no device makes one more', async () => {
    const { db, origin, office, phone, add } = await start();
    const another = async () => {
      const client = new Client(origin);
      await client.call(login, { body: { username: 'marta', password: PASSWORD } });
      return client;
    };
    const { passkey } = (await add()).reply;
    const first = await db.passkey.findUniqueOrThrow({ where: { id: passkey.id } });
    await db.passkey.createMany({
      data: Array.from({ length: 18 }, (_, n) => ({ ...first, id: `another-${n}` })),
    });
    // Two devices have begun before the last one was added.
    const offers = [];
    for (const by of [office, await another()]) {
      offers.push({ by, offer: (await by.call(calls.offerPasskey)).reply as unknown as Creation });
    }
    const both = await Promise.all(
      offers.map(({ by, offer }) =>
        by.call(calls.addPasskey, { body: { name: 'New', credential: phone.create(offer) } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.problem.code).toBe('too-many-passkeys');
    expect((await office.call(calls.offerPasskey)).problem.code).toBe('too-many-passkeys');
    expect((await office.call(calls.readSecondFactor)).reply.passkeys).toHaveLength(20);
  });

  async function start(settings: Partial<AppSettings> = {}) {
    const db = await open();
    const { origin, errors } = await serveApp(db, { siteUrl: SITE, ...settings });
    const office = await signedIn(db, origin);
    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    const phone = new Authenticator(SITE);
    const add = async () => {
      const options = (await office.call(calls.offerPasskey)).reply as unknown as Creation;
      const body = { name: 'My phone', credential: phone.create(options) };
      return office.call(calls.addPasskey, { body });
    };
    return { db, origin, errors, office, visitor: new Client(origin), phone, add, agent };
  }
});

interface Creation {
  challenge: string;
  rp: { id: string };
}

interface SignIn {
  challenge: string;
  rpId: string;
  userVerification: string;
}

async function signInOptions(client: Client): Promise<SignIn> {
  return (await client.call(calls.offerSignIn)).reply as unknown as SignIn;
}

/** Answers, at each call, what the audit log has got since the last one, with what it was done to. */
function followAudit(db: Db): () => Promise<string[]> {
  let seen = 0;
  return async () => {
    const rows = await db.auditEntry.findMany({
      where: { id: { gt: seen } },
      orderBy: { id: 'asc' },
    });
    seen = rows.at(-1)?.id ?? seen;
    return rows.map(({ kind, subject }) => [kind, subject].filter(Boolean).join(' '));
  };
}
