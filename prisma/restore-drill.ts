import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from './migrate.ts';
import { countPostgresRows, inTemporaryDatabase } from './postgres-state.ts';
import { restore } from './restore.ts';
import { countRows } from './sqlite-counts.ts';
import { providerOf, sqlitePath } from './url.ts';

/** The rows of a table in the restored backup, and in the database now; null for a table that is not there. */
export interface DrillRow {
  table: string;
  restored: number | null;
  now: number | null;
}

/**
 * Restores a backup into a temporary place, as `restore` does it, runs the pending migrations, checks
 * every foreign key, counts, and removes it again. The database at `url` is only read, also while a
 * server uses it.
 *
 * @throws DatabaseRefused if the backup cannot be restored
 */
export async function drill(url: string, backup: string): Promise<DrillRow[]> {
  const now = await countsOf(url);
  const restored = await restoredCounts(url, backup);
  const tables = new Set([...restored.keys(), ...now.keys()]);
  return [...tables].sort().map((table) => ({
    table,
    restored: restored.get(table) ?? null,
    now: now.get(table) ?? null,
  }));
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
