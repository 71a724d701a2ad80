/**
 * Restores a backup while the server is stopped. `npm run restore -- agency-backup.db` replaces the
 * embedded database of DATABASE_URL by the file. After a `pg_restore`, or after you have copied the file
 * yourself, `npm run restore` does the rest: it gives the database a new epoch.
 */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DatabaseRefused } from './migrate.ts';
import { openMigrationStore } from './migration-store.ts';
import { providerOf, sqlitePath } from './url.ts';

/**
 * Replaces the database at `url` by a backup, if one is given, and gives it a new epoch: so the next
 * start and every phone know that the database was restored.
 *
 * @returns the path of the replaced database; null if none was replaced
 * @throws DatabaseRefused if the file is no backup, or the database is in use; then nothing was changed
 */
export async function restore(url: string, backup?: string): Promise<string | null> {
  const epoch = `restored-${new Date().toISOString()}`;
  if (backup === undefined) {
    await giveEpoch(url, epoch);
    return null;
  }
  if (providerOf(url) !== 'sqlite') {
    throw new DatabaseRefused('Bring the backup back by pg_restore, then run this without a file.');
  }
  const path = sqlitePath(url);
  const incoming = `${path}.incoming`;
  try {
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
  const database = new Database(path, { timeout: 0 });
  try {
    // Fails if another process uses the database. Merges the log into the file.
    database.pragma('journal_mode = DELETE');
  } catch (cause) {
    throw new DatabaseRefused('The database is in use: stop the server first.', { cause });
  } finally {
    database.close();
  }
  renameSync(path, name);
  return name;
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

if (process.argv[1] === import.meta.filename) {
  try {
    // biome-ignore lint/style/noProcessEnv: prisma stands alone and cannot use the server's config.ts
    const url = process.env.DATABASE_URL || 'file:data/agency.db';
    const replaced = await restore(url, process.argv[2]);
    if (replaced) process.stdout.write(`What was there before is kept as ${replaced}.\n`);
    process.stdout.write('The backup is back: start the server.\n');
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
