import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { register } from '#contract/accounts/registration.ts';
import { listUsers } from '#contract/accounts/users.ts';
import { changePassword, currentUser, login, whoAmI } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { HANDED_OVER } from '#contract/handed-over.ts';
import { NO_CONTENT, publishSite } from '#contract/site.ts';
import { isOutdated } from '#server/domain/accounts/passwords.ts';
import { makeFirstAdmin } from '#server/domain/accounts/users.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';
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

onSqliteFirst('signing in', ({ open }) => {
  test('V7.6.2 A-02, A-12 gives a session under which the current user is told', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);

    expect((await client.call(currentUser)).reply).toEqual({
      id: expect.any(Number),
      username: 'marta',
      email: 'marta@agency.test',
      firstName: 'Marta',
      lastName: 'Example',
      role: 'admin',
      areas: ['dashboard', 'admin'],
      approved: true,
    });
  });

  test('A-01 is told as a 401 when nobody is signed in', async () => {
    const { origin } = await serveApp(await open());
    const answer = await new Client(origin).call(currentUser);
    expect(answer.status).toBe(401);
    expect(answer.problem.code).toBe('signed-out');
  });

  test('A-14, E-10 is refused alike for a wrong password, an unknown name and a disabled account', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await addUser(db);
    await addUser(db, { username: 'former', disabled: true });
    const client = new Client(origin);

    const texts = new Set<string>();
    for (const [username, password] of [
      ['marta', 'wrong-password'],
      ['nobody', PASSWORD],
      ['former', PASSWORD],
    ]) {
      const { status, text } = await client.call(login, { body: { username, password } });
      expect(status).toBe(401);
      texts.add(text);
    }
    expect([...texts]).toEqual([
      '{"message":"Invalid username or password.","code":"wrong-credentials"}',
    ]);
    expect(client.cookie).toBe('');
  });

  test('A-08, A-09 asks for a username of 2 and a password of 6 characters', async () => {
    const { origin } = await serveApp(await open());
    const body = { username: 'm', password: '12345' };
    const { status, problem } = await new Client(origin).call(login, { body });
    expect(status).toBe(400);
    expect(problem.fields).toEqual({
      username: 'Username is required (min 2 characters)',
      password: 'Password must be at least 6 characters',
    });
  });

  test('A-01 a page that is open to everybody learns who looks at it: nobody is no error', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const nobody = await new Client(origin).call(whoAmI);
    expect([nobody.status, nobody.reply]).toEqual([200, { user: null }]);
    const client = await signedIn(db, origin);
    expect((await client.call(whoAmI)).reply.user).toEqual((await client.call(currentUser)).reply);
    const headers = { Cookie: `${client.cookie}; ${HANDED_OVER}=1` };
    expect((await client.call(whoAmI, { headers })).reply).toEqual({ user: null });
    await db.session.deleteMany();
    expect((await client.call(whoAmI)).reply).toEqual({ user: null });
  });

  test('A-12 takes the name in any case and width', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await addUser(db, { username: 'Marta' });
    const body = { username: ' ＭARTA', password: PASSWORD };
    expect((await new Client(origin).call(login, { body })).status).toBe(200);
  });

  test('V7.2.4 makes a new session id and ends the session that the visitor came with', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const before = client.cookie;
    await addUser(db, { username: 'other' });

    await client.call(login, { body: { username: 'other', password: PASSWORD } });

    expect(client.cookie).not.toBe(before);
    expect(await db.session.count()).toBe(1);
    const stale = await client.send('GET', '/api/auth/user', { headers: { Cookie: before } });
    expect(stale.status).toBe(401);
  });

  test('V7.2.4 takes no session id from the visitor', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await addUser(db);
    const client = new Client(origin);
    const headers = { Cookie: `session=${'a'.repeat(43)}` };
    await client.call(login, { body: { username: 'marta', password: PASSWORD }, headers });
    expect(client.cookie).not.toContain('a'.repeat(43));
  });

  test('V7.2.3 keeps in the cookie 32 random bytes and nothing else, and in the database their hash', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await addUser(db);
    const answer = await new Client(origin).call(login, {
      body: { username: 'marta', password: PASSWORD },
    });

    const cookie = answer.headers.getSetCookie().at(-1) ?? '';
    expect(cookie).toMatch(/^session=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/i);
    // Until 60 days after the end of the session, so that its device learns the reason.
    const expires = Date.parse(/expires=([^;]+)/.exec(cookie)?.[1] ?? '');
    expect((expires - Date.now()) / (24 * 60 * 60_000)).toBeCloseTo(90, 1);
    const id = cookie.slice('session='.length).split(';')[0] ?? '';
    expect(await db.session.findMany({ select: { id: true } })).toEqual([
      { id: createHash('sha256').update(id).digest('hex') },
    ]);
  });

  test('V3.3.1 names the cookie __Host- and makes it Secure when the site is on https', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { siteUrl: 'https://agency.test', trustProxy: 1 });
    await addUser(db);
    const answer = await new Client(origin).call(login, {
      body: { username: 'marta', password: PASSWORD },
    });
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/^__Host-(session|device)=.*; path=\/; .*secure; httponly$/i);
      expect(line).not.toMatch(/domain=/i);
    }
    expect(answer.status).toBe(200);
  });

  test('V7.2.1 looks a session up, under any keys: those that were lost with a disk sign nobody out', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const rekeyed = await serveApp(db, { sessionKeys: ['another-key-another-key-0123456789ab'] });
    const answerTo = (cookie: string) =>
      new Client(rekeyed.origin).call(currentUser, { headers: { Cookie: cookie } });
    expect((await answerTo(client.cookie)).status).toBe(200);
    // A database that was started afresh knows of no session: a device keeps what it holds, as after an expired one.
    const unknown = await answerTo(`session=${'a'.repeat(43)}`);
    expect([unknown.status, unknown.problem]).toMatchObject([
      401,
      { ended: { reason: 'expired' } },
    ]);
  });

  test('counts a role that was taken away, an approval and a disabled account at once', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const { id } = await db.user.findFirstOrThrow();
    const change = (data: object) => db.user.update({ where: { id }, data });

    await change({ role: 'agent' });
    expect((await client.call(currentUser)).reply).toMatchObject({ role: 'agent', areas: [] });
    await change({ role: 'admin', approved: false });
    expect((await client.call(currentUser)).reply).toMatchObject({ role: 'admin', areas: [] });
    await change({ disabled: true });
    expect((await client.call(currentUser)).status).toBe(401);
  });

  test('writes a session that is in use once an hour, not at every read', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const seen = async () => (await db.session.findFirstOrThrow()).lastSeenAt.getTime();
    const first = await seen();

    const soon = await client.call(currentUser);
    expect(await seen()).toBe(first);
    expect(soon.headers.getSetCookie()).toEqual([]);

    await db.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 61 * 60_000) } });
    const later = await client.call(currentUser);
    expect(await seen()).toBeGreaterThanOrEqual(first);
    expect([later.status, later.headers.getSetCookie()]).toEqual([200, []]);
  });

  test('V7.3.1 ends 14 days after the last use and 30 days after the sign-in', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const day = 24 * 60 * 60_000;
    const ago = (days: number) => new Date(Date.now() - days * day);
    const statusWith = async (data: object) => {
      await db.session.updateMany({ data });
      return (await client.call(currentUser)).status;
    };

    expect(await statusWith({ createdAt: ago(29.9), lastSeenAt: ago(0) })).toBe(200);
    expect(await statusWith({ createdAt: ago(30.1), lastSeenAt: ago(0) })).toBe(401);
    expect(await statusWith({ createdAt: ago(14.1), lastSeenAt: ago(14.1) })).toBe(401);
    expect(await statusWith({ createdAt: ago(14.1), lastSeenAt: ago(13.9) })).toBe(200);
  });

  test('renews the hash of a password that was made at another cost', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const passwordHash = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await signedIn(db, origin, { passwordHash });
    expect(isOutdated(passwordHash)).toBe(true);
    expect(isOutdated((await db.user.findFirstOrThrow()).passwordHash)).toBe(false);
  });
});

