import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request as plainRequest,
  type Server,
} from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { STOPPING_SILENCE } from '#server/http/transport/track-calls.ts';
import { aDraft } from '#server/test/bodies.ts';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';
import { findChromium, findDeployment } from '#server/test/programs.ts';
import {
  type Address,
  call,
  type ProxyName,
  reserveAddress,
  startProxy,
} from '#server/test/proxy.ts';

const ADMIN = { username: 'marta', password: 'corner-flag-17' };
const found = findDeployment();

/** Starts a proxy in front of servers; a session with it. */
async function openBefore(name: ProxyName, ...servers: Server[]): Promise<ClientHttp2Session> {
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  const address = await reserveAddress();
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  const proxy = await startProxy(name, address, ports);
  onTestFinished(() => proxy.stop());
  const session = connect(`https://localhost:${address.httpsPort}`, { ca: proxy.certificate });
  onTestFinished(() => session.destroy());
  return session;
}

describe.each((['nginx', 'caddy'] as const).filter((name) => found.has(name)))('%s', (name) => {
  test('V4.1.2 passes compressed pages over HTTP/2, and leads plain HTTP to HTTPS', async () => {
    const { session, address } = await openSite(name);
    expect(session.alpnProtocol).toBe('h2');
    const page = await call(session, 'GET', '/', { headers: { 'accept-encoding': 'br' } });
    expect(page).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
    expect(page.headers['strict-transport-security']).toContain('max-age=');
    // Neither the proxy's version nor its name, where it can be left out.
    expect(page.headers.server ?? '').toMatch(/^(nginx)?$/);
    const etag = String(page.headers.etag);
    const again = await call(session, 'GET', '/', {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);

    const plain = await plainAnswer(address, '/');
    expect([301, 308]).toContain(plain.statusCode);
    expect(plain.headers.location).toMatch(/^https:\/\/localhost/);
    if (name !== 'nginx') return;
    // A link to the machine under another name must not lead there.
    const foreign = await plainAnswer(address, '/', 'elsewhere.example');
    expect(foreign.headers.location).toBe('https://localhost/');
    // Where whoever gives out certificates looks whether the name is ours. Caddy does this by itself.
    const challenges = join('.well-known', 'acme-challenge');
    mkdirSync(join(address.folder, challenges), { recursive: true });
    writeFileSync(join(address.folder, challenges, 'token'), 'proof');
    const proof = await plainAnswer(address, `/${challenges}/token`);
    expect([proof.statusCode, await text(proof)]).toEqual([200, 'proof']);
  });

  test('passes events at once', async () => {
    const { session } = await openSite(name);
    const cookie = await signIn(session);
    const stream = session.request({ ':path': LIVE_PATH, cookie });
    const first = await nextEvent(stream);
    const created = await call(session, 'POST', '/api/applications', {
      headers: { cookie },
      body: JSON.stringify(aDraft),
    });
    expect(created.status).toBe(201);
    // It would stay in a buffer until the stream ends.
    expect((await nextEvent(stream)).revision).toBeGreaterThan(first.revision);
    stream.close();
  });

  test('V4.1.3 tells the server the address of the client, whatever the client says', async () => {
    const { session } = await openSite(name);
    const register = async (n: number) => {
      const { status } = await call(session, 'POST', '/api/register', {
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({
          username: `person-${n}`,
          password: 'left-back-of-the-year',
          email: `person-${n}@example.org`,
          firstName: 'Nico',
          lastName: 'Example',
        }),
      });
      return status;
    };
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) statuses.push(await register(n));
    // Five accounts an hour for an address.
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('V14.2.1 has no address of a calendar or of a player’s page in its log', async () => {
    const { session, logs } = await openSite(name);
    await call(session, 'GET', '/api/calendar/a-secret-token.ics');
    await call(session, 'GET', `/player/${'a-secret-token-'.repeat(3)}`.slice(0, 51));
    await call(session, 'GET', '/api/health');
    // Caddy keeps no log of requests.
    if (name === 'nginx') await expect.poll(logs).toContain('/api/health');
    expect(logs()).not.toContain('a-secret-token');
  });

  test('gives an idle connection up before a stopping server does', async () => {
    const silences: number[] = [];
    // It waits for ever: only the proxy ends connections, or asks for their end.
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      if (request.url === '/') {
        response.once('finish', () => {
          const since = performance.now();
          request.socket.once('close', () => silences.push(performance.now() - since));
        });
      }
      response.end('here');
    });
    const session = await openBefore(name, server);

    // The shortest of three: a busy machine tells late.
    for (let n = 1; n <= 3; n += 1) {
      expect((await call(session, 'GET', '/')).text).toBe('here');
      await expect.poll(() => silences.length, { timeout: 20_000 }).toBe(n);
    }
    expect(Math.min(...silences)).toBeLessThan(STOPPING_SILENCE);
  });

  test('shows the site while the database does not answer', async () => {
    const server = createServer(({ url }, response) => {
      if (url === '/api/ready') return void response.writeHead(503).end();
      response.end('here');
    });
    const session = await openBefore(name, server);
    expect(await call(session, 'GET', '/')).toMatchObject({ status: 200, text: 'here' });
    expect((await call(session, 'GET', '/api/ready')).status).toBe(503);
  });

  test.runIf(name === 'caddy')(
    'lets reads and changes wait while the server restarts, and sends each change once',
    async () => {
      const taken: string[] = [];
      const server = createServer(async (request, response) => {
        const body = await text(request);
        if (request.method === 'POST') taken.push(body);
        response.end('here');
      });
      const session = await openBefore(name, server);
      const { port } = server.address() as AddressInfo;
      const bodies = ['a sign-in', 'a large one '.repeat(50_000)];
      const sendAll = () =>
        Promise.all([
          ...bodies.map((body) => call(session, 'POST', '/api/login', { body })),
          call(session, 'GET', '/'),
        ]);
      for (const answer of await sendAll()) expect(answer.status).toBe(200);

      for (let restart = 0; restart < 2; restart += 1) {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
        taken.length = 0;
        const answers = sendAll();
        // Caddy has them all, and has met no server.
        for (let n = 0; n < 10; n += 1) await promisify(session.ping.bind(session))();
        expect(taken).toEqual([]);
        await once(server.listen(port, '127.0.0.1'), 'listening');
        for (const answer of await answers) {
          expect(answer).toMatchObject({ status: 200, text: 'here' });
        }
        expect(taken.toSorted()).toEqual(bodies.toSorted());
      }
    },
  );

  test.runIf(name === 'caddy')(
    'tells within 15 s that a server hangs, leaves it to another process, and finds it again',
    async () => {
      const hanging = new Set<unknown>();
      const named = (text: string) =>
        createServer((_, response) => void (hanging.has(text) || response.end(text)));
      const alone = await openBefore(name, named('alone'));
      const several = await openBefore(name, named('one'), named('two'));
      const ask = (session: ClientHttp2Session) =>
        Promise.all(
          ['GET', 'POST'].map(async (method) => {
            const { status, text } = await call(session, method, '/');
            return status === 200 ? text : status;
          }),
        );
      expect(await ask(alone)).toEqual(['alone', 'alone']);
      const [first] = await ask(several);
      const other = first === 'one' ? 'two' : 'one';

      hanging.add('alone').add(first);
      const since = performance.now();
      const [told] = await Promise.all([ask(alone), ask(several)]);
      for (const status of told) expect([503, 504]).toContain(status);
      expect(await ask(several)).toEqual([other, other]);
      expect(performance.now() - since).toBeLessThan(15_000);

      hanging.clear();
      expect(await ask(alone)).toEqual(['alone', 'alone']);
    },
  );

  test.runIf(name === 'nginx')(
    'tries a change at the next server when one has reset it, if it has a key',
    async () => {
      const address = await reserveAddress();
      const resets = createPlainServer((socket) => {
        socket.once('data', () => socket.resetAndDestroy());
      });
      const taken: string[] = [];
      const server = createServer(async (request, response) => {
        taken.push(await text(request));
        response.writeHead(201).end();
      });
      const ports = [];
      for (const each of [resets, server]) {
        each.listen(0, '127.0.0.1');
        await once(each, 'listening');
        onTestFinished(() => void each.close());
        ports.push((each.address() as AddressInfo).port);
      }
      const proxy = await startProxy(name, address, ports);
      onTestFinished(() => proxy.stop());
      const session = connect(`https://localhost:${address.httpsPort}`, { ca: proxy.certificate });
      onTestFinished(() => session.destroy());

      const send = async (n: number, headers: Record<string, string>) =>
        (await call(session, 'POST', '/api/applications', { headers, body: String(n) })).status;
      const keyed = [1, 2, 3, 4];
      for (const n of keyed) expect(await send(n, { 'idempotency-key': newId() })).toBe(201);
      expect(taken).toEqual(keyed.map(String));
      // Nobody knows whether the first server has taken the others.
      const statuses = [];
      for (const n of keyed) statuses.push(await send(n, {}));
      expect(statuses.toSorted()).toEqual([201, 201, 502, 502]);
    },
  );

  test('lets the server refuse a large body, and refuses a huge one itself', async () => {
    const { session } = await openSite(name);
    const large = await call(session, 'POST', '/api/login', { body: ' '.repeat(100_000) });
    expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'body-too-large']);
    const huge = await call(session, 'POST', '/api/login', { body: ' '.repeat(3_000_000) });
    expect(huge.status).toBe(413);
  });

  test('V3.3.2 V3.3.3 a browser signs in through it, sees the pipeline, and leaves nothing behind', async () => {
    const { origin } = await openSite(name);
    const executablePath = findChromium();
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    onTestFinished(() => browser.close());
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('response', (response) => {
      if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
    });

    await page.goto(`${origin}/auth`);
    const protocol = await page.evaluate(
      'performance.getEntriesByType("navigation")[0].nextHopProtocol',
    );
    expect(protocol).toBe('h2');
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('tab', { name: 'Applications' }).waitFor();
    const [session] = (await context.cookies()).filter((cookie) => cookie.httpOnly);
    expect(session).toMatchObject({ secure: true, sameSite: 'Lax', path: '/' });

    // The page writes a cookie that says that nobody misses its storage.
    await page.goto(`${origin}/more`);
    const [left] = await Promise.all([
      page.waitForResponse((each) => new URL(each.url()).pathname === '/api/logout'),
      page.getByRole('button', { name: 'Logout' }).click(),
    ]);
    const headers = await left.allHeaders();
    expect(headers['clear-site-data']).toBe('"cache", "storage"');
    await page.waitForURL(`${origin}/`);
    expect(failures).toEqual([]);
  });
});

