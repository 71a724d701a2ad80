import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { aCampaign, anInquiry } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onSqlite } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const SECURITY_HEADERS = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

onSqlite('every answer', ({ open }) => {
  test('V3.4.3 has the security headers, errors included, and nothing of the API is stored', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const calls = [
      ['GET', '/api/health', 200],
      ['GET', '/api/ready', 200],
      ['GET', '/api/auth/user', 200],
      ['GET', '/api/applications', 200],
      ['GET', '/api/login', 302],
      ['GET', '/api/nothing', 404],
      ['GET', '/api', 404],
      ['GET', '/api/', 404],
      ['GET', '/API/health', 404],
      ['GET', '/api/contacts/1', 404],
      ['POST', '/api/applications', 400],
      ['DELETE', '/api/applications', 405],
      ['OPTIONS', '/api/applications', 405],
      ['HEAD', '/api/applications', 200],
      ['GET', '/nothing', 404],
      ['GET', '/', 404],
      ['POST', '/', 405],
    ] as const;
    for (const [method, path, status] of calls) {
      const answer = await client.send(method, path);
      expect(answer.status, `${method} ${path}`).toBe(status);
      const headers = Object.fromEntries(answer.headers);
      expect(headers, `${method} ${path}`).toMatchObject(SECURITY_HEADERS);
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      if (path.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('V3.4.1 has HSTS when the site is on https', async () => {
    const { origin } = await serveApp(await open(), { siteUrl: 'https://agency.test' });
    const { headers } = await new Client(origin).send('GET', '/api/health');
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  test('V3.4.1 has HSTS for the names below the site only on demand', async () => {
    const settings = { siteUrl: 'https://agency.test', hsts: 'subdomains' } as const;
    const { origin } = await serveApp(await open(), settings);
    const { headers } = await new Client(origin).send('GET', '/api/health');
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  });

  test('V4.1.1 that is a refusal is {message, code} in JSON, and tells nothing of the inside', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);
    await db.$executeRawUnsafe('DROP TABLE "Visit"');
    await client.send('POST', '/api/campaigns', { body: aCampaign });

    const answer = await client.send('POST', '/api/campaigns/1/track', { key: newId() });

    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      message: 'Something went wrong on the server.',
      code: 'internal',
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
    });
    const requestId = answer.headers.get('X-Request-Id') ?? '';
    expect(errors().some((line) => line.includes(requestId))).toBe(true);
  });

  test('that is a 405 says which methods there are', async () => {
    const { origin } = await serveApp(await open());
    const answer = await new Client(origin).send('PUT', '/api/contacts/1');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'PATCH']);
    expect(await answer.json()).toMatchObject({ code: 'method-not-allowed' });
  });

  test('V13.4.4 to TRACE is a refusal, which repeats nothing', async () => {
    const { port } = await serveApp(await open());
    for (const path of ['/', '/api/health', '/api/applications', '/api/nothing']) {
      const head = `TRACE ${path} HTTP/1.1\r\nHost: agency.test\r\nX-Secret: told\r\nConnection: close\r\n\r\n`;
      const answer = await exchange(port, head);
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[45] /);
      expect(answer, path).not.toContain('told');
    }
  });

  test('V4.2.1 to what is no HTTP, or has too many headers, is a refusal as well', async () => {
    const { port } = await serveApp(await open());
    const garbage = await exchange(port, 'NOT HTTP AT ALL\r\n\r\n');
    expect(garbage).toMatch(/^HTTP\/1\.1 400 .*nosniff.*"code":"invalid-input"/s);
    const nowhere = await exchange(port, 'GET / HTTP/1.1\r\n\r\n');
    expect(nowhere).toMatch(/^HTTP\/1\.1 400 .*nosniff.*"code":"invalid-input"/s);
    const ofTwoLengths = await exchange(
      port,
      'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(ofTwoLengths).toMatch(/^HTTP\/1\.1 400 .*nosniff.*"code":"invalid-input"/s);
    const old = await exchange(port, 'GET /api/health HTTP/1.0\r\n\r\n');
    expect(old).toMatch(/^HTTP\/1\.1 200 .*nosniff/s);
    const huge = await exchange(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(huge).toMatch(/^HTTP\/1\.1 431 .*nosniff/s);
  });

  test('to an address of whatever shape is a 404', async () => {
    const { port, errors } = await serveApp(await open());
    for (const target of [
      '//evil.example/',
      '/%',
      '/%ff',
      '/a%00b',
      '/..%2f..%2fetc%2fpasswd',
      '/\\evil',
      '/api/../nothing',
      '/api//health',
      '*',
      'http://',
      'http://agency.test/api/nothing',
      `/${'a/'.repeat(3_000)}`,
    ]) {
      const answer = await exchange(port, `GET ${target} HTTP/1.1\r\n${HOST}`);
      expect(answer, target.slice(0, 80)).toMatch(/^HTTP\/1\.1 404 .*nosniff/s);
    }
    expect(errors()).toEqual([]);
  });

  test('minds no odd Host, cookie or other header', async () => {
    const { port, errors } = await serveApp(await open());
    for (const header of [
      'Host: [::1',
      'Host: a@b/c?d#e',
      'Cookie: session=; session.sig=x; =;;%00',
      `Cookie: session=${'x'.repeat(4_000)}`,
      'Accept-Encoding: ;q=x',
      'Accept-Language: ;;;q=,,*',
      'X-Forwarded-For: ,,,',
      'Sec-Fetch-Site: \u00ff',
      'Idempotency-Key: \u00ff',
      'Expect: nothing',
      'Range: bytes=0-1',
      'If-None-Match: "',
    ]) {
      const host = header.startsWith('Host') ? '' : 'Host: agency.test\r\n';
      const end = `${host}${header}\r\nConnection: close\r\n\r\n`;
      const answer = await exchange(port, `GET /api/auth/user HTTP/1.1\r\n${end}`);
      expect(answer, header).toMatch(/^HTTP\/1\.1 4(00|01|21) .*nosniff/s);
    }
    expect(errors()).toEqual([]);
  });
});