onSqliteFirst('signing out', ({ open }) => {
  test("is not done on a device in a visitor's hands: the address leads to the form of the stand", async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const answer = await client.send('GET', '/api/logout', {
      headers: {
        Cookie: `${client.cookie}; ${HANDED_OVER}=1`,
        'Sec-Fetch-Site': 'none',
      },
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/auth']);
    expect(answer.headers.get('Clear-Site-Data')).toBeNull();
    expect((await client.call(currentUser)).status).toBe(200);
  });

  test('V7.4.1 A-20, H-08, Q-04 ends the session for every copy of its cookie and leads to /', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const copy = client.cookie;

    const answer = await client.send('GET', '/api/logout', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });

    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe('/');
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');
    expect(client.cookie).not.toContain('session');
    const headers = { Cookie: copy };
    expect((await new Client(origin).call(currentUser, { headers })).status).toBe(401);
  });

  test('Q-04 deletes the files of the browser only if the page says that nobody misses anything in them', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const clearedWith = async (headers: Record<string, string>) => {
      const client = await signedIn(db, origin, { username: `user-${newId()}` });
      const answer = await client.send('GET', '/api/logout', {
        headers: { ...headers, Cookie: [client.cookie, headers.Cookie].filter(Boolean).join('; ') },
      });
      return answer.headers.get('Clear-Site-Data');
    };
    const Cookie = 'empty-storage=1';
    expect(await clearedWith({ Cookie })).toBe('"cache", "storage"');
    expect(await clearedWith({})).toBe('"cache"');
    expect(await clearedWith({ Cookie: 'empty-storage=0' })).toBe('"cache"');
    expect(await clearedWith({ Cookie, 'Sec-Fetch-Site': 'cross-site' })).toBeNull();
  });

  test('V3.3.3 on https takes no name below the site at its word that nobody misses the files', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { siteUrl: 'https://agency.test', trustProxy: 1 });
    const answerTo = (Cookie: string) =>
      new Client(origin).send('GET', '/api/logout', { headers: { Cookie } });
    const plain = await answerTo('empty-storage=1');
    expect(plain.headers.get('Clear-Site-Data')).toBe('"cache"');
    const own = await answerTo('__Host-empty-storage=1');
    expect(own.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
    expect(own.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-empty-storage=; path=\/; expires=Thu, 01 Jan 1970.*; secure/),
    ]);
  });

  test('Q-04 is done for a typed address, and for a visitor who is not signed in changes nothing', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    await client.send('GET', '/api/logout?t=1', { headers: { 'Sec-Fetch-Site': 'none' } });
    expect(await db.session.count()).toBe(0);
    const again = await client.send('GET', '/api/logout');
    expect([again.status, again.headers.get('Location')]).toEqual([302, '/']);
  });

  test('V3.5.3 is asked for, not done, when another site leads to it, when it is fetched ahead, and for HEAD', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const statusWith = async (headers: Record<string, string>, method = 'GET') =>
      (await client.send(method, '/api/logout', { headers })).status;

    expect(await statusWith({ 'Sec-Fetch-Site': 'cross-site' })).toBe(200);
    expect(await statusWith({ 'Sec-Fetch-Site': 'same-site' })).toBe(200);
    expect(await statusWith({ Referer: 'https://elsewhere.example/' })).toBe(200);
    expect(await statusWith({}, 'HEAD')).toBe(200);
    const ahead = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch;prerender' };
    expect(await statusWith(ahead)).toBe(403);
    expect((await client.call(currentUser)).status).toBe(200);

    const page = await client.send('GET', '/api/logout', {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    expect(await page.text()).toContain('href="/api/logout"');
  });

  test('V3.5.3 is not done by a part of a page, but by the page’s own script after an offline sign-out', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    // Not by fetch, which writes Sec-Fetch-Mode itself.
    const statusWith = async (use: string, mode: string) => {
      const headers = {
        Cookie: client.cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Dest': use,
        'Sec-Fetch-Mode': mode,
      };
      const [answer]: IncomingMessage[] = await once(
        get(`${origin}/api/logout`, { headers, agent: false }),
        'response',
      );
      answer?.resume();
      return answer?.statusCode;
    };
    for (const use of ['image', 'script', 'style', 'font', 'video', 'manifest', 'empty']) {
      expect(await statusWith(use, 'no-cors'), use).toBe(403);
    }
    for (const use of ['iframe', 'frame', 'object', 'embed']) {
      expect(await statusWith(use, 'navigate'), use).toBe(403);
    }
    expect((await client.call(currentUser)).status).toBe(200);

    expect(await statusWith('document', 'navigate')).toBe(302);
    expect((await client.call(currentUser)).status).toBe(401);
    await client.call(login, { body: { username: 'marta', password: PASSWORD } });
    expect(await statusWith('empty', 'cors')).toBe(302);
    expect((await client.call(currentUser)).status).toBe(401);
  });

  test('V7.4.1 is not undone by a request that was in flight', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    // Both would renew the session: it was last used more than an hour ago.
    await db.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 2 * 60 * 60_000) } });
    const headers = { Cookie: client.cookie };

    await Promise.all([
      ...Array.from({ length: 10 }, () => new Client(origin).call(currentUser, { headers })),
      client.send('GET', '/api/logout'),
      ...Array.from({ length: 10 }, () => new Client(origin).call(currentUser, { headers })),
    ]);

    expect(await db.session.count()).toBe(0);
  });

  test('V3.7.2 A-19, H-07 GET /api/login leads to the login page, or to / when signed in, and reads no parameter', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const where = async (client: Client) => {
      const answer = await client.send(
        'GET',
        '/api/login?t=1&next=//evil.example&url=javascript:1',
      );
      return [answer.status, answer.headers.get('Location')];
    };
    expect(await where(new Client(origin))).toEqual([302, '/auth']);
    expect(await where(await signedIn(db, origin))).toEqual([302, '/']);
  });
});

