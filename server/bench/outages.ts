import { type ChildProcess, spawn } from 'node:child_process';
import { type ClientHttp2Session, connect } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '#contract/fields/ids.ts';
import { atMost, type Figure } from '#pwa/bench/measure.ts';
import { digBlackHole } from '#server/test/black-hole.ts';
import { aDraft } from '#server/test/bodies.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, reserveAddress, startProxy } from '#server/test/proxy.ts';
import { startDurablePostgres } from './durable-postgres.ts';

const ADMIN = { username: 'marta', password: 'tunnel-vision-9' };
const CALLERS = 8;
/** How long an outage lasts, and how long all is well before the next one, in milliseconds. */
const OUTAGE = 8_000;
const PEACE = 3_000;
/** Until everything must be ready again, in milliseconds. */
const GOAL = 10_000;
/** A caller gives an answer up after this time and sends the change again, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Two servers on one PostgreSQL behind nginx, while callers change records and send each change again
 * until it is acknowledged. Kills a server, crashes and cuts off the database, and fills its disk.
 */
export async function benchOutages(): Promise<Figure[]> {
  const undo: (() => unknown)[] = [];
  try {
    return await measureOutages((step) => undo.unshift(step));
  } finally {
    for (const step of undo) await step();
  }
}

/** @param later takes what is to be done at the end, whatever happens */
async function measureOutages(later: (step: () => unknown) => void): Promise<Figure[]> {
  const postgres = startDurablePostgres();
  later(postgres.stop);
  const hole = await digBlackHole(postgres.url);
  later(hole.stop);
  const address = await reserveAddress();
  const origin = `https://localhost:${address.httpsPort}`;
  const ports = [await freePort(), await freePort()];
  const servers = new Map<number, ChildProcess>();
  later(() => {
    for (const server of servers.values()) server.kill('SIGKILL');
  });
  const start = async (port: number) => {
    servers.set(port, await startServer(port, hole.url, origin));
  };
  for (const port of ports) await start(port);
  const proxy = await startProxy('nginx', address, ports);
  later(proxy.stop);
  const connection = new Connection(origin, proxy.certificate);
  later(() => connection.close());
  const callers = await startCallers(connection);

  const figures: Figure[] = [];
  const outage = async (what: string, begin: () => unknown, end: () => unknown) => {
    await pause(PEACE);
    callers.longestPause();
    begin();
    await pause(OUTAGE);
    const paused = callers.longestPause();
    const ended = performance.now();
    await end();
    await Promise.all(ports.map(untilReady));
    const ready = performance.now() - ended;
    await callers.nextAcknowledged();
    const written = performance.now() - ended;
    figures.push(
      { what: `${what}: longest time without an acknowledged change`, value: seconds(paused) },
      atMost(`${what}: both servers are ready again after`, ready, GOAL, seconds),
      atMost(`${what}: a change is acknowledged again after`, written, GOAL, seconds),
    );
  };
  const [port = 0] = ports;
  await outage(
    'one server killed',
    () => servers.get(port)?.kill('SIGKILL'),
    () => start(port),
  );
  await outage('PostgreSQL crashed', postgres.crash, postgres.startAgain);
  await outage('PostgreSQL silent', hole.open, hole.close);
  await outage('disk of PostgreSQL full', postgres.fillDisk, postgres.freeDisk);

  const { acknowledged, refused } = await callers.stop();
  const { lost, halves } = await compare(postgres.url, acknowledged);
  return [
    ...figures,
    { what: 'changes acknowledged meanwhile', value: `${acknowledged.length}`, more: true },
    { what: 'answers other than 200 meanwhile; each change sent again', value: `${refused}` },
    atMost('acknowledged changes that were lost', lost, 0, String),
    atMost('changes that were made by halves', halves, 0, String),
  ];
}

/** To the proxy, which ends a connection after 1,000 calls. */
class Connection {
  readonly #origin: string;
  readonly #ca: string;
  #session: ClientHttp2Session | undefined;

  constructor(origin: string, ca: string) {
    this.#origin = origin;
    this.#ca = ca;
  }

  get session(): ClientHttp2Session {
    if (!this.#session || this.#session.closed || this.#session.destroyed) {
      this.#session = connect(this.#origin, { ca: this.#ca });
      this.#session.on('error', () => undefined);
    }
    return this.#session;
  }

  close(): void {
    this.#session?.destroy();
  }
}

async function startServer(port: number, url: string, origin: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: url,
      SITE_URL: origin,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'off',
      BACKUPS: 'off',
      SESSION_KEYS: 'only-for-benchmarks-only-for-benchmarks-0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: 'ignore',
  });
  await untilReady(port);
  return child;
}

async function untilReady(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await pause(50);
}

interface Callers {
  /** In milliseconds, since the last call of this. */
  longestPause(): number;
  /** Resolves with the next change that is sent from now on and acknowledged. */
  nextAcknowledged(): Promise<void>;
  /** Resolves with the keys of acknowledged changes, and how many answers were none. */
  stop(): Promise<{ acknowledged: string[]; refused: number }>;
}

async function startCallers(connection: Connection): Promise<Callers> {
  const signedIn = await call(connection.session, 'POST', '/api/login', {
    body: JSON.stringify(ADMIN),
  });
  const cookies = signedIn.headers['set-cookie'] as string[];
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  const send = async (method: string, path: string, body: object, key = newId()) =>
    call(connection.session, method, path, {
      headers: { cookie, 'idempotency-key': key },
      body: JSON.stringify(body),
    });

  const acknowledged: string[] = [];
  let refused = 0;
  let running = true;
  let heard: () => void = () => undefined;
  let last = performance.now();
  let longest = 0;
  const measurePause = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const change = async (path: string) => {
    const key = newId();
    const late = () => pause(TIMEOUT, null, { ref: false });
    while (running) {
      // Large, so that a full disk is noticed.
      const body = { status: 'pending', notes: `${key} ${'x'.repeat(2_000)}` };
      const sent = send('PATCH', path, body, key).catch(() => null);
      const answer = await Promise.race([sent, late()]);
      if (answer?.status === 200) {
        acknowledged.push(key);
        measurePause();
        heard();
        return;
      }
      refused += 1;
      await pause(100);
    }
  };
  const caller = async () => {
    const created = await send('POST', '/api/applications', aDraft);
    const { id } = JSON.parse(created.text);
    while (running) await change(`/api/applications/${id}/status`);
  };
  const all = Array.from({ length: CALLERS }, caller);
  return {
    longestPause() {
      measurePause();
      const paused = longest;
      longest = 0;
      return paused;
    },
    nextAcknowledged: () =>
      new Promise((resolve) => {
        heard = resolve;
      }),
    async stop() {
      running = false;
      await Promise.all(all);
      return { acknowledged, refused };
    },
  };
}

/** Looks for every acknowledged change, and for entries without their key or the other way round. */
async function compare(url: string, acknowledged: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const idsOf = async (query: string) => {
    const { rows } = await client.query<{ id: string }>(query);
    return new Set(rows.map(({ id }) => id));
  };
  const entries = await idsOf('SELECT id FROM "HistoryEntry"');
  const keys = await idsOf(
    `SELECT key AS id FROM "IdempotencyKey" WHERE key IN (SELECT id FROM "HistoryEntry")`,
  );
  await client.end();
  const lost = acknowledged.filter((key) => !entries.has(key)).length;
  return { lost, halves: [...entries].filter((id) => !keys.has(id)).length };
}

function seconds(value: number): string {
  return `${(value / 1_000).toFixed(1)} s`;
}
