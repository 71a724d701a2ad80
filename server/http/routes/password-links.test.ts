import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPasswordLink, usePasswordLink } from '#contract/accounts/password-links.ts';
import { changeUser, makePasswordLink } from '#contract/accounts/users.ts';
import { changePassword, currentUser, login } from '#contract/auth.ts';
import type { Db } from '#prisma/client.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const NEW = 'a-new-corner-flag-17';
const HOUR = 60 * 60_000;

onSqliteFirst('a one-time password link', ({ open }) => {
  test('V6.4.3 lets a colleague choose a password once, and ends the sessions', async () => {
    const { db, nico, id, admin, visitor, link } = await office();
    const { url, expiresAt } = (await admin.call(makePasswordLink, { params: { id } })).reply;
    expect(url).toMatch(/^http:\/\/.+\/auth\/new-password#[\w-]{43}$/);
    const left = Date.parse(expiresAt) - Date.now();
    expect(left).toBeGreaterThan(23.9 * HOUR);
    expect(left).toBeLessThanOrEqual(24 * HOUR);

    const token = tokenOf(url);
    expect((await visitor.call(readPasswordLink, { body: { token } })).reply).toEqual({
      username: 'nico',
    });
    expect((await use(visitor, token)).status).toBe(204);
    expect((await nico.call(currentUser)).problem.ended?.reason).toBe('signed-out');
    expect((await signIn(visitor, PASSWORD)).status).toBe(401);
    expect((await signIn(visitor, NEW)).status).toBe(200);
    for (const call of [readPasswordLink, usePasswordLink]) {
      const body = { token, newPassword: 'another-one-18' };
      const { status, problem } = await visitor.call(call, { body });
      expect([status, problem.code]).toEqual([410, 'link-used']);
    }
    expect((await signIn(visitor, NEW)).status).toBe(200);
    expect(await link(id)).not.toBe(url);
    expect(await db.passwordLink.count()).toBe(2);
  });

  test('is stored as its SHA-256 only, and nowhere else', async () => {
    const { db, id, link } = await office();
    const token = tokenOf(await link(id));
    const stored = await db.passwordLink.findMany({ select: { id: true } });
    expect(stored).toEqual([{ id: createHash('sha256').update(token).digest('hex') }]);
    expect(await db.idempotencyKey.count()).toBe(0);
  });

  test('is used by one of two who try at once', async () => {
    const { id, visitor, link, errors } = await office();
    const token = tokenOf(await link(id));
    const answers = await Promise.all([use(visitor, token), use(visitor, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
    expect(errors()).toEqual([]);
  });

  test('ends with a newer link, a changed password and a closed account', async () => {
    const { id, admin, nico, visitor, link } = await office();
    const first = tokenOf(await link(id));
    const second = tokenOf(await link(id));
    expect(await refusal(visitor, first)).toEqual([404, 'link-not-found']);
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await nico.call(changePassword, { body: change })).status).toBe(204);
    expect(await refusal(visitor, second)).toEqual([404, 'link-not-found']);

    const third = tokenOf(await link(id));
    const body = { access: 'closed' };
    expect((await admin.call(changeUser, { params: { id }, body })).status).toBe(200);
    expect(await refusal(visitor, third)).toEqual([404, 'link-not-found']);
    await admin.call(changeUser, { params: { id }, body: { access: 'open' } });
    expect(await refusal(visitor, third)).toEqual([404, 'link-not-found']);
    expect((await signIn(visitor, NEW)).status).toBe(200);
  });

  test('ends after 24 hours, is said to have expired for 60 days, and is then forgotten', async () => {
    const { db, id, visitor, link } = await office();
    const token = tokenOf(await link(id));
    await agedBy(db, 24 * HOUR - 60_000);
    expect((await visitor.call(readPasswordLink, { body: { token } })).status).toBe(200);
    await agedBy(db, 60_000);
    expect(await refusal(visitor, token)).toEqual([410, 'link-expired']);
    const retention = { visits: 365, inquiries: 365, applications: 0, keys: 60, audit: 365 };
    await keepHouse(db, retention);
    expect(await refusal(visitor, token)).toEqual([410, 'link-expired']);
    await agedBy(db, 60 * 24 * HOUR);
    await keepHouse(db, retention);
    expect(await refusal(visitor, token)).toEqual([404, 'link-not-found']);
  });

  test('stays open when the password is too common, and is unknown if it was copied badly', async () => {
    const { id, visitor, link } = await office();
    const token = tokenOf(await link(id));
    const { problem } = await use(visitor, token, 'password1');
    expect(problem.fields).toEqual({ newPassword: 'This password is too common.' });
    expect((await use(visitor, token, '12345')).status).toBe(400);
    for (const wrong of ['', token.slice(1), `${token}x`, 'a'.repeat(43), 'ÿ😀']) {
      expect(await refusal(visitor, wrong)).toEqual([404, 'link-not-found']);
    }
    expect((await use(visitor, token)).status).toBe(204);
  });

  test('cannot be made for oneself or for nobody', async () => {
    const { db, admin } = await office();
    const own = await db.user.findFirstOrThrow({ where: { username: 'marta' } });
    const forSelf = await admin.call(makePasswordLink, { params: { id: own.id } });
    expect([forSelf.status, forSelf.problem.code]).toEqual([409, 'own-account']);
    const forNobody = await admin.call(makePasswordLink, { params: { id: own.id + 99 } });
    expect([forNobody.status, forNobody.problem.code]).toEqual([404, 'user-not-found']);
  });

  test('is tried as seldom as a password, and lets its user in where strangers have used up the tries', async () => {
    const { id, visitor, origin, link } = await office({ rateLimits: 'on' });
    const token = tokenOf(await link(id));
    for (let n = 0; n < 10; n += 1) await signIn(new Client(origin), 'wrong-password');
    expect((await signIn(visitor, PASSWORD)).status).toBe(429);
    expect((await use(visitor, token)).status).toBe(204);
    expect((await signIn(visitor, NEW)).status).toBe(200);

    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const body = { token: `guess-${n}` };
      statuses.push((await new Client(origin).call(readPasswordLink, { body })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });

  /** An admin, and an agent with a session. */
  async function office(settings: { rateLimits?: 'on' | 'off' } = {}) {
    const db = await open();
    const { origin, errors } = await serveApp(db, settings);
    const admin = await signedIn(db, origin);
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    const nico = new Client(origin);
    await signIn(nico, PASSWORD);
    const link = async (userId: number) =>
      (await admin.call(makePasswordLink, { params: { id: userId } })).reply.url;
    return { db, origin, errors, admin, nico, id, visitor: new Client(origin), link };
  }
});

function tokenOf(url: string): string {
  return url.split('#')[1] ?? '';
}

function use(client: Client, token: string, newPassword = NEW) {
  return client.call(usePasswordLink, { body: { token, newPassword } });
}

function signIn(client: Client, password: string) {
  return client.call(login, { body: { username: 'nico', password } });
}

async function refusal(client: Client, token: string) {
  const { status, problem } = await use(client, token);
  return [status, problem.code];
}

async function agedBy(db: Db, milliseconds: number): Promise<void> {
  const link = await db.passwordLink.findFirstOrThrow();
  const createdAt = new Date(link.createdAt.getTime() - milliseconds);
  await db.passwordLink.updateMany({ data: { createdAt } });
}