onSqliteFirst('registering', ({ open }) => {
  test('V15.3.3 A-16, Q-22 makes an agent who may sign in and enters nothing until approved', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { agentAccess: 'dashboard' });
    const client = new Client(origin);

    const answer = await client.call(register, {
      body: { ...registration, role: 'admin', approved: true, id: 99 },
    });

    expect([answer.status, answer.text, client.cookie]).toEqual([201, '', '']);
    expect(await db.user.findFirst()).toMatchObject({
      username: 'Nico',
      usernameKey: 'nico',
      role: 'agent',
      approved: false,
    });
    const { username, password } = registration;
    const { reply } = await client.call(login, { body: { username, password } });
    expect(reply).toMatchObject({ role: 'agent', areas: [], approved: false });
    expect((await client.send('GET', '/api/applications')).status).toBe(403);

    await db.user.updateMany({ data: { approved: true } });
    expect((await client.call(currentUser)).reply.areas).toEqual(['dashboard']);
  });

  test('A-17, Q-22 answers 409 with the field for a name that is taken, in whatever case', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await addUser(db, { username: 'NICO' });
    const { status, problem } = await new Client(origin).call(register, { body: registration });
    expect([status, problem.code]).toEqual([409, 'username-taken']);
    expect(problem.fields).toEqual({ username: 'This username is taken.' });
  });

  test('of two at the same moment with one name makes one account', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => new Client(origin).call(register, { body: registration })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('A-10, A-11 names every wrong field', async () => {
    const { origin } = await serveApp(await open());
    const body = { username: ' n ', password: '12345', email: 'nico', firstName: '', lastName: 7 };
    const { status, problem } = await new Client(origin).call(register, { body });
    expect(status).toBe(400);
    expect(problem.fields).toEqual({
      username: 'Username is required (min 2 characters)',
      password: 'Password must be at least 6 characters',
      email: 'Please enter a valid email address',
      firstName: 'This field is required.',
      lastName: expect.any(String),
    });
  });

  test('V6.2.4 refuses the commonest passwords, names of the person and the agency, and one letter repeated', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const settings = { ...NO_CONTENT.settings, name: 'Topscorers FC' };
    const admin = await signedIn(db, origin);
    await admin.call(publishSite, { body: { base: null, content: { ...NO_CONTENT, settings } } });
    for (const password of [
      'Password1!',
      '123456',
      'dragon2024',
      'ｑｗｅｒｔｙ',
      'NICO-nico',
      'aaaaaa',
      'jennifer',
      '987654321',
      'Example-2026',
      'Topscorers26',
    ]) {
      const body = { ...registration, username: 'nico-nico', password };
      const { problem } = await new Client(origin).call(register, { body });
      expect(problem.fields, password).toEqual({ password: 'This password is too common.' });
    }
  });

  test('refuses a name with characters that nobody sees, but lets such an account of before sign in', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    for (const username of ['ni\u200Bco', 'nico\u202Eoc', '\u2066nico']) {
      const answer = await new Client(origin).call(register, {
        body: { ...registration, username },
      });
      expect([answer.status, answer.problem.fields]).toEqual([
        400,
        { username: 'Please use letters, digits and signs of the keyboard only.' },
      ]);
      await addUser(db, { username });
      const body = { username, password: PASSWORD };
      expect((await new Client(origin).call(login, { body })).status).toBe(200);
    }
  });

  test('is refused when the owner has closed it', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { registration: 'closed' });
    const { status, problem } = await new Client(origin).call(register, { body: registration });
    expect([status, problem.code]).toEqual([403, 'registration-closed']);
    expect(await db.user.count()).toBe(0);
  });
});

