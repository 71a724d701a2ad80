import { expect, test } from 'vitest';
import { changeStatus } from '#contract/applications.ts';
import { login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { sync } from '#contract/sync.ts';
import { inPasswordLine } from '#server/domain/accounts/password-queue.ts';
import { aCampaign, aDraft, anInquiry } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqlite } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

onSqlite('the log', ({ open }) => {
  test('V16.2.1 has one line for each request, with nothing of what was said in it', async () => {
    const db = await open();
    const { origin, logged } = await serveApp(db);
    const client = await signedIn(db, origin);
    logged.length = 0;

    const params = { id: newId() };
    const body = { status: 'signed', notes: 'secret note' };
    await client.call(changeStatus, { params, body, key: newId() });
    const wrong = { body: { ...aDraft, email: 1 } };
    const refused = await client.send('POST', '/api/applications?secret=query', wrong);
    const page = await client.send('GET', '/secret-page?secret=query');

    const lines = logged.map((line): unknown => JSON.parse(line));
    const common = {
      level: 30,
      time: expect.any(Number),
      requestId: expect.any(String),
      ms: expect.any(Number),
    };
    const { id } = await db.user.findFirstOrThrow();
    const told = [refused, page].map(({ headers }) => headers.get('X-Request-Id'));
    expect(told).toEqual(logged.slice(1).map((line) => JSON.parse(line).requestId));
    expect(lines).toEqual([
      { ...common, method: 'PATCH', route: '/api/applications/:id/status', status: 404, user: id },
      { ...common, method: 'POST', route: '/api/applications', status: 400, user: id },
      { ...common, method: 'GET', route: 'page', status: 404, user: null },
    ]);
    expect(logged.join('')).not.toMatch(/secret|Ruiz|127\.0|session|marta/);
  });

  test('V4.1.3 keeps the id that a proxy has given, if it is one, and of nobody else', async () => {
    const db = await open();
    const { origin, logged } = await serveApp(db, { trustProxy: 1 });
    const idOf = async (given: string) => {
      const headers = { 'X-Request-Id': given };
      const answer = await new Client(origin).send('GET', '/api/auth/user', { headers });
      return answer.headers.get('X-Request-Id');
    };
    const id = 'd1b0c6a5-0c4f-4b4e-9c57-3f5b6f0f9c11';
    expect(await idOf(id)).toBe(id);
    expect(JSON.parse(logged[0] ?? '').requestId).toBe(id);
    for (const unsafe of [
      'short',
      'x'.repeat(129),
      '{"level":60}',
      'two words in it',
      'a<b>c"d;e',
    ]) {
      expect(await idOf(unsafe)).toMatch(/^[\da-f-]{36}$/);
    }
    const direct = await serveApp(db);
    const headers = { 'X-Request-Id': id };
    const answer = await new Client(direct.origin).send('GET', '/api/auth/user', { headers });
    expect(answer.headers.get('X-Request-Id')).not.toBe(id);
    expect(direct.logged.join('')).not.toContain(id);
  });

  test('is not filled by probes, but says when one is answered otherwise', async () => {
    const db = await open();
    const { origin, logged } = await serveApp(db);
    const probe = async (path: string) => (await new Client(origin).send('GET', path)).status;
    for (const path of ['/api/health', '/api/ready', '/metrics']) {
      expect([await probe(path), await probe(path)]).toEqual([200, 200]);
    }
    expect(logged).toEqual([]);

    await db.$executeRawUnsafe('ALTER TABLE "ReplicationState" RENAME TO "Elsewhere"');
    expect([await probe('/api/ready'), await probe('/api/ready')]).toEqual([503, 503]);
    await db.$executeRawUnsafe('ALTER TABLE "Elsewhere" RENAME TO "ReplicationState"');
    expect([await probe('/api/ready'), await probe('/api/ready')]).toEqual([200, 200]);
    const lines = logged.map((line) => JSON.parse(line));
    expect(lines.map(({ route, status }) => [route, status])).toEqual([
      ['/api/ready', 503],
      ['/api/ready', 200],
    ]);
  });

  test('has one short line for a sign-in that finds too many waiting', async () => {
    const db = await open();
    const { origin, logged } = await serveApp(db);
    await addUser(db);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = Array.from({ length: 40 }, () => inPasswordLine('strangers', () => held));
    const body = { username: 'marta', password: PASSWORD };
    expect((await new Client(origin).call(login, { body })).status).toBe(503);
    release();
    await Promise.all(waiting);

    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, route: '/api/login', status: 503 },
    ]);
    expect(logged[0]?.length).toBeLessThan(250);
  });

  test('V16.3.4 says what went wrong inside without the values of the call', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);
    await db.$executeRawUnsafe('ALTER TABLE "Application" RENAME TO "Elsewhere"');
    await client.send('POST', '/api/applications', { body: aDraft });

    const error = errors()[0] ?? '';
    expect(JSON.parse(error)).toMatchObject({
      level: 50,
      msg: 'internal',
      requestId: expect.any(String),
    });
    expect(error).toMatch(/application/i);
    expect(error).not.toMatch(/Ruiz|ana@example|600 000/);
  });

  test('V16.2.1 has one line for each call of a batch that was refused', async () => {
    const db = await open();
    const { origin, logged } = await serveApp(db, { agentAccess: 'dashboard' });
    const agent = await signedIn(db, origin, { role: 'agent' });
    logged.length = 0;
    const call = (path: string, body: object, lane: string) => {
      return { key: newId(), method: 'POST', path, body, lane } as const;
    };
    const calls = [
      call('/api/campaigns', aCampaign, 'one'),
      call('/api/campaigns', aCampaign, 'one'),
      call('/api/applications', { ...aDraft, email: 'secret' }, 'two'),
      call('/api/secret', {}, 'three'),
      call('/api/applications', { ...aDraft, id: newId() }, 'four'),
    ];
    const answer = await agent.call(sync, { body: { calls, reads: ['/api/users?secret=query'] } });
    const statuses = [...answer.reply.answers, ...answer.reply.reads].map(({ status }) => status);
    expect(statuses).toEqual([403, 424, 400, 404, 201, 403]);

    const { id } = await db.user.findFirstOrThrow();
    const requestId = answer.headers.get('X-Request-Id');
    const lines = logged.map((line) => JSON.parse(line));
    expect(lines.every((line) => line.requestId === requestId && line.user === id)).toBe(true);
    expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/api/campaigns', 403],
      ['POST', '/api/applications', 400],
      ['POST', '/api/?', 404],
      ['GET', '/api/users', 403],
      ['POST', '/api/sync', 200],
    ]);
    expect(logged.join('')).not.toContain('secret');
  });

  test('says what went wrong in a batch under the id that the answer has', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);
    await db.$executeRawUnsafe('ALTER TABLE "Application" RENAME TO "Elsewhere"');
    const create = { method: 'POST', path: '/api/applications', body: aDraft } as const;
    const calls = [{ ...create, key: newId(), lane: 'one', after: null }];
    const answer = await client.send('POST', '/api/sync', { body: { calls, reads: [] } });

    expect(await answer.json()).toMatchObject({ answers: [{ status: 500 }] });
    const ids = errors().map((line) => JSON.parse(line).requestId);
    expect(ids).toContain(answer.headers.get('X-Request-Id'));
    expect(new Set(ids).size).toBe(1);
  });

  test.each(['is missing', 'refuses what it is given'])(
    'says nothing of inquiries that came together when their table %s',
    async (fault) => {
      const db = await open();
      const { origin, errors } = await serveApp(db);
      await db.$executeRawUnsafe(
        fault === 'is missing'
          ? 'ALTER TABLE "Contact" RENAME TO "Elsewhere"'
          : 'CREATE UNIQUE INDEX "one_of_each" ON "Contact" ("name", "email", "message")',
      );
      const sent = await Promise.all(
        Array.from({ length: 8 }, () =>
          new Client(origin).call(sendInquiry, { body: anInquiry, key: newId() }),
        ),
      );
      expect(sent.filter(({ status }) => status === 500).length).toBeGreaterThan(6);
      expect(errors().length).toBeGreaterThan(6);
      expect(errors().join('')).not.toMatch(/Ruiz|ana@example|600 000|looking for/);
    },
  );
});
