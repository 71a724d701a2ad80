import { expect, onTestFinished, test, vi } from 'vitest';
import { currentUser, login } from '#contract/auth.ts';
import { inPasswordLine } from '#server/domain/accounts/password-queue.ts';
import type { Context } from '#server/http/transport/context.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { KnownDevices } from './known-devices.ts';

const DAY = 24 * 60 * 60_000;

async function attempt(
  client: Client,
  { username = 'marta', password = PASSWORD, from = '203.0.113.7' } = {},
) {
  const headers = { 'X-Forwarded-For': from };
  return client.call(login, { body: { username, password }, headers });
}

async function statusOf(...parts: Parameters<typeof attempt>): Promise<number> {
  return (await attempt(...parts)).status;
}

onSqliteFirst('a device on which an account has signed in before', ({ open }) => {
  test.each([
    ['its own address', () => '203.0.113.7'],
    ['a thousand addresses', (n: number) => `2001:db8:0:${n.toString(16)}::1`],
  ])(
    'enters with the right password while 1,000 wrong ones arrive from %s',
    async (_, addressOf) => {
      const db = await open();
      const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
      await addUser(db);
      const owner = new Client(origin);
      expect(await statusOf(owner)).toBe(200);

      const stranger = new Client(origin);
      const own: number[] = [];
      const refused = new Set<number>();
      for (let round = 0; round < 25; round += 1) {
        const guesses = Array.from({ length: 40 }, (_, n) =>
          statusOf(stranger, { password: 'wrong-password', from: addressOf(round * 40 + n) }),
        );
        own.push(await statusOf(owner));
        for (const status of await Promise.all(guesses)) refused.add(status);
      }
      expect(own).toEqual(Array(25).fill(200));
      expect([...refused].sort()).toEqual([401, 429]);
    },
  );

  test('V6.3.1 has 10 wrong passwords in 15 minutes of its own, which nobody else spends', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    await addUser(db);
    const [one, other] = [new Client(origin), new Client(origin)];
    for (const device of [one, other]) expect(await statusOf(device)).toBe(200);

    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await statusOf(one, { password: 'a-guess' }));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await statusOf(one)).toBe(429);
    expect(await statusOf(other)).toBe(200);
    expect(await statusOf(new Client(origin))).toBe(200);
  });

  test('takes its failures back when it enters', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    await addUser(db);
    const device = new Client(origin);
    for (let round = 0; round < 3; round += 1) {
      expect(await statusOf(device)).toBe(200);
      for (let n = 0; n < 9; n += 1) {
        expect(await statusOf(device, { password: 'a-guess' })).toBe(401);
      }
    }
  });

  test('is known again after a sign-out, for up to five accounts, and under an older key', async () => {
    const db = await open();
    const old = 'an-older-key-an-older-key-0123456789';
    const { origin } = await serveApp(db, {
      rateLimits: 'on',
      trustProxy: 1,
      sessionKeys: [old],
    });
    const rotated = await serveApp(db, {
      rateLimits: 'on',
      trustProxy: 1,
      sessionKeys: ['a-new-key-a-new-key-0123456789abcdef', old],
    });
    const device = new Client(origin);
    const names = ['marta', 'nico', 'ana', 'luis', 'eva'];
    for (const username of names) {
      await addUser(db, { username });
      expect(await statusOf(device, { username })).toBe(200);
    }
    await device.send('GET', '/api/logout');
    expect((await device.call(currentUser)).status).toBe(401);

    const headers = { Cookie: device.cookie, 'X-Forwarded-For': '203.0.113.7' };
    for (const username of names) {
      for (let n = 0; n < 12; n += 1) {
        const from = `198.51.100.${n}`;
        await attempt(new Client(rotated.origin), { username, password: 'a-guess', from });
      }
      const body = { username, password: PASSWORD };
      const { status } = await new Client(rotated.origin).call(login, { body, headers });
      expect([username, status]).toEqual([username, 200]);
    }
  });

  test('V9.1.1 is a stranger with the mark of another account, and with a changed one', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    await addUser(db);
    const owner = new Client(origin);
    expect(await statusOf(owner)).toBe(200);
    const foreign = await signedIn(db, origin, { username: 'nico' });
    for (let n = 0; n < 12; n += 1) {
      await attempt(new Client(origin), { password: 'a-guess', from: `198.51.100.${n}` });
    }

    const markOf = ({ cookie }: Client) => /device=([^;]+)/.exec(cookie)?.[1] ?? '';
    const statusWith = async (mark: string) => {
      const headers = { Cookie: `device=${mark}`, 'X-Forwarded-For': '203.0.113.9' };
      const body = { username: 'marta', password: PASSWORD };
      return (await new Client(origin).call(login, { body, headers })).status;
    };
    const mark = markOf(owner);
    expect(await statusWith(markOf(foreign))).toBe(429);
    const [id = '', day = '', digest = ''] = mark.split('.');
    expect(
      await statusWith([id.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')), day, digest].join('.')),
    ).toBe(429);
    expect(await statusWith([id, String(Number(day) + 1), digest].join('.'))).toBe(429);
    expect(await statusWith('~~~.~')).toBe(429);
    expect(await statusWith(`junk~${mark}`)).toBe(200);
  });

  test.each([
    ['http://agency.test', /^device=[^;]+; path=\/; expires=[^;]+; samesite=lax; httponly$/i],
    [
      'https://agency.test',
      /^__Host-device=[^;]+; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i,
    ],
  ])(
    'is recognised on %s by a cookie that no script reads and that names nobody',
    async (siteUrl, form) => {
      const db = await open();
      const { origin } = await serveApp(db, { siteUrl, trustProxy: 1 });
      await addUser(db);
      const cookieOf = async () => {
        const { headers } = await attempt(new Client(origin));
        return headers.getSetCookie().find((line) => line.includes('device=')) ?? '';
      };
      const cookie = await cookieOf();
      expect(cookie).toMatch(form);
      expect(cookie).not.toMatch(/marta/i);
      const life = Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '') - Date.now();
      expect(life / DAY).toBeGreaterThan(399);
      expect(life / DAY).toBeLessThanOrEqual(400);
      expect(await cookieOf()).not.toBe(cookie);
    },
  );

  test('gets its mark by a session that was opened before there were marks', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    const before = await signedIn(db, origin);
    const [session = ''] = before.cookie.match(/session=.*/) ?? [];
    const device = new Client(origin);
    const marks = async () => {
      const { headers } = await device.call(currentUser, { headers: { Cookie: session } });
      return headers.getSetCookie().filter((line) => line.startsWith('device='));
    };
    expect(await marks()).toEqual([]);
    await db.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 2 * 60 * 60_000) } });
    expect(await marks()).toHaveLength(1);

    for (let n = 0; n < 12; n += 1) {
      await attempt(new Client(origin), { password: 'a-guess', from: `198.51.100.${n}` });
    }
    expect(await statusOf(device)).toBe(200);
  });

  test('V15.2.2 enters while as many strangers wait for a hash as may; one more of them is refused at once', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { rateLimits: 'on', trustProxy: 1 });
    await addUser(db);
    const owner = new Client(origin);
    expect(await statusOf(owner)).toBe(200);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const line = Array.from({ length: 40 }, () => inPasswordLine('strangers', () => held));

    const { status, problem, headers } = await attempt(new Client(origin));
    expect([status, problem.code]).toEqual([503, 'busy']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await statusOf(owner)).toBe(200);

    release();
    await Promise.all(line);
    expect(await statusOf(new Client(origin))).toBe(200);
  });
});

test('a device is known for 400 days, and gets a new mark when one of 30 days is used', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let cookie = '';
  const cookies = {
    get: () => cookie,
    set: (_: string, value: string) => {
      cookie = value;
    },
  };
  const ctx = { cookies } as unknown as Context;
  const devices = new KnownDevices(['only-for-tests'], { https: true });
  devices.remember(ctx, 'marta');
  const first = cookie;
  const id = devices.idFor(ctx, ' MARTA');
  expect(first.startsWith(`${id}.`)).toBe(true);

  vi.setSystemTime(Date.now() + 29 * DAY);
  devices.renew(ctx, 'marta');
  expect(cookie).toBe(first);
  vi.setSystemTime(Date.now() + 2 * DAY);
  devices.renew(ctx, 'marta');
  expect(cookie).not.toBe(first);
  vi.setSystemTime(Date.now() + 399 * DAY);
  expect(devices.idFor(ctx, 'marta')).not.toBeNull();
  vi.setSystemTime(Date.now() + DAY);
  expect(devices.idFor(ctx, 'marta')).toBeNull();
});
