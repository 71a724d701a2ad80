import { expect, onTestFinished, test, vi } from 'vitest';
import * as passkeys from '#contract/accounts/passkeys.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  reportLost,
} from '#contract/accounts/sessions.ts';
import { changePassword, currentUser, login } from '#contract/auth.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { makeFirstAdmin } from '#server/domain/accounts/users.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { listenLive } from '#server/test/live.ts';

const SITE = 'http://localhost:3000';
const NEW_PASSWORD = 'corner-flag-17';
const DAY = 24 * 60 * 60_000;
const HALF_HOUR = 30 * 60_000;

onSqliteFirst('the cookie of a session', ({ open, url }) => {
  test('V7.2.4 is another one after a proof, a new passkey and a changed password; the one before ends 60 s after the first use of it', async () => {
    const { phone, stolen, pass } = await office();
    const device = new Authenticator(SITE);
    const optionsFor = async (call: typeof passkeys.offerPasskey | typeof passkeys.offerProof) =>
      (await phone.call(call)).reply as never;
    const acts = {
      password: () => prove(phone),
      'new passkey': async () => {
        const credential = device.create(await optionsFor(passkeys.offerPasskey));
        return phone.call(passkeys.addPasskey, { body: { name: 'Mine', credential } });
      },
      passkey: async () => {
        const credential = device.get(await optionsFor(passkeys.offerProof));
        return phone.call(passkeys.proveByPasskey, { body: { credential } });
      },
      'changed password': () => change(phone),
    };
    for (const [act, perform] of Object.entries(acts)) {
      const before = phone.cookie;
      expect((await perform()).status, act).toBeLessThan(300);
      expect(phone.cookie, act).not.toBe(before);
      pass(HALF_HOUR);
      expect(await stolen(before), act).toBe(200);
      expect((await phone.call(currentUser)).status, act).toBe(200);
      pass(59_000);
      expect(await stolen(before), act).toBe(200);
      pass(1_000);
      expect(await stolen(before), act).toBe(401);
      expect((await phone.call(currentUser)).status, act).toBe(200);
    }
  });

  test('V7.2.4 alone is fresh by a proof: whoever has taken the one before has proved nothing, also while it is valid', async () => {
    const { phone, pass } = await office();
    const before = phone.cookie;
    pass(4 * 2 * HALF_HOUR);
    expect((await prove(phone)).status).toBe(204);
    const statusOf = async (Cookie: string) => {
      const answer = await phone.call(passkeys.offerPasskey, { headers: { Cookie } });
      return answer.status === 200 ? 200 : answer.problem.code;
    };
    expect(await statusOf(phone.cookie)).toBe(200);
    expect(await statusOf(before)).toBe('fresh-sign-in-needed');
    pass(30_000);
    expect(await statusOf(before)).toBe('fresh-sign-in-needed');
  });

  test('V7.2.4 is another one after the password that replaces a generated one', async () => {
    const { db, origin, stolen, pass } = await office({ accounts: 'none' });
    const made = await makeFirstAdmin(db, { username: null, password: null });
    const phone = new Client(origin);
    await phone.call(login, { body: made });
    const before = phone.cookie;
    expect((await change(phone, made?.password)).status).toBe(204);
    expect(await stolen(before)).toBe(200);
    expect((await phone.call(listSessions)).reply).toHaveLength(1);
    pass(60_000);
    expect([await stolen(before), (await phone.call(currentUser)).status]).toEqual([401, 200]);
  });

  test('V7.2.3 holds 32 more random bytes then, with the same attributes, and the database has their hash', async () => {
    const { db, origin } = await office({ siteUrl: 'https://agency.test', trustProxy: 1 });
    const phone = new Client(origin);
    const first = await phone.call(login, { body: { username: 'marta', password: PASSWORD } });
    const [value, attributes] = partsOf(first.headers);
    const [next, nextAttributes] = partsOf((await prove(phone)).headers);
    const [last] = partsOf((await prove(phone)).headers);

    expect(value).toMatch(/^[\w-]{43}$/);
    for (const other of [next, last]) expect(other).toMatch(new RegExp(`^${value}\\.[\\w-]{43}$`));
    expect(last).not.toBe(next);
    expect(nextAttributes).toEqual(attributes);
    const rows = JSON.stringify(await db.session.findMany());
    for (const secret of [value, next, last]) {
      expect(rows).not.toContain(secret?.split('.').at(-1));
    }
  });

  test('stays valid for as long as no other one was used: an answer that is lost signs nobody out', async () => {
    const { phone, stolen, pass } = await office();
    const before = phone.cookie;
    const lost = async () => {
      const answer = await prove(new Client(phone.origin), PASSWORD, before);
      return answer.headers.getSetCookie().join();
    };
    for (let n = 0; n < 12; n += 1) expect(await lost()).toContain('session=');
    pass(DAY);
    expect(await stolen(before)).toBe(200);

    await prove(phone);
    expect((await phone.call(currentUser)).status).toBe(200);
    pass(60_000);
    expect([await stolen(before), (await phone.call(currentUser)).status]).toEqual([401, 200]);
  });

  test('is not changed by a proof that is refused', async () => {
    const { db, phone } = await office();
    const refused = [await prove(phone, 'not-the-password'), await change(phone, 'not-this-one')];
    for (const { status, headers } of refused) {
      expect([status, headers.getSetCookie()]).toEqual([400, []]);
    }
    expect(await db.session.count({ where: { NOT: { cookies: null } } })).toBe(0);
  });

  test('of two proofs at once counts whichever the browser keeps', async () => {
    const { phone, stolen, pass } = await office();
    const tabs = [new Client(phone.origin), new Client(phone.origin)];
    const jars = await Promise.all(
      tabs.map(async (tab) => {
        await prove(tab, PASSWORD, phone.cookie);
        return tab.cookie;
      }),
    );
    // The answer that was made last arrives first: the browser keeps the other one.
    for (const jar of jars.toReversed()) expect(await stolen(jar)).toBe(200);
    pass(60_000);
    expect(await Promise.all(jars.map(stolen))).toEqual([200, 401]);
    expect(await stolen(phone.cookie)).toBe(401);
  });

  test('of a call in flight never replaces a newer one, also when its session is renewed', async () => {
    const { phone, db, stolen } = await office();
    await db.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 2 * 60 * 60_000) } });
    const before = phone.cookie;
    const calls = Array.from({ length: 10 }, () =>
      new Client(phone.origin).call(currentUser, { headers: { Cookie: before } }),
    );
    const [proof, ...answers] = await Promise.all([prove(phone), ...calls]);
    expect(proof.status).toBe(204);
    for (const { status, headers } of answers) {
      expect([status, headers.getSetCookie().join()]).toEqual([200, '']);
    }
    expect(await stolen(phone.cookie)).toBe(200);
  });

  test('whichever it is, there is one device: it is listed, ended and reported lost as one', async () => {
    const { phone, other, origin } = await office();
    const idOnList = async () =>
      (await other.call(listSessions)).reply.find(({ current }) => !current)?.id ?? '';
    const ways = {
      'signed-out': async () => other.call(endSession, { params: { id: await idOnList() } }),
      lost: async () => other.call(reportLost, { params: { id: await idOnList() } }),
    };
    for (const [reason, end] of Object.entries(ways)) {
      const before = phone.cookie;
      await prove(phone);
      const both = [before, phone.cookie].map((Cookie) => ({ headers: { Cookie } }));
      for (const cookie of both) {
        const { reply } = await new Client(origin).call(listSessions, cookie);
        expect(reply.map(({ current }) => current).sort()).toEqual([false, true]);
      }
      expect((await end()).status).toBe(204);
      for (const cookie of both) {
        const { problem } = await new Client(origin).call(currentUser, cookie);
        expect(problem.ended).toMatchObject({ reason });
      }
      await phone.call(login, { body: { username: 'marta', password: PASSWORD } });
    }
  });

  test('changes nothing else of its device: name, first day and reminders stay', async () => {
    const { db, phone, pass } = await office();
    const device = async () =>
      (await phone.call(listSessions)).reply.find(({ current }) => current);
    const before = await device();
    const where = { id: { startsWith: before?.id ?? '' } };
    const { id: sessionId } = await db.session.findFirstOrThrow({ where });
    const at = new Date();
    await db.pushSubscription.create({
      data: {
        sessionId,
        endpoint: 'https://push.example/phone',
        p256dh: 'p',
        auth: 'a',
        language: 'en',
        timeZone: 'Europe/Madrid',
        kinds: '',
        quietFrom: '22:00',
        quietTo: '07:00',
        createdAt: at,
        notBefore: at,
      },
    });
    await prove(phone);
    await change(phone);
    await phone.call(currentUser);
    pass(60_000);
    expect(await device()).toEqual(before);
    expect(await db.pushSubscription.count({ where: { sessionId } })).toBe(1);
  });

  test('keeps its session when all others are ended by the one before, and ends with it at a sign-out by either', async () => {
    const { db, phone, other, stolen } = await office();
    for (const leavesBy of ['old', 'new'] as const) {
      const old = phone.cookie;
      await prove(phone);
      await new Client(phone.origin).call(endOtherSessions, { headers: { Cookie: old } });
      expect([await stolen(phone.cookie), await stolen(other.cookie)]).toEqual([200, 401]);
      const Cookie = leavesBy === 'old' ? old : phone.cookie;
      await new Client(phone.origin).send('GET', '/api/logout', { headers: { Cookie } });
      expect([await stolen(old), await stolen(phone.cookie)]).toEqual([401, 401]);
      expect(await db.session.count()).toBe(0);
      for (const each of [phone, other]) {
        await each.call(login, { body: { username: 'marta', password: PASSWORD } });
      }
    }
  });

  test('that has ended ends nothing: neither a sign-out nor a sign-in by it takes the session from its device', async () => {
    const { phone, other, pass } = await office();
    const headers = { Cookie: phone.cookie };
    await prove(phone);
    await phone.call(currentUser);
    pass(60_000);
    const thief = new Client(phone.origin);
    expect((await thief.call(currentUser, { headers })).problem.ended).toEqual({
      reason: 'expired',
    });
    await thief.send('GET', '/api/logout', { headers });
    const body = { username: 'marta', password: PASSWORD };
    expect((await thief.call(login, { body, headers })).status).toBe(200);
    expect((await phone.call(currentUser)).status).toBe(200);
    expect((await other.call(listSessions)).reply).toHaveLength(3);
  });

  test('has a stream of events of its own, which ends with it', async () => {
    const { phone, origin, pass } = await office();
    const old = await listenLive(origin, phone.cookie);
    await prove(phone);
    const stays = await listenLive(origin, phone.cookie);
    onTestFinished(stays.close);
    const body = { ...aDraft };
    await phone.send('POST', '/api/applications', { body });
    await old.until(({ revision }) => revision === 1);
    pass(60_000);
    await phone.send('POST', '/api/applications', { body });
    expect(await old.ended).toBe('complete');
    await stays.until(({ revision }) => revision === 2);
    expect(old.events.map(({ revision }) => revision)).toEqual([0, 1]);
  });

  test('is the same to each of several servers on one database, and so is its end', async () => {
    const at = await url();
    const opened = await Promise.all([openDatabase(at), openDatabase(at)]);
    onTestFinished(async () => {
      for (const db of opened) await closeDatabase(db);
    });
    const [here, there] = await Promise.all(opened.map((db) => serveApp(db)));
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const phone = await signedIn(opened[0], here?.origin ?? '');
    const statuses = (Cookie: string) =>
      Promise.all(
        [here, there].map(async (server) => {
          const client = new Client(server?.origin ?? '');
          return (await client.call(currentUser, { headers: { Cookie } })).status;
        }),
      );
    const before = phone.cookie;
    expect(await statuses(before)).toEqual([200, 200]);
    await prove(phone);
    expect([await statuses(before), await statuses(phone.cookie)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    vi.setSystemTime(Date.now() + 60_000);
    expect([await statuses(before), await statuses(phone.cookie)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  /** An admin on two devices. The clock stands still but for `pass`. */
  async function office({
    accounts = 'one',
    ...settings
  }: {
    accounts?: 'one' | 'none';
    siteUrl?: string;
    trustProxy?: number;
  } = {}) {
    const db = await open();
    const { origin } = await serveApp(db, { siteUrl: SITE, ...settings });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
    const stolen = async (Cookie: string) =>
      (await new Client(origin).call(currentUser, { headers: { Cookie } })).status;
    const other = new Client(origin);
    const phone = accounts === 'one' ? await signedIn(db, origin) : new Client(origin);
    if (accounts === 'one') {
      await other.call(login, { body: { username: 'marta', password: PASSWORD } });
    }
    return { db, origin, phone, other, stolen, pass };
  }
});

function prove(by: Client, password = PASSWORD, Cookie = by.cookie) {
  return by.call(passkeys.proveByPassword, { body: { password }, headers: { Cookie } });
}

function change(by: Client, currentPassword = PASSWORD) {
  return by.call(changePassword, { body: { currentPassword, newPassword: NEW_PASSWORD } });
}

/** Value and attributes of the session's cookie in an answer. */
function partsOf(headers: Headers): [value: string, attributes: string[]] {
  const line = headers.getSetCookie().find((each) => /^(__Host-)?session=/.test(each)) ?? '';
  const [pair = '', ...attributes] = line.split('; ');
  return [pair.slice(pair.indexOf('=') + 1), attributes];
}
