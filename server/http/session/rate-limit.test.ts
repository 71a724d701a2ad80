import { expect, onTestFinished, test, vi } from 'vitest';
import { register } from '#contract/accounts/registration.ts';
import { changePassword, login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import type { Problem } from '#contract/problems.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { rateLimits } from './rate-limit.ts';

onSqliteFirst('with limits,', ({ open }) => {
  test('V6.3.1 an account takes 10 failed sign-ins in 15 minutes, from wherever they come', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    await addUser(db);
    const attempt = async (n: number, password: string, username = 'marta') => {
      const headers = { 'X-Forwarded-For': `203.0.113.${n}` };
      const { status } = await new Client(origin).call(login, {
        body: { username, password },
        headers,
      });
      return status;
    };

    // All at once: parallel guesses count, too.
    const statuses = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        attempt(n, 'wrong-password', n % 2 ? 'marta' : ' MARTA'),
      ),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await attempt(99, PASSWORD)).toBe(429);

    await db.rateLimiterFlexible.updateMany({ data: { expire: new Date(Date.now() - 1) } });
    const later = await serveApp(db, { rateLimits: 'on' });
    const body = { username: 'marta', password: PASSWORD };
    expect((await new Client(later.origin).call(login, { body })).status).toBe(200);
  });

  test('a refused call writes nothing, and the database decides again every 10 s', async () => {
    const db = await open();
    const limits = rateLimits(db, 'only-for-tests');
    const isAllowed = (address: string) =>
      limits.signingIn({ address, username: 'marta', device: null }).then(
        () => true,
        ({ retryAfter }: Problem) => retryAfter,
      );
    // Another clock would also go into the ids that other tests make, so no server takes part.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let n = 0; n < 11; n += 1) await isAllowed(`198.51.100.${n}`);
    const spent = () =>
      db.rateLimiterFlexible.findMany({ where: { key: { startsWith: 'sign-in-account' } } });
    const before = await spent();
    expect(before).toMatchObject([{ points: 11 }]);
    for (let n = 0; n < 50; n += 1) expect(await isAllowed(`198.51.100.${n}`)).toBe(900);
    expect(await spent()).toEqual(before);

    // Another process has let the account in.
    await db.rateLimiterFlexible.deleteMany();
    expect(await isAllowed('198.51.100.7')).toBe(900);
    vi.setSystemTime(Date.now() + 10_000);
    expect(await isAllowed('198.51.100.7')).toBe(true);
  });

  test('calls that arrive at once share a write, and no more of them pass than may', async () => {
    const db = await open();
    const limits = rateLimits(db, 'only-for-tests');
    const upserts = vi.spyOn(db.rateLimiterFlexible, 'upsert');
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => limits.registering('203.0.113.7')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(upserts.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('a sign-in that succeeds takes back the failures before it', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    await addUser(db);
    const attempt = async (password: string) =>
      (await new Client(origin).call(login, { body: { username: 'marta', password } })).status;
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) expect(await attempt('wrong-password')).toBe(401);
      expect(await attempt(PASSWORD)).toBe(200);
    }
  });

  test('an address takes 30 sign-ins a minute, and says when to come back', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        new Client(origin).call(login, { body: { username: `name-${n}`, password: 'a-guess' } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.problem.code).toBe('too-many-requests');
    const wait = Number(refused[0]?.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test('V2.4.1 an address may register 5 times an hour', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const body = {
        username: `nico-${n}`,
        password: 'corner-flag-17',
        email: 'nico@example.org',
        firstName: 'Nico',
        lastName: 'Example',
      };
      statuses.push((await new Client(origin).call(register, { body })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a session takes 10 wrong current passwords in 15 minutes, and a right one takes them back', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    const client = await signedIn(db, origin);
    const other = await signedIn(db, origin, { username: 'other' });
    const attempt = async (currentPassword: string, newPassword: string) =>
      (await client.call(changePassword, { body: { currentPassword, newPassword } })).status;

    for (let n = 0; n < 9; n += 1) expect(await attempt('a-guess', 'corner-flag-17')).toBe(400);
    expect(await attempt(PASSWORD, 'corner-flag-17')).toBe(204);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => attempt('a-guess', 'corner-flag-18')),
    );
    expect(guesses.filter((status) => status === 400)).toHaveLength(10);
    expect(guesses.filter((status) => status === 429)).toHaveLength(2);
    expect(await attempt('corner-flag-17', 'corner-flag-18')).toBe(429);

    const body = { currentPassword: PASSWORD, newPassword: 'corner-flag-17' };
    expect((await other.call(changePassword, { body })).status).toBe(204);
  });

  test('V2.3.2 an address may send 10 inquiries a minute, with or without keys', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    const sent = Array.from({ length: 12 }, (_, n) =>
      new Client(origin).call(sendInquiry, { body: anInquiry, ...(n % 3 && { key: newId() }) }),
    );
    const refused = (await Promise.all(sent)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect(await db.contact.count()).toBe(10);
  });

  test('V2.3.2 an address may send 60 inquiries in 10 minutes', async () => {
    const { inquiring } = rateLimits(await open(), 'only-for-tests');
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const allowed: number[] = [];
    for (let minute = 0; minute < 11; minute += 1) {
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, () => inquiring('203.0.113.7')),
      );
      allowed.push(results.filter(({ status }) => status === 'fulfilled').length);
      vi.setSystemTime(Date.now() + 60_000);
    }
    expect(allowed).toEqual([10, 10, 10, 10, 10, 10, 0, 0, 0, 0, 10]);
  });

  test('an inquiry that is sent again under its key is free of charge, also beyond the limit', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on' });
    const key = newId();
    const send = async (under = key, body: object = anInquiry) =>
      (await new Client(origin).call(sendInquiry, { body, key: under })).status;

    for (let n = 0; n < 15; n += 1) expect(await send()).toBe(201);
    const others = await Promise.all(Array.from({ length: 10 }, () => send(newId())));
    expect(others.filter((status) => status === 201)).toHaveLength(9);
    expect(await send()).toBe(201);
    expect(await send(key, { ...anInquiry, name: 'Another' })).toBe(422);
    expect(await db.contact.count()).toBe(10);
  });

  test('a flood of page loads from one address is held up, a stadium is not', async () => {
    const db = await open();
    const { visiting } = rateLimits(db, 'only-for-tests');
    // Retry-After is in whole seconds, and this many visits may take longer than one.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const visits = Array.from({ length: 3_010 }, () =>
      visiting('203.0.113.7').then(
        () => 'counted',
        ({ code, retryAfter }: Problem) => code === 'too-many-requests' && retryAfter,
      ),
    );
    const refused = (await Promise.all(visits)).filter((result) => result !== 'counted');
    expect(refused).toHaveLength(10);
    expect(new Set(refused)).toEqual(new Set([600]));
    await expect(visiting('203.0.113.8')).resolves.toBeUndefined();
    expect(await db.rateLimiterFlexible.count()).toBe(0);
  });

  test('a restart and a second instance go on counting, and no address or name is stored', async () => {
    const db = await open();
    const one = await serveApp(db, { rateLimits: 'on' });
    const two = await serveApp(db, { rateLimits: 'on' });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { origin } = n % 2 ? one : two;
      const body = { username: 'marta', password: 'wrong-password' };
      statuses.push((await new Client(origin).call(login, { body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(JSON.stringify(await db.rateLimiterFlexible.findMany())).not.toMatch(/marta|127\.0/);
  });

  test('V4.1.3 an address that the caller made up is not believed', async () => {
    const db = await open();
    const direct = await serveApp(db, { rateLimits: 'on', trustProxy: 0 });
    const behind = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    const statusesAt = async (origin: string, chain: (n: number) => string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        const headers = { 'X-Forwarded-For': chain(n), 'X-Forwarded-Host': 'evil.example' };
        const { status } = await new Client(origin).call(sendInquiry, { body: anInquiry, headers });
        statuses.push(status);
      }
      return statuses.filter((status) => status === 429).length;
    };
    expect(await statusesAt(direct.origin, (n) => `198.51.100.${n}`)).toBe(2);
    expect(await statusesAt(behind.origin, (n) => `198.51.100.${n}, 203.0.113.7`)).toBe(2);
    expect(await statusesAt(behind.origin, (n) => `198.51.100.1, 203.0.113.${n + 8}`)).toBe(0);
    expect(await statusesAt(behind.origin, (n) => `203.0.113.99:${n + 1024}`)).toBe(2);
    expect(await statusesAt(behind.origin, (n) => `[2001:db8::${n}]:${n + 1024}`)).toBe(2);
    const warnings = direct.logged.filter((line) => JSON.parse(line).level === 40);
    expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
      'X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies.',
    ]);
    expect(behind.logged.filter((line) => JSON.parse(line).level === 40)).toEqual([]);
  });
});
