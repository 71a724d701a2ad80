import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#contract/fields/ids.ts';
import { createDatabase, urlOfDatabase } from '#server/test/databases.ts';
import { freePort } from '#server/test/free-port.ts';
import { Tunnel } from './tunnel.ts';

/** A running agency for journeys, with access to its server. */
export interface Agency {
  /** Where the browser reaches it: the near end of the tunnel. */
  origin: string;
  tunnel: Tunnel;
  admin: { username: string; password: string };
  /** Calls the API as the admin, past the tunnel. Resolves to the parsed body; throws unless it is 2xx. */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /**
   * Stops the server with this signal and starts it again on the same database and port. `meanwhile`
   * runs in between.
   */
  restart: (
    signal: NodeJS.Signals,
    settings?: Settings,
    meanwhile?: () => Promise<void>,
  ) => Promise<void>;
  /** Process id of the server. */
  pid: () => number;
  close: () => Promise<void>;
}

const ADMIN = { username: 'marta', password: 'tunnel-vision-9' };

/** How long the server may take to start on a busy machine, in ms. */
const READY = 50_000;

/** Settings of the server besides those that every journey needs. */
export type Settings = Partial<
  Record<
    | 'AGENT_ACCESS'
    | 'CONTACT_PHONE'
    | 'SECOND_FACTOR'
    | 'SESSION_KEYS'
    | 'PUSH_SERVICES'
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'NODE_EXTRA_CA_CERTS'
    | 'NODE_OPTIONS'
    | 'CLOCK_AHEAD',
    string
  >
>;

/**
 * Starts the built server on a new database, behind a tunnel.
 *
 * @param fill runs on the database before the server starts, which then migrates nothing more
 * @param origin where the browser reaches it, if there is a proxy in front of the tunnel
 */
export async function openAgency(
  database: 'sqlite' | 'postgresql',
  fill?: (url: string) => Promise<void>,
  origin?: string,
  settings: Settings = {},
): Promise<Agency> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-'));
  const url = database === 'sqlite' ? `file:${join(folder, 'agency.db')}` : await freshPostgres();
  const port = await freePort();
  const tunnel = await Tunnel.dig(() => port);
  const siteUrl = origin ?? `http://localhost:${tunnel.port}`;
  const direct = `http://127.0.0.1:${port}`;

  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: siteUrl,
    DATABASE_URL: url,
    SESSION_KEYS: 'only-for-journeys-only-for-journeys-0123',
    VAPID_PRIVATE_KEY: `${'a'.repeat(42)}A`,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    ...settings,
  };
  await fill?.(url);
  let server = await startServer(environment, direct);
  let cookie = '';

  const call = (method: string, path: string, body?: unknown) =>
    fetch(direct + path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(method !== 'GET' && { 'Idempotency-Key': newId() }),
        Cookie: cookie,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    origin: siteUrl,
    tunnel,
    admin: ADMIN,
    async api<T>(method: string, path: string, body?: unknown) {
      cookie ||= await signedIn(() => call('POST', '/api/login', ADMIN));
      const answer = await call(method, path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (text ? JSON.parse(text) : undefined) as T;
    },
    async restart(signal, changed = {}, meanwhile) {
      await stop(server, signal);
      await meanwhile?.();
      // By another clock the session may have ended.
      cookie = '';
      server = await startServer({ ...environment, ...changed }, direct);
    },
    pid: () => server.pid ?? Number.NaN,
    async close() {
      await tunnel.close();
      await stop(server, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database on the PostgreSQL server that the journeys' global setup started. */
async function freshPostgres(): Promise<string> {
  const server = process.env.E2E_POSTGRES;
  if (!server) throw new Error('The journeys run without their global setup: no PostgreSQL.');
  const name = `journeys_${newId().replaceAll('-', '')}`;
  await createDatabase(server, name);
  return urlOfDatabase(server, name);
}

async function startServer(environment: NodeJS.ProcessEnv, at: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = Date.now() + READY;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const ready = await fetch(`${at}/api/ready`).catch(() => undefined);
    if (ready?.ok) return child;
    await new Promise((later) => setTimeout(later, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not get ready within ${READY} ms.`);
}

/**
 * The cookies of a sign-in, once the server gives them: on a busy machine one that has just started may say that it
 * takes too long, or say nothing.
 */
async function signedIn(login: () => Promise<Response>): Promise<string> {
  const end = Date.now() + READY;
  for (;;) {
    const answer = await login().catch((error: Error) => error);
    const isBusy = answer instanceof Error || answer.status === 503;
    if (isBusy && Date.now() < end) continue;
    if (answer instanceof Error) throw answer;
    if (!answer.ok) throw new Error(`Login: ${answer.status} ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
