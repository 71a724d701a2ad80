import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { DatabaseRefused } from '#prisma/database-refused.ts';
import { totalOf } from '#prisma/kept-counts.ts';
import { migrate } from '#prisma/migrate.ts';
import { seed } from '#prisma/seed.ts';
import { sqlitePath } from '#prisma/url.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { aContact, aPlayer } from '#server/test/samples.ts';
import { writeBackup } from './backup.ts';
import { giveNewEpoch, restore } from './restore.ts';
import { drill } from './restore-drill.ts';

/** The players and the epoch of a database, opened as the server opens it. */
async function read(url: string): Promise<{ players: string[]; epoch: string }> {
  await migrate(url);
  const db = await openDatabase(url);
  const players = (await db.application.findMany()).map(({ playerName }) => playerName);
  const { epoch } = await db.replicationState.findUniqueOrThrow({ where: { id: 1 } });
  await closeDatabase(db);
  return { players: players.sort(), epoch };
}

async function add(url: string, playerName: string, n: number): Promise<void> {
  const db = await openDatabase(url);
  await db.application.create({ data: { ...aPlayer(n), playerName } });
  await closeDatabase(db);
}

onBothDatabases('fault 32: bringing a backup back', ({ provider, url }) => {
  test('gives a database that was put back by hand a new epoch each time', async () => {
    const at = await url();
    const epochs = [(await read(at)).epoch];
    for (const _ of [1, 2]) {
      await giveNewEpoch(at);
      epochs.push((await read(at)).epoch);
    }
    expect(new Set(epochs).size).toBe(3);
    if (provider === 'postgresql') {
      const dump = join(newFolder(), 'a.dump');
      await writeBackup(at, dump);
      expect(String(await reasonOf(restore(at, dump)))).toContain('The database is not empty');
      expect((await read(at)).epoch).toBe(epochs[2]);
    }
  });
});

onBothDatabases('fault 32: a backup that the server has made', ({ provider, url, blankUrl }) => {
  test('is restored into an empty database, under a new epoch', async () => {
    const at = await url();
    await add(at, 'Before', 0);
    const { epoch } = await read(at);
    const backup = join(newFolder(), 'backup');
    await writeBackup(at, backup);

    const empty = await blankUrl();
    expect(await restore(empty, backup)).toBeNull();
    const restored = await read(empty);
    expect(restored.players).toEqual(['Before']);
    expect(restored.epoch).not.toBe(epoch);
  });

  test('is refused while a server uses the database, and so is a new epoch alone', async () => {
    const at = await url();
    const before = await read(at);
    const db = await openDatabase(at);
    await db.application.count();
    const backup = join(newFolder(), 'backup');
    await writeBackup(at, backup);
    for (const attempt of [() => restore(at, backup), () => giveNewEpoch(at)]) {
      expect(String(await reasonOf(attempt()))).toContain('stop the server first');
    }
    await closeDatabase(db);
    expect(await read(at)).toEqual(before);
  });

  test('is tried out in a temporary place while the server runs, and nothing is left of it', async () => {
    const at = await url();
    await add(at, 'Before', 0);
    const backup = join(newFolder(), 'backup');
    await writeBackup(at, backup);
    await add(at, 'After', 1);
    const db = await openDatabase(at);
    await db.application.count();

    const { rows, problem } = await drill(at, backup);
    expect(problem).toBeNull();
    const of = (name: string) => rows.find(({ table }) => table === name);
    expect(of('Application')).toEqual({ table: 'Application', restored: 1, now: 2 });
    expect(of('ReplicationState')).toMatchObject({ restored: 1, now: 1 });
    expect(await db.application.count()).toBe(2);
    if (provider === 'postgresql') {
      const names = 'SELECT datname FROM pg_database WHERE datname LIKE $1';
      expect(await db.$queryRawUnsafe(names, 'restore_drill%')).toEqual([]);
    }
    await closeDatabase(db);

    writeFileSync(backup, 'Half of a backup.');
    expect(await reasonOf(drill(at, backup))).toBeInstanceOf(DatabaseRefused);
  });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Overwrites the first page of the applications. */
function damage(path: string): void {
  const whole = new Database(path);
  whole.pragma('journal_mode = DELETE');
  const pageSize = Number(whole.pragma('page_size', { simple: true }));
  const roots = whole.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'Application'");
  const root = Number(roots.pluck().get());
  whole.close();
  overwrite(path, (root - 1) * pageSize, pageSize);
}

function overwrite(path: string, at: number, bytes: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 7), 0, bytes, at);
  closeSync(file);
}

