import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import {
  codeOf,
  DatabaseRefused,
  isDamaged,
  missingFile,
  refusalOf,
  textOf,
} from '#prisma/database-refused.ts';
import { migrate } from '#prisma/migrate.ts';
import { openMigrationStore } from '#prisma/migration-store.ts';
import { countTables, isPostgresUsed } from '#prisma/postgres-state.ts';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { copyToPostgres } from './copy-to-postgres.ts';
import { restoreDump } from './postgres-programs.ts';

/**
 * Brings the backup back into the database at `url` while no server uses it, and gives it a new epoch: so
 * the next start and every phone know that the database was restored. An embedded database, also a damaged one,
 * is replaced by the file; a PostgreSQL database must be empty, and takes a backup of an embedded one, too.
 *
 * @returns the path of the replaced database; null if none was replaced
 * @throws DatabaseRefused if the file is no backup, or the database is in use; then nothing was changed
 */
export async function restore(url: string, backup: string): Promise<string | null> {
  if (!existsSync(backup)) throw missingFile(backup);
  const epoch = newEpoch();
  if (providerOf(url) === 'sqlite') return replaceFile(url, backup, epoch);
  await refuseUsed(url);
  await fillEmpty(url, backup);
  await giveEpoch(url, epoch);
  return null;
}

/**
 * Gives a database that was restored by other means a new epoch, while no server uses it.
 *
 * @throws DatabaseRefused if there is none, or it is in use; then nothing was changed
 */
export async function giveNewEpoch(url: string): Promise<void> {
  await refuseUsed(url);
  await giveEpoch(url, newEpoch());
}

function newEpoch(): string {
  return `restored-${new Date().toISOString()}`;
}

async function replaceFile(url: string, backup: string, epoch: string): Promise<string | null> {
  const path = sqlitePath(url);
  const incoming = `${path}.incoming`;
  makeFolder(url);
  try {
    copyWhole(backup, incoming);
    await giveEpoch(`file:${incoming}`, epoch);
    const replaced = existsSync(path) ? putAside(url, `${path}.replaced-${stampOf(epoch)}`) : null;
    // Logs of a database that was removed by hand must not be applied to this one.
    for (const suffix of LOGS) rmSync(path + suffix, { force: true });
    renameSync(incoming, path);
    return replaced;
  } catch (error) {
    throw refusalOf(error, url);
  } finally {
    for (const suffix of ['', ...LOGS]) rmSync(incoming + suffix, { force: true });
  }
}

function makeFolder(url: string): void {
  try {
    mkdirSync(dirname(sqlitePath(url)), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw refusalOf(error, url);
  }
}

/** Brings a dump, or a backup of an embedded database, back into a PostgreSQL database without tables. */
async function fillEmpty(url: string, backup: string): Promise<void> {
  if ((await countTables(url)) > 0) {
    throw new DatabaseRefused(
      'The database is not empty: create an empty one and name it in DATABASE_URL.',
    );
  }
  const fill = isSqlite(backup) ? moveToPostgres(url, backup) : restoreDump(backup, url);
  await fill.catch((cause: unknown) => {
    throw new DatabaseRefused(`${backup} was not brought back: ${textOf(cause)}.`, { cause });
  });
}

async function moveToPostgres(url: string, backup: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const copy = join(folder, 'agency.db');
  try {
    copyWhole(backup, copy);
    await migrate(`file:${copy}`);
    await migrate(url);
    await copyToPostgres(copy, url);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By the first bytes of the file. */
function isSqlite(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(15);
    readSync(file, head);
    return head.toString() === 'SQLite format 3';
  } finally {
    closeSync(file);
  }
}

/** What SQLite writes beside a database that is open. */
const LOGS = ['-wal', '-shm'];

/** Copies a database with its log, and merges the log into the copy. */
function copyWhole(from: string, to: string): void {
  try {
    accessSync(from, constants.R_OK);
  } catch (cause) {
    const text = `The user who runs this (${process.getuid?.()}) may not read ${from}.`;
    throw new DatabaseRefused(text, { cause });
  }
  for (const suffix of ['', '-wal']) {
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }
  chmodSync(to, 0o600);
  try {
    const copy = new Database(to);
    const said = copy.pragma('quick_check', { simple: true });
    copy.pragma('wal_checkpoint(TRUNCATE)');
    copy.close();
    if (said !== 'ok') throw new Error(String(said));
  } catch (cause) {
    throw new DatabaseRefused(`${from} is not a whole database.`, { cause });
  }
}

/** Renames the current database, with its log if it is too damaged to merge it. */
function putAside(url: string, name: string): string {
  const path = sqlitePath(url);
  try {
    mergeLog(url);
  } catch (error) {
    if (!(error instanceof DatabaseRefused && isDamaged(error.cause))) throw error;
  }
  for (const suffix of ['', ...LOGS]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix);
  }
  return name;
}

const IN_USE = 'The database is in use: stop the server first.';

/** Throws DatabaseRefused while another process uses the database, or if it cannot be opened. */
async function refuseUsed(url: string): Promise<void> {
  if (providerOf(url) === 'postgresql') {
    if (await isPostgresUsed(url)) throw new DatabaseRefused(IN_USE);
  } else if (existsSync(sqlitePath(url))) mergeLog(url);
}

/** Merges the log into the file, which only works while no other process uses the database. */
function mergeLog(url: string): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(sqlitePath(url), { timeout: 0 });
    database.pragma('journal_mode = DELETE');
  } catch (cause) {
    if (codeOf(cause).startsWith('SQLITE_BUSY')) throw new DatabaseRefused(IN_USE, { cause });
    throw refusalOf(cause, url);
  } finally {
    database?.close();
  }
}

async function giveEpoch(url: string, epoch: string): Promise<void> {
  if (providerOf(url) === 'sqlite' && !existsSync(sqlitePath(url))) {
    throw missingFile(sqlitePath(url));
  }
  const store = await openMigrationStore(url);
  try {
    await store.script(`UPDATE "ReplicationState" SET epoch = '${epoch}'`);
    const [hasClaim] = await store.query(CLAIM_MIGRATION);
    if (hasClaim) await store.script(NO_CLAIM);
  } catch (cause) {
    throw new DatabaseRefused('This is no database of this program.', { cause });
  } finally {
    await store.close();
  }
}

/** A backup is made under a claim, and holds it: no other backup starts in the database that it goes back into. */
const NO_CLAIM = 'UPDATE "BackupState" SET "claimedUntil" = NULL';
/** Finds a row unless the database is older than claims. */
const CLAIM_MIGRATION = `SELECT 1 FROM "_prisma_migrations"
  WHERE "migration_name" = '20261122170058_backup_state'`;

function stampOf(epoch: string): string {
  return epoch.replace(/\D/g, '').slice(0, 14);
}
