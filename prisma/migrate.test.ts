import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeBackup } from '#prisma/backup/backup.ts';
import { restore } from '#prisma/backup/restore.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { freePort } from '#server/test/free-port.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { aPlayer } from '#server/test/samples.ts';
import { closeDatabase, openDatabase } from './client.ts';
import { DatabaseRefused } from './database-refused.ts';
import { migrate, refuseUnmigrated } from './migrate.ts';
import { driftOf } from './schema-engine.ts';
import { type Provider, providerOf, sqlitePath } from './url.ts';

const later = '99990101000000_later';

onBothDatabases('migrating', ({ provider, blankUrl, url }) => {
  test('makes what schema.prisma says, and Prisma agrees with the list of what ran', async () => {
    const at = await blankUrl();
    await migrate(at);
    expect(await driftOf(at)).toEqual({ sql: null, history: [] });
  });

  test('would notice a column that schema.prisma does not have', async () => {
    const at = await url();
    await query(at, 'ALTER TABLE "Campaign" ADD COLUMN "colour" TEXT');
    expect((await driftOf(at)).sql).toContain('Campaign');
  });

  if (provider === 'postgresql') {
    test('waits for a server that is not there yet', async () => {
      const at = new URL(await blankUrl());
      const folder = at.searchParams.get('host') ?? '';
      at.searchParams.delete('host');
      at.host = `127.0.0.1:${await freePort()}`;
      const server = createServer((socket) => {
        const real = connect(`${folder}/.s.PGSQL.5432`);
        real.on('error', () => socket.destroy());
        socket.on('error', () => real.destroy());
        socket.pipe(real).pipe(socket);
      });
      onTestFinished(() => void server.close());
      const onWait = vi.fn(() => void server.listen(Number(at.port), '127.0.0.1'));

      const applied = await migrate(at.href, { onWait });
      expect(applied).toEqual(namesIn(join('prisma', 'migrations', provider)));
      expect(onWait).toHaveBeenCalledTimes(1);
    });
  }

  test('names what it applied, and nothing the second time', async () => {
    const at = await blankUrl();
    expect(await migrate(at)).toEqual(namesIn(join('prisma', 'migrations', provider)));
    expect(await migrate(at)).toEqual([]);
  });

  test('gives each database an epoch of its own, once', async () => {
    const [one, other] = [await blankUrl(), await blankUrl()];
    for (const at of [one, other, one]) await migrate(at);
    const epochs = await Promise.all([one, other].map(epochOf));
    expect(new Set(epochs).size).toBe(2);

    await migrate(one);
    expect(await epochOf(one)).toBe(epochs[0]);
  });

  test('runs once when two processes start at the same moment', async () => {
    const at = await blankUrl();
    const [one, other] = await Promise.all([migrateElsewhere(at), migrateElsewhere(at)]);
    expect([...one, ...other]).toEqual(namesIn(join('prisma', 'migrations', provider)));
    expect(await driftOf(at)).toEqual({ sql: null, history: [] });
  });

  test('refuses a database that is newer than the program, and leaves it alone', async () => {
    const at = await blankUrl();
    await migrate(at, {
      root: withLater(provider, 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY)'),
    });

    const reason = await reasonOf(migrate(at));
    expect(reason).toBeInstanceOf(DatabaseRefused);
    expect(String(reason)).toMatch(/newer than this program.+99990101000000_later/);
    expect(String(reason).split('\n')).toHaveLength(1);
    expect(await query(at, 'SELECT * FROM "Later"')).toEqual([]);
  });

  test('is asked about before a database with rows is changed, and a refusal changes nothing', async () => {
    const at = await url();
    const root = withLater(provider, 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY)');
    const asked: unknown[] = [];
    const refusal = new DatabaseRefused('Not now.');
    const refuse = async (pending: readonly string[]) => {
      asked.push(pending);
      throw refusal;
    };
    expect(await reasonOf(migrate(at, { root, beforeChange: refuse }))).toBe(refusal);
    expect(asked).toEqual([[later]]);
    expect(await migrate(at, { beforeChange: refuse })).toEqual([]);

    const copy = join(temporaryFolder(), 'before');
    const backUp = async () => void (await writeBackup(at, copy));
    expect(await migrate(at, { root, beforeChange: backUp })).toEqual([later]);
    const restored = await blankUrl();
    await restore(restored, copy);
    expect(await driftOf(restored)).toMatchObject({ sql: null });
    expect(await migrate(await blankUrl(), { beforeChange: refuse })).not.toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test('is demanded of commands that change no table', async () => {
    const at = await blankUrl();
    expect(String(await reasonOf(refuseUnmigrated(at)))).toContain('start the server once');
    await migrate(at);
    await refuseUnmigrated(at);
    const [newest = ''] = namesIn(join('prisma', 'migrations', provider)).reverse();
    await query(at, `DELETE FROM "_prisma_migrations" WHERE migration_name = '${newest}'`);
    expect(String(await reasonOf(refuseUnmigrated(at)))).toContain(`it lacks ${newest}`);
  });

  test('refuses a migration that was edited after it ran', async () => {
    const at = await blankUrl();
    await migrate(at, {
      root: withLater(provider, 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY)'),
    });
    const edited = withLater(provider, 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY);');
    await expect(migrate(at, { root: edited })).rejects.toThrow(`Migration ${later} was edited`);
  });

  test('refuses a migration that the prisma command has left half done', async () => {
    const at = await url();
    await query(
      at,
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('x', 'y', '${later}')`,
    );
    const root = withLater(provider, 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY)');
    await expect(migrate(at, { root })).rejects.toThrow(`Migration ${later} failed earlier`);
  });

  test('undoes a migration that fails in its middle, and goes on when it is repaired', async () => {
    const at = await url();
    const create = 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY);';
    const broken = withLater(provider, `${create} INSERT INTO "Nowhere" VALUES (1)`);

    const reason = await reasonOf(migrate(at, { root: broken }));
    expect(reason).toBeInstanceOf(DatabaseRefused);
    expect(String(reason)).toMatch(/99990101000000_later failed, nothing was changed: .*nowhere/i);
    await expect(query(at, 'SELECT * FROM "Later"')).rejects.toThrow();
    expect(await migrate(at)).toEqual([]);

    expect(await migrate(at, { root: withLater(provider, create) })).toEqual([later]);
    expect(await query(at, 'SELECT * FROM "Later"')).toEqual([]);
  });

  test('begins again after the process was killed in its middle', async () => {
    const at = await url();
    const create = 'CREATE TABLE "Later" ("id" INTEGER PRIMARY KEY);';
    const child = spawn(
      process.execPath,
      migrating(at, withLater(provider, `${create} ${SLOW[provider]}`)),
    );
    const gone = new Promise((resolve) => child.once('exit', resolve));
    while (!(await isMigrating(at))) await pause(50);
    child.kill('SIGKILL');
    await gone;
    // PostgreSQL notices the lost connection only at the end of the statement.
    if (provider === 'postgresql') await query(at, CANCEL_SLOW);

    expect(await migrate(at, { root: withLater(provider, create) })).toEqual([later]);
    expect(await driftOfTables(at)).toEqual(['Later']);
  });

  test('keeps the rows that refer to a table which is made anew, and its totals', async () => {
    const at = await url();
    const db = await openDatabase(at);
    const change = { previousStatus: 'pending', newStatus: 'signed', createdAt: new Date() };
    await db.application.create({
      data: { ...aPlayer(), history: { create: { id: 'h', ...change } } },
    });
    await closeDatabase(db);

    await migrate(at, { root: withLater(provider, REBUILD[provider]) });
    expect(await query(at, 'SELECT "id", "applicationId" FROM "HistoryEntry"')).toEqual([
      { id: 'h', applicationId: aPlayer().id },
    ]);
    // The triggers that keep the totals went with the old table.
    await query(at, 'UPDATE "Application" SET "version" = 41');
    expect(await query(at, `SELECT * FROM "ListTotal" WHERE "name" = 'Application'`)).toMatchObject(
      [{ count: 1, sum: provider === 'sqlite' ? 41 : '41' }],
    );
  });

  test('undoes a migration that leaves a row referring to nothing', async () => {
    const at = await url();
    const root = withLater(
      provider,
      `INSERT INTO "Visit" ("id", "campaignId", "createdAt", "day", "arrivedAt") VALUES ('v', 99, '2024-01-05', '2024-01-05', '2024-01-05')`,
    );
    await expect(migrate(at, { root })).rejects.toThrow(/Visit.+Campaign|Visit_campaignId_fkey/);
    expect(await query(at, 'SELECT * FROM "Visit"')).toEqual([]);
    expect(await migrate(at)).toEqual([]);
  });
});

test('V13.3.2 makes the folder and the file of an embedded database, for nobody else to read', async () => {
  const folder = join(temporaryFolder(), 'data');
  const path = join(folder, 'app.db');
  await migrate(`file:${path}`);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['a file that is no database', () => `file:${join(process.cwd(), 'package.json')}`],
  ['a folder', () => `file:${temporaryFolder()}`],
  ['a folder in a file', () => `file:${join(process.cwd(), 'package.json', 'app.db')}`],
  ['a server that is not there', () => 'postgres://agent:secret@127.0.0.1:1/agency'],
])('refuses %s in one line, without the password', async (_, urlOf) => {
  const reason = await reasonOf(migrate(urlOf()));
  expect(reason).toBeInstanceOf(DatabaseRefused);
  expect((reason as Error).message).toMatch(
    /^(Cannot open the database|A file stands in the way of the folder \S+|\/\S+ is damaged or no SQLite database): .+\.$/,
  );
  expect((reason as Error).message).not.toContain('secret');
});

test('says so when it is started in another folder', async () => {
  const root = join(temporaryFolder(), 'migrations');
  await expect(migrate('file:never-made.db', { root })).rejects.toThrow(DatabaseRefused);
  expect(existsSync('never-made.db')).toBe(false);
});

/** The real migrations and one more. */
function withLater(provider: Provider, sql: string): string {
  const root = temporaryFolder();
  cpSync(join('prisma', 'migrations'), root, { recursive: true });
  mkdirSync(join(root, provider, later));
  writeFileSync(join(root, provider, later, 'migration.sql'), sql);
  return root;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort();
}

/** Arguments for node: migrates in a process of its own and prints the applied migrations. */
function migrating(url: string, root = join('prisma', 'migrations')): string[] {
  const code = `import { migrate } from './prisma/migrate.ts';
    console.log(JSON.stringify(await migrate(${JSON.stringify(url)}, ${JSON.stringify({ root })})));`;
  return ['--import', 'tsx', '--input-type=module', '-e', code];
}

async function migrateElsewhere(url: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, migrating(url));
  return JSON.parse(stdout) as string[];
}

/** True while another process is inside the transaction in which it migrates. */
async function isMigrating(url: string): Promise<boolean> {
  if (providerOf(url) === 'postgresql') {
    const [row] = await query(url, 'SELECT pg_try_advisory_xact_lock(72707369) AS free');
    return row?.free === false;
  }
  const db = new Database(sqlitePath(url), { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    db.close();
  }
}

const SLOW: Record<Provider, string> = {
  sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;',
  postgresql: 'SELECT pg_sleep(600);',
};
const CANCEL_SLOW =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid() AND datname = current_database()";

const REBUILD: Record<Provider, string> = {
  sqlite: `PRAGMA defer_foreign_keys=ON;
    PRAGMA foreign_keys=OFF;
    CREATE TABLE "new_Application" AS SELECT * FROM "Application";
    DROP TABLE "Application";
    CREATE TABLE "Application" ("id" TEXT NOT NULL PRIMARY KEY, "version" INTEGER NOT NULL);
    INSERT INTO "Application" SELECT "id", "version" FROM "new_Application";
    DROP TABLE "new_Application";
    PRAGMA foreign_keys=ON;
    PRAGMA defer_foreign_keys=OFF;`,
  postgresql: 'ALTER TABLE "Application" ADD COLUMN "more" TEXT',
};

/** The tables of the database that schema.prisma does not have. */
async function driftOfTables(url: string): Promise<string[]> {
  const { sql } = await driftOf(url);
  return [...(sql ?? '').matchAll(/DROP TABLE "(\w+)"/g)].map(([, table]) => table ?? '');
}

async function epochOf(url: string): Promise<unknown> {
  const [row] = await query(url, 'SELECT epoch FROM "ReplicationState"');
  return row?.epoch;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (providerOf(url) === 'sqlite') {
    const db = new Database(sqlitePath(url));
    try {
      const statement = db.prepare<[], Record<string, unknown>>(sql);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