interface Site {
  origin: string;
  address: Address;
  /** What the proxy has written to its logs. */
  logs: () => string;
  /** A connection to the proxy. */
  session: ClientHttp2Session;
}

/** The release behind the proxy, with the settings that OPERATE.md names for it. */
async function openSite(name: ProxyName): Promise<Site> {
  const address = await reserveAddress();
  const origin = `https://localhost:${address.httpsPort}`;
  const program = startProgram(
    {
      SESSION_KEYS: SETTINGS.SESSION_KEYS,
      SITE_URL: origin,
      TRUST_PROXY: '1',
      DATABASE_URL: `file:${join(address.folder, 'agency.db')}`,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    },
    [process.execPath, join(inject('release'), 'main.js')],
  );
  const port = Number(new URL(originOf(await program.until(/The site is at/))).port);
  const proxy = await startProxy(name, address, [port]);
  onTestFinished(() => proxy.stop());
  const session = connect(origin, { ca: proxy.certificate });
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return { origin, address, logs: () => proxy.logged() + proxy.said(), session };
}

/** Returns the cookies, as a browser would send them. */
async function signIn(session: ClientHttp2Session): Promise<string> {
  const answer = await call(session, 'POST', '/api/login', { body: JSON.stringify(ADMIN) });
  expect(answer.status).toBe(200);
  const cookies = answer.headers['set-cookie'] as string[];
  expect(cookies.every((cookie) => cookie.startsWith('__Host-'))).toBe(true);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

async function plainAnswer(
  { httpPort }: Address,
  path: string,
  host = `localhost:${httpPort}`,
): Promise<IncomingMessage> {
  const headers = { host };
  const asked = plainRequest({ host: '127.0.0.1', port: httpPort, path, headers }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (!answer) throw new Error('There was no answer.');
  return answer;
}

async function nextEvent(stream: ClientHttp2Stream): Promise<{ revision: number }> {
  for (;;) {
    const [chunk] = await once(stream, 'data');
    const data = /^data: (.+)$/m.exec(String(chunk))?.[1];
    if (data) return JSON.parse(data);
  }
}