onSqliteFirst('the first admin', ({ open }) => {
  test('is made on an empty table only, also by two instances at once', async () => {
    const db = await open();
    const nobody = { username: null, password: null };
    const made = await Promise.all([makeFirstAdmin(db, nobody), makeFirstAdmin(db, nobody)]);

    const [credentials, ...none] = made.filter((each) => each !== null);
    expect(none).toEqual([]);
    expect(credentials).toEqual({
      username: 'admin',
      password: expect.stringMatching(/^[\w-]{29}$/),
    });
    expect(await db.user.findMany()).toMatchObject([{ role: 'admin', approved: true }]);
    expect(await makeFirstAdmin(db, nobody)).toBeNull();

    const { origin } = await serveApp(db);
    const body = credentials ?? { username: '', password: '' };
    expect((await new Client(origin).call(login, { body })).status).toBe(200);
  });

  test('V6.4.1 has to change a generated password before anything else', async () => {
    const db = await open();
    const body = (await makeFirstAdmin(db, { username: null, password: null })) ?? expect.fail();
    const { origin } = await serveApp(db);
    const client = new Client(origin);
    expect((await client.call(login, { body })).reply.mustChangePassword).toBe(true);
    const allowed = [currentUser, changePassword];
    for (const endpoint of ENDPOINTS) {
      if (endpoint.access === 'public' || allowed.some(({ path }) => path === endpoint.path))
        continue;
      const answer = await client.call(endpoint, {
        params: { id: newId() },
        ...(endpoint.query && { query: { since: 0 } }),
        ...(endpoint.body && { body: {} }),
      });
      const what = `${endpoint.method} ${endpoint.path}`;
      expect([what, answer.status, answer.problem.code]).toEqual([
        what,
        403,
        'new-password-needed',
      ]);
    }
    expect((await client.call(currentUser)).reply.mustChangePassword).toBe(true);

    const change = { currentPassword: body.password, newPassword: PASSWORD };
    expect((await client.call(changePassword, { body: change })).status).toBe(204);
    expect((await client.call(listUsers)).status).toBe(200);
    expect((await client.call(currentUser)).reply.mustChangePassword).toBeUndefined();
  });

  test('V6.4.1 signs in by a generated password once, and within 7 days', async () => {
    const db = await open();
    const body = (await makeFirstAdmin(db, { username: null, password: null })) ?? expect.fail();
    const { origin } = await serveApp(db);
    const client = new Client(origin);
    const signIn = async (by = client) => {
      const answer = await by.call(login, { body });
      return [answer.status, answer.status === 200 ? null : answer.problem.code];
    };
    const { passwordEndsAt } = await db.user.findFirstOrThrow();
    const days = ((passwordEndsAt?.getTime() ?? 0) - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeCloseTo(7, 1);

    const both = await Promise.all([signIn(), signIn(new Client(origin))]);
    expect(both.sort()).toEqual([
      [200, null],
      [401, 'password-ended'],
    ]);
    expect(await signIn(new Client(origin))).toEqual([401, 'password-ended']);

    await db.user.updateMany({ data: { passwordEndsAt: new Date(Date.now() + 60_000) } });
    const other = new Client(origin);
    expect(await signIn(other)).toEqual([200, null]);
    await db.session.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 60 * 60_000) } });
    expect((await other.call(currentUser)).status).toBe(401);
    await db.user.updateMany({ data: { passwordEndsAt: new Date(Date.now() - 60_000) } });
    expect(await signIn(other)).toEqual([401, 'password-ended']);
  });

  test('V6.3.2 has the name and password of the configuration, which are not told', async () => {
    const db = await open();
    const wanted = { username: 'Marta', password: PASSWORD };
    expect(await makeFirstAdmin(db, wanted)).toBeNull();
    const { origin } = await serveApp(db);
    const client = new Client(origin);
    expect((await client.call(login, { body: wanted })).status).toBe(200);
    expect((await client.call(listUsers)).status).toBe(200);
  });
});