onSqlite('a write', ({ open }) => {
  test('V3.5.1 of another site is refused, whoever is signed in', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const statusWith = async (headers: Record<string, string>) =>
      (await client.send('POST', '/api/campaigns', { body: aCampaign, headers })).status;

    expect(await statusWith({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await statusWith({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await statusWith({ 'Sec-Fetch-Site': 'none' })).toBe(403);
    expect(await statusWith({ Origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({ Origin: 'null' })).toBe(403);
    expect(await statusWith({ Origin: 'http://agency.test.evil.example' })).toBe(403);
    expect(await statusWith({ Origin: 'https://agency.test' })).toBe(403);
    expect(await db.campaign.count()).toBe(0);

    expect(await statusWith({ 'Sec-Fetch-Site': 'same-origin' })).toBe(201);
    expect(await statusWith({ Origin: 'http://agency.test' })).toBe(201);
    expect(await statusWith({})).toBe(201);
  });

  test('of another site is refused for a visitor, too', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    for (const path of ['/api/contact', '/api/campaigns/1/track', '/api/login', '/api/register']) {
      const answer = await new Client(origin).send('POST', path, { body: anInquiry, headers });
      expect(answer.status, path).toBe(403);
    }
  });

  test('V3.5.1 must be JSON', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = new Client(origin);
    const statusOf = async (body: string, type: string, more: Record<string, string> = {}) =>
      (
        await client.send('POST', '/api/contact', {
          body,
          headers: { 'Content-Type': type, ...more },
        })
      ).status;
    const json = JSON.stringify(anInquiry);

    expect(await statusOf(json, 'text/plain')).toBe(415);
    expect(await statusOf('name=Ana', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await statusOf(json, 'multipart/form-data; boundary=x')).toBe(415);
    expect(await statusOf(json, 'application/vnd.api+json')).toBe(415);
    expect(await statusOf(json, 'application/csp-report')).toBe(415);
    expect(await statusOf(json, '')).toBe(415);
    expect(await statusOf(json, 'application/json', { 'Content-Encoding': 'br' })).toBe(415);
    expect(await statusOf('{"name":', 'application/json')).toBe(400);
    expect(await statusOf('"text"', 'application/json')).toBe(400);
    expect(await statusOf('[]', 'application/json')).toBe(400);
    expect(await statusOf('', 'application/json')).toBe(400);
    expect(await statusOf('\u0000', 'application/json')).toBe(400);
    const polluting = json.replace('{', '{"__proto__":{"suspect":false},');
    expect(await statusOf(polluting, 'application/json')).toBe(400);
    expect(await statusOf('['.repeat(60_000), 'application/json')).toBe(400);
    const deep = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`;
    expect(await statusOf(json.replace('{', `{"extra":${deep},`), 'application/json')).toBe(201);
    expect(await statusOf(json, 'application/json; charset=utf-8')).toBe(201);
    expect(await db.contact.count()).toBe(2);
  });

  test('V5.2.3 with a compressed body is not inflated, but for a batch of a signed-in user', async () => {
    const db = await open();
    const { origin, port } = await serveApp(db);
    const { cookie } = await signedIn(db, origin);
    const sent = async (path: string, body: Buffer, headers = {}) => {
      const encoded = { 'Content-Encoding': 'gzip', ...headers };
      const { status, accepts } = await post(port, path, body, encoded);
      return [status, accepts];
    };
    const inquiry = gzipSync(JSON.stringify(anInquiry));
    const batch = gzipSync('{"calls":[]}');

    expect(await sent('/api/contact', inquiry)).toEqual([415, 'identity']);
    expect(await sent('/api/contact', inquiry, { Cookie: cookie })).toEqual([415, 'identity']);
    expect(await sent('/api/sync', batch)).toEqual([415, 'identity']);
    expect(await sent('/api/sync', batch, { Cookie: cookie })).toEqual([200, undefined]);
    const asBrotli = { Cookie: cookie, 'Content-Encoding': 'br' };
    expect(await sent('/api/sync', batch, asBrotli)).toEqual([415, 'gzip']);
  });

  test('V5.2.3 that is compressed counts as long as it is, and one that is broken is told so', async () => {
    const db = await open();
    const { origin, port } = await serveApp(db);
    const { cookie } = await signedIn(db, origin);
    const headers = { Cookie: cookie, 'Content-Encoding': 'gzip' };
    const batchOf = (bytes: number) => gzipSync(`{"calls":[]${' '.repeat(bytes - 12)}}`);
    const statusOf = async (body: Buffer) => (await post(port, '/api/sync', body, headers)).status;

    expect(await statusOf(batchOf(1_048_576))).toBe(200);
    expect(await statusOf(batchOf(1_048_577))).toBe(413);
    expect(await statusOf(batchOf(100_000_000))).toBe(413);
    expect(await statusOf(batchOf(1_000).subarray(0, 20))).toBe(400);
    expect(await statusOf(Buffer.from('{"calls":[]}'))).toBe(400);
  });

  test('may have 64 KB from a visitor and 1 MB from a signed-in user, not one byte more, however its length is told', async () => {
    const db = await open();
    const { origin, port } = await serveApp(db);
    const visitor = new Client(origin);
    const client = await signedIn(db, origin);
    const headers = { Cookie: client.cookie };

    expect(
      (await visitor.send('POST', '/api/contact', { body: fill(anInquiry, 65_536) })).status,
    ).toBe(201);
    const answer = await visitor.send('POST', '/api/contact', { body: fill(anInquiry, 65_537) });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { message: 'The body is too large.', code: 'body-too-large' },
    ]);
    for (const [bytes, status] of [
      [1_048_576, 201],
      [1_048_577, 413],
    ] as const) {
      const body = fill(aCampaign, bytes);
      expect((await client.send('POST', '/api/campaigns', { body })).status).toBe(status);
      expect((await post(port, '/api/campaigns', Buffer.from(body), headers)).status).toBe(status);
    }
    for (const [bytes, status] of [
      [65_536, 201],
      [65_537, 413],
    ] as const) {
      const body = Buffer.from(fill(anInquiry, bytes));
      expect((await post(port, '/api/contact', body, {})).status).toBe(status);
    }
  });

  test('that says it is longer than 32 bits count is refused before it comes', async () => {
    const { port } = await serveApp(await open());
    for (const length of ['1048577', '4294967296', '999999999999', '9007199254740993']) {
      const head = `POST /api/contact HTTP/1.1\r\nHost: agency.test\r\nContent-Type: application/json\r\n`;
      const answer = await exchange(port, `${head}Content-Length: ${length}\r\n\r\n{`);
      expect(answer, length).toMatch(/^HTTP\/1\.1 413 .*nosniff.*"code":"body-too-large"/s);
    }
  });

  test('that is refused while it comes is answered, not reset', async () => {
    const { port } = await serveApp(await open());
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    // A reset would be an error.
    const ended = once(socket, 'end');
    const head = 'POST /api/contact HTTP/1.1\r\nHost: agency.test\r\n';
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 .*"code":"body-too-large"/s);
    for (let part = 0; part < 30; part += 1) {
      socket.write(' '.repeat(100_000));
      await pause(10);
    }
    await ended;
    expect(socket.bytesWritten).toBeGreaterThan(3_000_000);
  });

  test('without a body may leave it out or send an empty one (K-01)', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    await client.send('POST', '/api/campaigns', { body: aCampaign });
    const headers = { 'Content-Type': 'application/json' };
    const path = '/api/campaigns/1/track';
    expect((await client.send('POST', path, { key: newId(), headers })).status).toBe(204);
    expect((await client.send('POST', path, { key: newId() })).status).toBe(204);
    expect((await client.send('POST', path, { key: newId(), body: '' })).status).toBe(204);
    expect((await client.send('POST', path, { key: newId(), body: {} })).status).toBe(204);
  });
});

/** A body of exactly this many bytes. */
function fill(said: object, bytes: number): string {
  const body = JSON.stringify({ ...said, extra: '' });
  return body.replace('"extra":""', `"extra":"${'x'.repeat(bytes - Buffer.byteLength(body))}"`);
}

const HOST = 'Host: agency.test\r\nConnection: close\r\n\r\n';

/** Sends with `Transfer-Encoding: chunked`, so without a length. */
function post(
  port: number,
  path: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; accepts: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    const call = request(options, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, accepts: answer.headers['accept-encoding'] });
    });
    call.on('error', reject);
    call.write(body.subarray(0, 1_000));
    call.end(body.subarray(1_000));
  });
}

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
