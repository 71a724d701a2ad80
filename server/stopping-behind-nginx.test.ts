import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#prisma/client.ts';
import { call } from '#server/test/proxy.ts';
import { aDraft } from './test/bodies.ts';
import { onBothDatabases } from './test/database.ts';
import { freePort } from './test/free-port.ts';
import { originOf, type Program, SETTINGS, startProgram } from './test/program.ts';
import { findDeployment } from './test/programs.ts';
import { type Address, reserveAddress, startProxy } from './test/proxy.ts';

const ADMIN = { username: 'marta', password: 'corner-flag-17' };
/** Clients at once, each on a connection of its own. */
const CLIENTS = 8;
/** `STOPS=50 npx vitest run server/stopping-behind-nginx.test.ts` tries more. */
const STOPS = Number(process.env.STOPS ?? 2);

onBothDatabases('two servers behind nginx, stopped in turn', ({ url }) => {
  test.runIf(findDeployment().has('nginx'))(
    `answer every read and write, and keep each write once, in ${STOPS} stops under load`,
    async () => {
      const databaseUrl = await url();
      const address = await reserveAddress();
      const ports = [await freePort(), await freePort()];
      const start = (port: number) => startServer(databaseUrl, address, port);
      const servers: Program[] = [];
      for (const port of ports) servers.push(await start(port));
      const proxy = await startProxy('nginx', address, ports);
      onTestFinished(() => proxy.stop());
      const load = await startLoad(address, proxy.certificate);

      for (let stop = 0; stop < STOPS; stop += 1) {
        const n = stop % servers.length;
        await load.moreCalls();
        const server = servers[n] as Program;
        server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
        servers[n] = await start(ports[n] as number);
      }
      await load.moreCalls();
      const { failures, created } = await load.stop();

      expect(failures, proxy.said()).toEqual([]);
      const db = await openDatabase(databaseUrl);
      onTestFinished(() => db.$disconnect());
      expect(await db.application.count()).toBe(created);
    },
    60_000 + STOPS * 20_000,
  );
});

async function startServer(url: string, { httpsPort }: Address, port: number): Promise<Program> {
  const program = startProgram({
    ...SETTINGS,
    SITE_URL: `https://localhost:${httpsPort}`,
    TRUST_PROXY: '1',
    DATABASE_URL: url,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    PORT: String(port),
  });
  originOf(await program.until(/The site is at/));
  return program;
}

/** A call on whatever connection a client has. */
type Ask = (...asked: Rest<Parameters<typeof call>>) => ReturnType<typeof call>;
type Rest<All extends unknown[]> = All extends [unknown, ...infer Others] ? Others : never;

interface Load {
  /** Resolves when every client has had two more answers. */
  moreCalls(): Promise<void>;
  /** What was not answered as asked, and how many writes were. */
  stop(): Promise<{ failures: unknown[]; created: number }>;
}

/** Clients that read and write in turn without a pause. */
async function startLoad({ httpsPort }: Address, certificate: string): Promise<Load> {
  const origin = `https://localhost:${httpsPort}`;
  const failures: unknown[] = [];
  const answers = Array.from({ length: CLIENTS }, () => 0);
  let created = 0;
  let isStopped = false;

  const open = async (): Promise<ClientHttp2Session> => {
    const session = connect(origin, { ca: certificate });
    session.on('error', (error) => failures.push(error));
    onTestFinished(() => session.destroy());
    await once(session, 'connect');
    return session;
  };
  const first = await open();
  const signedIn = await call(first, 'POST', '/api/login', { body: JSON.stringify(ADMIN) });
  const cookie = (signedIn.headers['set-cookie'] as string[])
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie };
  const body = JSON.stringify(aDraft);

  const client = async (n: number) => {
    let session = n === 0 ? first : await open();
    // nginx closes a connection after 1,000 requests, which clients are told before.
    const ask: Ask = async (...asked) => {
      if (session.closed) session = await open();
      return call(session, ...asked);
    };
    while (!isStopped) {
      const write = await ask('POST', '/api/applications', { headers, body });
      if (write.status === 201) created += 1;
      else failures.push(write);
      const read = await ask('GET', '/api/applications?limit=1', { headers });
      if (read.status !== 200) failures.push(read);
      const ready = await ask('GET', '/api/ready');
      if (ready.status !== 200) failures.push(ready);
      answers[n] = (answers[n] ?? 0) + 1;
    }
  };
  const clients = answers.map((_, n) => client(n).catch((error: unknown) => failures.push(error)));
  return {
    async moreCalls() {
      const before = [...answers];
      await expect
        .poll(() => failures.length > 0 || answers.every((now, n) => now >= (before[n] ?? 0) + 2), {
          timeout: 20_000,
        })
        .toBe(true);
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return { failures, created };
    },
  };
}