onBothDatabases('a backup of an embedded database', ({ blankUrl, provider }) => {
  test('is restored into either database, row by row, and ids and totals go on', async () => {
    const at = `file:${join(newFolder(), 'agency.db')}`;
    await migrate(at);
    const db = await openDatabase(at);
    await seed(db);
    await addOddRows(db);
    const backup = join(newFolder(), 'backup.db');
    await writeBackup(at, backup);
    const before = await everyRow(db);
    const next = await db.contact.create({ data: aContact(999) });
    await closeDatabase(db);

    const empty = await blankUrl();
    await restore(empty, backup);
    const restored = await openDatabase(empty);
    const epoch = expect.stringMatching(/^restored-/);
    const [state] = before.replicationState ?? [];
    expect(await everyRow(restored)).toEqual({
      ...before,
      replicationState: [{ ...(state as object), epoch }],
    });
    expect((await restored.contact.create({ data: aContact(999) })).id).toBe(next.id);
    const { count } = await totalOf(restored, 'Contact');
    expect(count).toBe((before.contact?.length ?? 0) + 1);
    await closeDatabase(restored);
    if (provider === 'sqlite') return;
    expect(String(await reasonOf(restore(empty, backup)))).toContain('The database is not empty');
  });
});

/** Values of the types that the two databases keep in different ways. */
async function addOddRows(db: Db): Promise<void> {
  const { id: userId } = await db.user.create({
    data: {
      username: 'Zoë',
      usernameKey: 'zoë',
      passwordHash: 'x',
      email: 'zoe@example.org',
      firstName: '',
      lastName: '',
      approved: true,
    },
  });
  await db.passkey.create({
    data: {
      id: 'k',
      userId,
      publicKey: Buffer.from([0, 255, 1]),
      counter: 2 ** 33,
      name: 'Phone',
      transports: '',
      createdAt: new Date('2026-01-05T08:00:00.123Z'),
    },
  });
  await db.auditEntry.create({
    data: { at: new Date(), kind: 'signed-in', actor: 'user', userId },
  });
  const createdAt = new Date('2026-01-05T08:00:00Z');
  await db.portrait.create({
    data: {
      id: '0123456789abcdef',
      bytes: Buffer.from([255, 216, 0]),
      webp: null,
      width: 4,
      height: 5,
      createdAt,
    },
  });
  const content = '{"texts":{"fr":{"hero.title":"Votre jeu\u202f: ma parole."}}}';
  const { id: first } = await db.publication.create({ data: { content, createdAt, userId } });
  await db.publication.create({ data: { content, createdAt, userId, restores: first } });
  const gone = await db.contact.create({ data: aContact(998) });
  await db.contact.delete({ where: { id: gone.id } });
}

/** The rows of every table, in a stable order, by the table's name. */
async function everyRow(db: Db): Promise<Record<string, unknown[]>> {
  const tables = Object.entries(db).filter(([, table]) => typeof table?.findMany === 'function');
  const all: Record<string, unknown[]> = {};
  for (const [name, table] of tables) {
    const rows: unknown[] = await table.findMany();
    all[name] = rows.sort((one, other) => (inspect(one) < inspect(other) ? -1 : 1));
  }
  return all;
}

