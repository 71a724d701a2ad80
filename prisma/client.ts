import { type Prisma, PrismaClient as SqliteClient } from './generated/sqlite/client.ts';
import { SqliteInTurns } from './sqlite.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { type Provider, providerOf, sqlitePath } from './url.ts';

/**
 * An open database. The types are those of the SQLite client, the common subset: what compiles
 * against them runs on both. Inside `db.$transaction(async (tx) => …)` use `tx` only: on SQLite a
 * query on `db` would wait for the transaction to end, which waits for it, until the time is out.
 */
export type Db = SqliteClient;

/** What the callback of `db.$transaction` is given. A function that takes a Tx also takes a Db. */
export type Tx = Prisma.TransactionClient;

const OPTIONS = {
  /** How long a transaction waits for its turn, and then for its end, in milliseconds. */
  transactionOptions: { maxWait: 10_000, timeout: 10_000 },
  /** Not the lines of the program and the values of the query: those end up in logs. */
  errorFormat: 'minimal',
} as const;

/**
 * Opens the database at `url` (url.ts). It must have been migrated (migrate.ts). A transaction in
 * which a statement has failed cannot go on and does not commit (strict-transaction.ts). What a
 * thrown error means says failureOf() (failures.ts). Close it with `closeDatabase(db)`.
 */
export async function openDatabase(url: string): Promise<Db> {
  const db = await clientFor(url);
  await db.$connect();
  return db;
}

/** As openDatabase, but connects at the first query, or by `db.$connect()`, which takes a while. */
export async function clientFor(url: string): Promise<Db> {
  return providerOf(url) === 'sqlite'
    ? sqliteClient(new SqliteInTurns(sqlitePath(url)))
    : openPostgres(url);
}

/** Waits for the query that is under way, then closes. Open transactions are rolled back. */
export async function closeDatabase(db: Db): Promise<void> {
  await db.$disconnect();
}

/**
 * Takes ids out of the sequence from which campaigns are numbered: no campaign has them, and none will
 * be given them.
 */
export async function reserveCampaignIds(tx: Tx, count: number): Promise<number[]> {
  if (providerOfDb(tx) === 'postgresql') {
    const rows = await tx.$queryRaw<{ id: number }[]>`
      SELECT nextval(pg_get_serial_sequence('"Campaign"', 'id'))::int AS id
      FROM generate_series(1, ${count})`;
    return rows.map(({ id }) => id);
  }
  // The table has no row for a table into which nothing was ever put.
  await tx.$executeRaw`
    INSERT INTO sqlite_sequence (name, seq) SELECT 'Campaign', 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'Campaign')`;
  const [sequence] = await tx.$queryRaw<{ seq: number | bigint }[]>`
    UPDATE sqlite_sequence SET seq = seq + ${count} WHERE name = 'Campaign' RETURNING seq`;
  const last = Number(sequence?.seq);
  return Array.from({ length: count }, (_, n) => last - count + 1 + n);
}

/** On which database an open Db or a transaction of it is: where its SQL must differ. */
export function providerOfDb(db: Tx): Provider {
  // Prisma's own name for it, which its types do not show.
  return (db as Tx & { _activeProvider: Provider })._activeProvider;
}

/** A client on this adapter, not yet connected: for those who listen to every statement. */
export function sqliteClient(adapter: SqliteInTurns): Db {
  const db = new SqliteClient({ ...OPTIONS, adapter });
  readers.set(db, adapter.reader);
  return db;
}

/**
 * Reads what is committed by SQL that both databases understand, for the few reads that every call
 * makes: Prisma's own take ten times as long on SQLite. Dates and flags come as Prisma gives them.
 *
 * @param sql `$1`, `$2` … stand for `values`, in this order; it must not be put together from input
 */
export async function readRows<Row>(
  db: Tx,
  sql: string,
  ...values: readonly (string | number)[]
): Promise<Row[]> {
  const reader = readers.get(db);
  // Whoever writes such a query says what its rows are, as with $queryRaw.
  return (reader ? reader.rows(sql, values) : await db.$queryRawUnsafe(sql, ...values)) as Row[];
}

/** Of a transaction there is none: it reads what itself has written. */
const readers = new WeakMap<Tx, SqliteReader>();

async function openPostgres(url: string): Promise<Db> {
  // Loaded where it is needed: an embedded database starts without it.
  const [{ PrismaClient: PostgresClient }, { postgresAdapter }] = await Promise.all([
    import('./generated/postgresql/client.ts'),
    import('./postgres.ts'),
  ]);
  const db = new PostgresClient({ ...OPTIONS, adapter: postgresAdapter(url) });
  // Made from the same schema: it has every model and argument of the SQLite client, and more.
  return db as unknown as Db;
}
