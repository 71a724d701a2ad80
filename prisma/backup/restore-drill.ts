import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { missingFile, refusalOf } from '#prisma/database-refused.ts';
import { migrate } from '#prisma/migrate.ts';
import { countPostgresRows, inTemporaryDatabase } from '#prisma/postgres-state.ts';
import { countRows } from '#prisma/sqlite-counts.ts';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { restore } from './restore.ts';

/** What a drill has found. */
export interface Drill {
  rows: DrillRow[];
  /** Why the database as it is now could not be counted; null if it was. */
  problem: string | null;
}

/** The rows of a table in the restored backup, and in the database now; null for a table that is not there. */
export interface DrillRow {
  table: string;
  restored: number | null;
  now: number | null;
}

/**
 * Restores a backup into a temporary place, as `restore` does it, runs the pending migrations, checks
 * every foreign key, counts, and removes it again. The database at `url` is only read, also while a
 * server uses it; it may be damaged or gone.
 *
 * @throws DatabaseRefused if the backup cannot be restored
 */
export async function drill(url: string, backup: string): Promise<Drill> {
  const restored = await restoredCounts(url, backup);
  const now = await countsOf(url).catch((error: unknown) => refusalOf(error, url));
  const counts = now instanceof Map ? now : new Map<string, number>();
  const tables = [...new Set([...restored.keys(), ...counts.keys()])].sort();
  return {
    rows: tables.map((table) => ({
      table,
      restored: restored.get(table) ?? null,
      now: counts.get(table) ?? null,
    })),
    problem: now instanceof Map ? null : now.message,
  };
}

function restoredCounts(url: string, backup: string): Promise<Map<string, number>> {
  const tryOut = async (at: string) => {
    await restore(at, backup);
    await migrate(at);
    return countsOf(at);
  };
  return providerOf(url) === 'sqlite'
    ? inTemporaryFolder((folder) => tryOut(`file:${join(folder, 'agency.db')}`))
    : inTemporaryDatabase(url, `restore_drill_${Date.now()}`, tryOut);
}

async function countsOf(url: string): Promise<Map<string, number>> {
  if (providerOf(url) === 'postgresql') return countPostgresRows(url);
  if (!existsSync(sqlitePath(url))) throw missingFile(sqlitePath(url));
  const database = new Database(sqlitePath(url), { readonly: true, fileMustExist: true });
  try {
    return countRows(database);
  } finally {
    database.close();
  }
}

async function inTemporaryFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), 'restore-drill-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
