/**
 * Brings a backup back, while the server is stopped: `npm run restore -- agency-backup.db` puts the file
 * in the place of the embedded database that DATABASE_URL names. After a `pg_restore`, or when the file
 * was put there by hand, `npm run restore` does what is left: it gives the database a new epoch.
 */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DatabaseRefused } from './migrate.ts';
import { openMigrationStore } from './migration-store.ts';
import { providerOf, sqlitePath } from './url.ts';

/**
 * Puts a backup in the place of the database at `url`, if there is one to put, and gives it a new epoch,
 * by which the next start and every phone know that it is back.
 *
 * @returns where the database that was there before is kept; null where none was replaced
 * @throws DatabaseRefused when the backup is none, or somebody still uses the database: then nothing
 *   was changed
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
  const coming = `${path}.coming`;
  try {
    copyWhole(backup, coming);
    await giveEpoch(`file:${coming}`, epoch);
    const replaced = existsSync(path) ? putAside(path, `${path}.replaced-${stampOf(epoch)}`) : null;
    // Of a database that was taken away by hand: what its log holds must not get into this one.
    for (const suffix of SUFFIXES.slice(1)) rmSync(path + suffix, { force: true });
    renameSync(coming, path);
    return replaced;
  } finally {
    for (const suffix of SUFFIXES) rmSync(coming + suffix, { force: true });
  }
}

const SUFFIXES = ['', '-wal', '-shm'];

/** With what its log holds, if it was copied while it was open. */
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

/** Keeps the database of today, as one file, under another name. */
function putAside(path: string, name: string): string {
  const database = new Database(path, { timeout: 0 });
  try {
    // Only who is alone with it may do so; what its log holds comes into the file.
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
