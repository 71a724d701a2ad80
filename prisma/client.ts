import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { type Prisma, PrismaClient as SqliteClient } from './generated/sqlite/client.ts';
import { QueuedSqlite } from './sqlite.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { type Provider, providerOf, sqlitePath } from './url.ts';

/**
 * An open database. The types are those of the SQLite client, the common subset: code that compiles
 * against them runs on both databases. Inside `db.$transaction(async (tx) => …)` use `tx` only: on SQLite
 * a query on `db` and the transaction would wait for each other until they time out.
 */
export type Db = SqliteClient;

/** A transaction. A function that takes a Tx also takes a Db. */
export type Tx = Prisma.TransactionClient;

/** The longest wait for the start of a transaction, and its longest duration, in milliseconds. */
const TRANSACTION = 10_000;

const optionsFor = (patience: number) =>
  ({
    transactionOptions: { maxWait: patience * TRANSACTION, timeout: patience * TRANSACTION },
    /** Keeps the values of a query out of error messages, and so out of logs. */
    errorFormat: 'minimal',
  }) as const;

/**
 * Opens a migrated database (url.ts, migrate.ts). After a failed statement, a transaction cannot go on
 * or commit (strict-transaction.ts). `failureOf` classifies errors (failures.ts). Close it with
 * `closeDatabase`.
 *
 * @param patience how many times longer than a caller of the server to wait for the database before giving up
 */
export async function openDatabase(url: string, patience = 1): Promise<Db> {
  const db = await clientFor(url, patience);
  await db.$connect();
  return db;
}

/** Like openDatabase, but connects at the first query or at `db.$connect()`. */
export async function clientFor(url: string, patience = 1): Promise<Db> {
  return providerOf(url) === 'sqlite'
    ? sqliteClient(new QueuedSqlite(sqlitePath(url), patience), patience)
    : openPostgres(url, patience);
}

/** Waits for the query in flight, then closes. Open transactions are rolled back. */
export async function closeDatabase(db: Db): Promise<void> {
  await db.$disconnect();
}

/** The connections of a Db, and the callers that wait for one. */
export function poolOf(db: Db): PoolCounts | undefined {
  return pools.get(db);
}

/** As pg's pool counts. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const pools = new WeakMap<Db, PoolCounts>();

/** The kind of database behind a Db or Tx, for SQL that must differ. */
export function providerOfDb(db: Tx): Provider {
  // Prisma has this field, but its types do not.
  return (db as Tx & { _activeProvider: Provider })._activeProvider;
}

/** A client on this adapter, not connected yet. */
export function sqliteClient(adapter: QueuedSqlite, patience = 1): Db {
  const db = new SqliteClient({ ...optionsFor(patience), adapter });
  readers.set(db, adapter.reader);
  partReaders.set(db, (sql, size) => adapter.reader.parts(sql, size));
  pools.set(db, adapter.counts);
  return db;
}

/**
 * Reads committed rows by SQL for both databases. For the reads of every call: on SQLite a query of
 * Prisma takes ten times as long. Dates and booleans come as Prisma gives them.
 *
 * @param sql `$1`, `$2` … stand for `values`; never build it from input
 */
export async function readRows<Row>(
  db: Tx,
  sql: string,
  ...values: readonly (string | number)[]
): Promise<Row[]> {
  const reader = readers.get(db);
  // The caller knows the type of the rows, as with $queryRaw.
  return (reader ? reader.rows(sql, values) : await db.$queryRawUnsafe(sql, ...values)) as Row[];
}

/** The clock of the database, on which servers agree whose own clocks differ. */
export async function databaseClock(db: Db): Promise<() => Date> {
  const seconds =
    providerOfDb(db) === 'sqlite'
      ? `unixepoch('now', 'subsec')`
      : 'EXTRACT(EPOCH FROM clock_timestamp())::float8';
  const [row] = await readRows<{ at: number }>(db, `SELECT ${seconds} * 1000 AS "at"`);
  const error = (row?.at ?? Date.now()) - Date.now();
  return () => new Date(Date.now() + error);
}

/** A transaction has no reader: it must see its own writes. */
const readers = new WeakMap<Tx, SqliteReader>();

/**
 * Reads the rows of one statement in parts, all as they are when the first part is read, on a connection of
 * its own. Between two parts others have a turn of the event loop. Dates and booleans come as Prisma gives
 * them.
 *
 * @param sql never build it from input
 * @param size rows of a part; only the last one is smaller
 */
export async function* readParts<Row>(db: Db, sql: string, size: number): AsyncGenerator<Row[]> {
  const read = partReaders.get(db);
  if (!read) throw new Error('A transaction is not read in parts.');
  for await (const part of read(sql, size)) {
    // The caller knows the type of the rows.
    yield part as Row[];
    await nextTurn();
  }
}

/** Rows of a list that are read, and made JSON, in a few milliseconds. */
export const ROWS_A_PART = 500;

/** The columns of a model as SQL, in the order of the schema. */
export function columnsOf(fields: Record<string, string>, table: string): string {
  return Object.keys(fields)
    .map((name) => `"${table}"."${name}"`)
    .join(', ');
}

type ReadParts = (
  sql: string,
  size: number,
) => Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>;
const partReaders = new WeakMap<Db, ReadParts>();

/** A client on this adapter, not connected yet. */
export async function postgresClient(
  adapter: SqlDriverAdapterFactory,
  parts: ReadParts,
  patience = 1,
): Promise<Db> {
  const { PrismaClient: PostgresClient } = await import('./generated/postgresql/client.ts');
  // Made from the same schema: it has every model and argument of the SQLite client, and more.
  const db = new PostgresClient({ ...optionsFor(patience), adapter }) as unknown as Db;
  partReaders.set(db, parts);
  return db;
}

async function openPostgres(url: string, patience: number): Promise<Db> {
  // Imported here: an embedded database does not need it.
  const { postgresAdapter, postgresParts, postgresPool } = await import('./postgres.ts');
  const pool = postgresPool(url, patience);
  const parts: ReadParts = (sql, size) => postgresParts(url, sql, size);
  const db = await postgresClient(postgresAdapter(pool), parts, patience);
  pools.set(db, pool);
  return db;
}
