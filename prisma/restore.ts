import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { DatabaseRefused } from './migrate.ts';
import { openMigrationStore } from './migration-store.ts';
import { restoreDump } from './postgres-programs.ts';
import { countTables, isPostgresUsed } from './postgres-state.ts';
import { providerOf, sqlitePath } from './url.ts';

/**
 * Brings the backup back into the database at `url` while no server uses it, and gives it a new epoch: so
 * the next start and every phone know that the database was restored. An embedded database is replaced by
 * the file; a PostgreSQL database must be empty. Without a backup, a database that was brought back by
 * other means gets its new epoch.
 *
 * @returns the path of the replaced database; null if none was replaced
 * @throws DatabaseRefused if the file is no backup, or the database is in use; then nothing was changed
 */
export async function restore(url: string, backup?: string): Promise<string | null> {
  const epoch = `restored-${new Date().toISOString()}`;
  const isEmbedded = providerOf(url) === 'sqlite';
  let replaced: string | null = null;
  if (backup !== undefined && isEmbedded) replaced = await replaceFile(url, backup, epoch);
  else {
    await refuseUsed(url);
    if (backup !== undefined) await fillEmpty(url, backup);
    await giveEpoch(url, epoch);
  }
  return replaced;
}

async function replaceFile(url: string, backup: string, epoch: string): Promise<string | null> {
  const path = sqlitePath(url);
  const incoming = `${path}.incoming`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    copyWhole(backup, incoming);
    await giveEpoch(`file:${incoming}`, epoch);
    const replaced = existsSync(path) ? putAside(path, `${path}.replaced-${stampOf(epoch)}`) : null;
    // Logs of a database that was removed by hand must not be applied to this one.
    for (const suffix of SUFFIXES.slice(1)) rmSync(path + suffix, { force: true });
    renameSync(incoming, path);
    return replaced;
  } finally {
    for (const suffix of SUFFIXES) rmSync(incoming + suffix, { force: true });
  }
}

/** Brings a dump back into a PostgreSQL database without tables. */
async function fillEmpty(url: string, dump: string): Promise<void> {
  if (!existsSync(dump)) throw new DatabaseRefused(`There is no ${dump}.`);
  if ((await countTables(url)) > 0) {
    throw new DatabaseRefused(
      'The database is not empty: create an empty one and name it in DATABASE_URL.',
    );
  }
  await restoreDump(dump, url).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseRefused(`${dump} was not brought back: ${reason}`, { cause });
  });
}

const SUFFIXES = ['', '-wal', '-shm'];

/** Copies a database with its log, and merges the log into the copy. */
function copyWhole(from: string, to: string): void {
  if (!existsSync(from)) throw new DatabaseRefused(`There is no ${from}.`);
  for (const suffix of SUFFIXES.slice(0, 2)) {
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

/** Renames the current database, as one file. */
function putAside(path: string, name: string): string {
  mergeLog(path);
  renameSync(path, name);
  return name;
}

const IN_USE = 'The database is in use: stop the server first.';

/** Throws DatabaseRefused while another process uses the database. */
async function refuseUsed(url: string): Promise<void> {
  if (providerOf(url) === 'postgresql') {
    if (await isPostgresUsed(url)) throw new DatabaseRefused(IN_USE);
  } else if (existsSync(sqlitePath(url))) mergeLog(sqlitePath(url));
}

/** Merges the log into the file, which only works while no other process uses the database. */
function mergeLog(path: string): void {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('journal_mode = DELETE');
  } catch (cause) {
    throw new DatabaseRefused(IN_USE, { cause });
  } finally {
    database.close();
  }
}

async function giveEpoch(url: string, epoch: string): Promise<void> {
  if (providerOf(url) === 'sqlite' && !existsSync(sqlitePath(url))) {
    throw new DatabaseRefused(`There is no ${sqlitePath(url)}.`);
  }
  const store = await openMigrationStore(url);
  try {
    await store.script(`UPDATE "ReplicationState" SET epoch = '${epoch}'`);
  } catch (cause) {
    throw new DatabaseRefused('This is no database of this program.', { cause });
  } finally {
    await store.close();
  }
}

function stampOf(epoch: string): string {
  return epoch.replace(/\D/g, '').slice(0, 14);
}