describe('fault 32: putting a file back', () => {
  /** An embedded database with one player, its backup, and a player added after the backup. */
  async function backedUp(): Promise<{ at: string; backup: string; folder: string }> {
    const folder = newFolder();
    const at = `file:${join(folder, 'agency.db')}`;
    const backup = join(folder, 'backup.db');
    await migrate(at);
    await add(at, 'Before', 0);
    const running = new Database(sqlitePath(at));
    await running.backup(backup);
    running.close();
    await add(at, 'After', 1);
    return { at, backup, folder };
  }

  test('brings back what was in it, under a new epoch, and keeps what was there before', async () => {
    const { at, backup, folder } = await backedUp();
    const { players, epoch } = await read(at);
    expect(players).toEqual(['After', 'Before']);

    const replaced = await restore(at, backup);
    expect(readdirSync(folder).sort()).toEqual(
      ['agency.db', basename(String(replaced)), 'backup.db'].sort(),
    );
    expect(statSync(sqlitePath(at)).mode & 0o777).toBe(0o600);
    const now = await read(at);
    expect(now.players).toEqual(['Before']);
    expect(now.epoch).not.toBe(epoch);
    expect((await read(`file:${replaced}`)).players).toEqual(['After', 'Before']);
    expect((await read(`file:${backup}`)).epoch).toBe(epoch);
  });

  test.each([
    ['with a damaged page, although it opens', damage],
    ['whose last page is gone', (file: string) => truncateSync(file, statSync(file).size - 1_000)],
    ['of which half is left', (file: string) => truncateSync(file, statSync(file).size / 2)],
    ['with other bytes at its beginning', (file: string) => overwrite(file, 0, 50)],
    ['with other bytes in its schema', (file: string) => overwrite(file, 100, 50)],
  ])('takes no backup %s', async (_, spoil) => {
    const { at, backup } = await backedUp();
    const before = await read(at);
    spoil(backup);

    expect(await reasonOf(restore(at, backup))).toBeInstanceOf(DatabaseRefused);
    expect(await reasonOf(drill(at, backup))).toBeInstanceOf(DatabaseRefused);
    expect(await read(at)).toEqual(before);
  });

  test('brings it back where nothing is left but the log of the database that was there', async () => {
    const { at, backup } = await backedUp();
    const path = sqlitePath(at);
    rmSync(path);
    writeFileSync(`${path}-wal`, 'Left behind.');
    expect(await restore(at, backup)).toBeNull();
    expect((await read(at)).players).toEqual(['Before']);
  });

  test.each([
    [
      'is no database any more',
      (path: string) => writeFileSync(path, 'Over. '.repeat(900)),
      /is damaged/,
    ],
    // Its rows can be counted by an index.
    ['has a damaged page', damage, /^$/],
    ['is gone', (path: string) => rmSync(path), /^There is no /],
  ])('brings it back where the file %s, and keeps what is left of it', async (_, spoil, said) => {
    const { at, backup, folder } = await backedUp();
    const path = sqlitePath(at);
    spoil(path);
    const left = existsSync(path) ? readFileSync(path) : null;

    const { rows, problem } = await drill(at, backup);
    expect(rows.find(({ table }) => table === 'Application')?.restored).toBe(1);
    expect(problem ?? '').toMatch(said);
    const replaced = await restore(at, backup);
    expect(replaced && readFileSync(replaced)).toEqual(left);
    expect((await read(at)).players).toEqual(['Before']);
    expect(readdirSync(folder).filter((name) => name.includes('incoming'))).toEqual([]);
  });

  test('changes nothing while the server runs, and takes no file that is no backup', async () => {
    const { at, backup, folder } = await backedUp();
    const db = await openDatabase(at);
    await db.application.count();
    expect(String(await reasonOf(restore(at, backup)))).toContain('stop the server first');
    expect(await db.application.count()).toBe(2);
    await closeDatabase(db);

    const other = join(folder, 'other');
    writeFileSync(other, 'This is no database, however long it is. '.repeat(1_000));
    new Database(join(folder, 'empty.db')).exec('CREATE TABLE "Other" ("id" INTEGER)').close();
    for (const wrong of [other, join(folder, 'empty.db'), join(folder, 'missing.db')]) {
      expect(await reasonOf(restore(at, wrong))).toBeInstanceOf(DatabaseRefused);
    }
    expect(await reasonOf(giveNewEpoch(`file:${join(folder, 'no.db')}`))).toBeInstanceOf(
      DatabaseRefused,
    );
    expect((await read(at)).players).toEqual(['After', 'Before']);
    const files = ['agency.db', 'backup.db', 'empty.db', 'other'];
    expect(readdirSync(folder).sort()).toEqual(files);
  });
});
