import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeStatus } from '#contract/applications.ts';
import { login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onSqlite, onSqliteFirst } from '#server/test/database.ts';
import { freePort } from '#server/test/free-port.ts';
import { listenLive } from '#server/test/live.ts';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';
import { openRefusingPostgres } from '#server/test/starting-postgres.ts';

onSqliteFirst('the program', ({ blankUrl, url }) => {
  test('signs the first admin in as soon as it is ready', async () => {
    const port = await freePort();
    const program = startProgram({
      ...SETTINGS,
      PORT: String(port),
      DATABASE_URL: await blankUrl(),
      ADMIN_USERNAME: 'ana',
      ADMIN_PASSWORD: 'corner-flag-17',
    });
    const client = new Client(`http://127.0.0.1:${port}`);
    const isReady = () => client.send('GET', '/api/ready').then(({ status }) => status === 200);
    await vi.waitUntil(() => isReady().catch(() => false), { interval: 1, timeout: 30_000 });
    const answer = await client.call(login, {
      body: { username: 'ana', password: 'corner-flag-17' },
    });
    expect(answer.status).toBe(200);
    program.child.kill('SIGTERM');
    await program.ended;
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'faults 5 and 6: loses no acknowledged change and keeps no half of one at %s',
    async (signal) => {
      const DATABASE_URL = await url();
      const admin = { username: 'marta', password: 'corner-flag-17' };
      const program = startProgram({
        ...SETTINGS,
        DATABASE_URL,
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
      });
      const text = await program.until(/The site is at/);
      expect(text).not.toContain(admin.password);
      const client = new Client(originOf(text));
      await client.call(login, { body: admin });
      const created = await client.send('POST', '/api/applications', { body: aDraft });
      const { id } = (await created.json()) as { id: string };

      const acknowledged: string[] = [];
      let refused = 0;
      const change = async () => {
        const key = newId();
        const body = { status: 'pending', notes: key };
        const answer = await client
          .call(changeStatus, { params: { id }, body, key })
          .catch(() => undefined);
        if (answer?.status === 200) acknowledged.push(key);
        else refused += 1;
      };
      const worker = async () => {
        while (refused === 0) await change();
      };
      const workers = Array.from({ length: 8 }, worker);
      while (acknowledged.length < 20) await new Promise((later) => setTimeout(later, 10));
      const asked = Date.now();
      program.child.kill(signal);
      expect(await program.ended).toBe(signal === 'SIGTERM' ? 0 : null);
      expect(Date.now() - asked).toBeLessThan(5_000);
      await Promise.all(workers);

      const db = await openDatabase(DATABASE_URL);
      const entries = await db.historyEntry.findMany({ orderBy: { version: 'desc' } });
      const keys = await db.idempotencyKey.findMany();
      const application = await db.application.findFirstOrThrow();
      await closeDatabase(db);
      const stored = new Set(entries.map((entry) => entry.id));
      expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
      expect(new Set(keys.map(({ key }) => key))).toEqual(stored);
      expect(application.version).toBe(entries[0]?.version);
    },
  );

  test('refuses a database that is newer than it, in one line', async () => {
    const DATABASE_URL = await url();
    const db = await openDatabase(DATABASE_URL);
    await db.$executeRawUnsafe(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ('1', 'x', '29990101000000_future', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, 1)`,
    );
    await closeDatabase(db);
    const program = startProgram({ ...SETTINGS, DATABASE_URL });
    expect(await program.ended).toBe(1);
    expect(program.text()).toMatch(
      /^The database is newer than this program .*29990101000000_future.*\n$/,
    );
  });
});

onSqlite('the program', ({ blankUrl, url }) => {
  test('starts on an empty database, shows the first admin once, and stops when asked', async () => {
    const environment = { ...SETTINGS, DATABASE_URL: await blankUrl() };
    const first = startProgram(environment);
    const text = await first.until(/The site is at/);
    expect(text).toContain('Football Agent 1.0.0, Node.js 2');
    expect(text).toContain('The site is at http://localhost:0 (listening on 127.0.0.1, port ');
    const [, username = '', file = ''] =
      /The first admin is "(.+)"\. The password is in (.+): it signs in once/.exec(text) ?? [];
    onTestFinished(() => rmSync(file, { force: true }));
    const password = readFileSync(file, 'utf8').trim();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(password);
    const client = new Client(originOf(text));
    const { reply } = await client.call(login, { body: { username, password } });
    expect(reply.mustChangePassword).toBe(true);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = startProgram(environment);
    const again = await second.until(/The site is at/);
    expect(again).not.toContain('first admin');
    const cookie = { headers: { Cookie: client.cookie } };
    const kept = await new Client(originOf(again)).send('GET', '/api/auth/user', cookie);
    expect(kept.status).toBe(200);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  test('logs as much as LOG_LEVEL says', async () => {
    const DATABASE_URL = await blankUrl();
    const routesAt = async (LOG_LEVEL: string) => {
      const program = startProgram({ ...SETTINGS, DATABASE_URL, LOG_LEVEL });
      const client = new Client(originOf(await program.until(/The site is at/)));
      for (const path of ['/api/ready', '/api/applications']) await client.send('GET', path);
      program.child.kill('SIGTERM');
      await program.ended;
      return [...program.text().matchAll(/"route":"([^"]+)"/g)].map(([, route]) => route);
    };
    expect(await routesAt('warn')).toEqual([]);
    expect(await routesAt('info')).toEqual(['/api/applications']);
    expect(await routesAt('debug')).toEqual(['/api/ready', '/api/applications']);
  });

  test('makes a backup soon after the start, and says so in one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'program-backups-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { BACKUPS: _, ...settings } = SETTINGS;
    const program = startProgram({
      ...settings,
      DATABASE_URL: await blankUrl(),
      BACKUP_FOLDER: folder,
      PATH: process.env.PATH ?? '',
    });
    const text = await program.until(/"msg":"backup"/);
    const { level, made } = JSON.parse(
      text.split('\n').find((line) => /"backup"/.test(line)) ?? '',
    );
    expect(level).toBe('info');
    expect(readdirSync(folder)).toEqual([made]);
  });

  test('tells a monitor while the daily job fails', async () => {
    const DATABASE_URL = await url();
    const program = startProgram({ ...SETTINGS, DATABASE_URL });
    const client = new Client(originOf(await program.until(/"msg":"housekeeping"/)));
    const text = await (await client.send('GET', '/metrics')).text();
    expect(text).toMatch(/^housekeeping_failed 0$/m);
    program.child.kill('SIGKILL');
    await program.ended;

    const db = await openDatabase(DATABASE_URL);
    await db.$executeRawUnsafe('DROP TABLE "SentReminder"');
    await closeDatabase(db);
    const broken = startProgram({ ...SETTINGS, DATABASE_URL });
    const other = new Client(originOf(await broken.until(/"msg":"housekeeping"/)));
    expect(await (await other.send('GET', '/metrics')).text()).toMatch(/^housekeeping_failed 1$/m);
    broken.child.kill('SIGKILL');
    await broken.ended;
  });

  test('ends its streams of events as soon as it is told to stop', async () => {
    const admin = { username: 'marta', password: 'corner-flag-17' };
    const program = startProgram({
      ...SETTINGS,
      DATABASE_URL: await url(),
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    });
    const origin = originOf(await program.until(/The site is at/));
    const client = new Client(origin);
    await client.call(login, { body: admin });
    const listeners = await Promise.all(
      Array.from({ length: 5 }, () => listenLive(origin, client.cookie)),
    );
    for (const listener of listeners) await listener.until(() => true);

    program.child.kill('SIGTERM');
    // A call is cut only after the grace for calls in flight.
    expect(await Promise.all(listeners.map(({ ended }) => ended))).toEqual(
      Array.from({ length: 5 }, () => 'complete'),
    );
    expect(await program.ended).toBe(0);
  });
});

test('a wrong environment is one line for each mistake', async () => {
  const program = startProgram({ PORT: 'abc', AGENT_ACCESS: 'all', TRUST_PROXY: '-1' });
  expect(await program.ended).toBe(1);
  expect(program.text().trim().split('\n').sort()).toEqual([
    'AGENT_ACCESS must be none or dashboard.',
    'PORT must be a whole number from 0 to 65535.',
    'TRUST_PROXY must be a whole number from 0 to 10.',
  ]);
});

test.each([
  ['an unknown HOST', { HOST: 'no-such-host.invalid' }, /^HOST is unknown here: set it to/],
  [
    'a HOST of another machine',
    { HOST: '192.0.2.1' },
    /^This HOST and PORT cannot be used: .* Set HOST/,
  ],
  [
    'a folder that may not be written',
    { DATABASE_URL: 'file:/sys/agency.db' },
    /^The user who runs this \(\d+\) may not write \/sys\/agency.db: give that user the folder/,
  ],
])('%s is one line with its cause and its mend', async (_, settings, line) => {
  const folder = mkdtempSync(join(tmpdir(), 'main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { SESSION_KEYS } = SETTINGS;
  const usual = { SESSION_KEYS, DATABASE_URL: `file:${folder}/agency.db` };
  const program = startProgram({ ...usual, ADMIN_PASSWORD: 'corner-flag-17', ...settings });
  expect(await program.ended).toBe(1);
  const lines = program.text().trim().split('\n');
  expect(lines.filter((each) => !each.includes('dist/pwa'))).toEqual([expect.stringMatching(line)]);
});

test('a damaged database file is one line that says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'agency.db'), 'This is no database. '.repeat(500));
  const DATABASE_URL = `file:${folder}/agency.db`;
  const program = startProgram({ ...SETTINGS, DATABASE_URL });
  expect(await program.ended).toBe(1);
  expect(program.text()).toBe(
    `${folder}/agency.db is damaged or no SQLite database: put it aside and restore a backup.\n`,
  );
});

test('PostgreSQL that is not there yet is waited for, in one line, and then answers for itself', async () => {
  const port = await freePort();
  const DATABASE_URL = `postgres://agency@127.0.0.1:${port}/agency`;
  const program = startProgram({ ...SETTINGS, DATABASE_URL });
  await program.until(/waited for/);
  await openRefusingPostgres(port, ['57P03', '57P03', '28P01']);
  expect(await program.ended).toBe(1);
  expect(program.text().trim().split('\n')).toEqual([
    'PostgreSQL is not there yet: it is waited for, 30 s at most.',
    'Cannot open the database: The server says 28P01. Correct the password in DATABASE_URL.',
  ]);
});

test('V13.3.2 a port that is in use is one line', async () => {
  const taken = createServer();
  await new Promise<void>((ready) => {
    taken.listen(0, '127.0.0.1', ready);
  });
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const program = startProgram({
    PORT: String(port),
    DATABASE_URL: `file:${folder}/agency.db`,
    ADMIN_PASSWORD: 'corner-flag-17',
  });

  expect(await program.ended).toBe(1);
  const lines = program.text().trim().split('\n');
  expect(lines.filter((line) => !line.includes('dist/pwa'))).toEqual([
    'This PORT is in use: set PORT to another one.',
  ]);
  const keys = join(folder, 'session-keys');
  expect(readFileSync(keys, 'utf8')).toMatch(/^[\w-]{43}\n$/);
  expect(statSync(keys).mode & 0o777).toBe(0o600);
});
