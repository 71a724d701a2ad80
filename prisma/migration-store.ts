import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { codeOf, refusalOf } from './database-refused.ts';
import { SQLITE_PRAGMAS } from './sqlite.ts';
import { providerOf, sqlitePath } from './url.ts';

/** A plain connection for migrations: Prisma's clients know only the newest tables. */
export interface MigrationStore {
  /** Rolls back if `work` throws. Only one process at a time is inside. */
  inTransaction<R>(work: () => Promise<R>): Promise<R>;
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Statements separated by semicolons. */
  script(sql: string): Promise<void>;
  insert(table: string, row: Record<string, string | number | Date>): Promise<void>;
  /** Throws if a row references one that does not exist. */
  checkForeignKeys(): Promise<void>;
  close(): Promise<void>;
}

/** The longest wait for another process that migrates or holds a table, in milliseconds. */
const LOCK_TIMEOUT = 60_000;
/** The advisory lock of Prisma's own migrate command. */
const PRISMA_LOCK = 72_707_369;

/** How long a PostgreSQL server that starts up is waited for, and how often it is asked, in milliseconds. */
const START_TIMEOUT = 30_000;
const START_INTERVAL = 250;
/** What a server says that starts up or stops, and what the system says before it listens. */
const NOT_YET: ReadonlySet<string> = new Set(['57P03', 'ECONNREFUSED', 'ENOENT']);

/**
 * Connects to the database at `url`; creates an embedded one if it is missing. Throws DatabaseRefused if it cannot.
 *
 * @param onWait called once if PostgreSQL is not there yet; the call then waits for it, 30 s at most. Without it the call
 * fails at once.
 */
export async function openMigrationStore(
  url: string,
  onWait?: () => void,
): Promise<MigrationStore> {
  try {
    if (providerOf(url) === 'sqlite') return await openSqlite(sqlitePath(url));
    return await openStartingPostgres(url, onWait);
  } catch (error) {
    throw refusalOf(error, url);
  }
}

async function openSqlite(path: string): Promise<MigrationStore> {
  // It will hold confidential data: only this user may read it.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const db = new Database(path, { timeout: LOCK_TIMEOUT });
  db.exec(SQLITE_PRAGMAS);
  // SQLite changes a table by copying it and dropping the old one, which would delete rows that reference it.
  db.pragma('foreign_keys = OFF');
  return {
    inTransaction: (work) => between(work, async (sql) => void db.exec(sql), 'BEGIN EXCLUSIVE'),
    query: async (sql) => db.prepare<[], Record<string, unknown>>(sql).all(),
    script: async (sql) => void db.exec(sql),
    insert: async (table, row) => {
      const values = Object.values(row).map((v) => (v instanceof Date ? v.getTime() : v));
      db.prepare(insertInto(table, Object.keys(row), () => '?')).run(values);
    },
    checkForeignKeys: async () => {
      const [broken] = db
        .prepare<[], { table: string; parent: string }>('PRAGMA foreign_key_check')
        .all();
      if (broken) throw new Error(`A row of ${broken.table} refers to no row of ${broken.parent}.`);
    },
    close: async () => void db.close(),
  };
}

async function openStartingPostgres(url: string, onWait?: () => void): Promise<MigrationStore> {
  const until = Date.now() + START_TIMEOUT;
  for (let isTold = false; ; isTold = true) {
    try {
      return await openPostgres(url);
    } catch (error) {
      if (!onWait || !NOT_YET.has(codeOf(error)) || Date.now() >= until) throw error;
      if (!isTold) onWait();
      await setTimeout(START_INTERVAL);
    }
  }
}

async function openPostgres(url: string): Promise<MigrationStore> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection lost between two statements is an event; the next statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  const script = async (sql: string) => void (await client.query(sql));
  return {
    inTransaction: (work) =>
      between(
        async () => {
          await script(`SELECT pg_advisory_xact_lock(${PRISMA_LOCK})`);
          return work();
        },
        script,
        `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`,
      ),
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    script,
    insert: async (table, row) => {
      const sql = insertInto(table, Object.keys(row), (n) => `$${n}`);
      await client.query(sql, Object.values(row));
    },
    // PostgreSQL checks every row at the end of a statement.
    checkForeignKeys: async () => {},
    close: () => client.end(),
  };
}

async function between<R>(
  work: () => Promise<R>,
  script: (sql: string) => Promise<void>,
  begin: string,
): Promise<R> {
  await script(begin);
  try {
    const result = await work();
    await script('COMMIT');
    return result;
  } catch (error) {
    // Fails if the failure has rolled back already, or has cut the connection.
    await script('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function insertInto(table: string, columns: string[], place: (n: number) => string): string {
  const names = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO "${table}" (${names}) VALUES (${columns.map((_, i) => place(i + 1)).join(', ')})`;
}
