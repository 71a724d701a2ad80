import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { SqliteReader } from './sqlite-reader.ts';
import { StrictTransaction } from './strict-transaction.ts';

/** How long a statement waits for another process that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/**
 * WAL lets a backup read while the server writes; FULL makes every commit wait until it is on disk
 * (the driver's default in WAL mode does not: what was acknowledged would be lost with the power).
 */
export const SQLITE_PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;';

/**
 * Prisma's adapter for SQLite with turns. It has one connection and locks it only between
 * transactions, so a plain query of another request would join an open transaction, and be undone
 * with it. Here a plain query waits until an open transaction has ended, and a transaction until
 * all before it have.
 */
export class SqliteInTurns implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'sqlite';
  readonly adapterName: string;
  /** Beside the connection, closed with it. */
  readonly reader: SqliteReader;
  readonly #factory: PrismaBetterSqlite3;

  /** @param path of the database file; it is made if it is missing, its folder must exist */
  constructor(path: string) {
    this.#factory = new PrismaBetterSqlite3({ url: path, timeout: BUSY_TIMEOUT });
    this.adapterName = this.#factory.adapterName;
    this.reader = new SqliteReader(path);
  }

  async connect(): Promise<SqlDriverAdapter> {
    const connection = await this.#factory.connect();
    await connection.executeScript(SQLITE_PRAGMAS);
    return new ConnectionInTurns(connection, () => this.reader.close());
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    return new ConnectionInTurns(await this.#factory.connectToShadowDb(), () => {});
  }
}

class ConnectionInTurns implements SqlDriverAdapter {
  readonly provider = 'sqlite';
  readonly adapterName: string;
  readonly #connection: SqlDriverAdapter;
  readonly #onDispose: () => void;
  #last: Promise<void> = Promise.resolve();

  constructor(connection: SqlDriverAdapter, onDispose: () => void) {
    this.#connection = connection;
    this.#onDispose = onDispose;
    this.adapterName = connection.adapterName;
  }

  queryRaw(query: SqlQuery) {
    return this.#alone(() => this.#connection.queryRaw(query));
  }

  executeRaw(query: SqlQuery) {
    return this.#alone(() => this.#connection.executeRaw(query));
  }

  executeScript(script: string): Promise<void> {
    return this.#alone(() => this.#connection.executeScript(script));
  }

  /** Every isolation level is served by the strictest, the only one that SQLite has. */
  async startTransaction(): Promise<Transaction> {
    const done = await this.#turn();
    try {
      // IMMEDIATE waits for another process here, where waiting is possible, not at the first write.
      await this.#connection.executeRaw({ sql: 'BEGIN IMMEDIATE', args: [], argTypes: [] });
    } catch (error) {
      done();
      throw error;
    }
    return new StrictTransaction(this.#connection, done);
  }

  dispose(): Promise<void> {
    this.#onDispose();
    return this.#alone(() => this.#connection.dispose());
  }

  async #alone<R>(use: () => Promise<R>): Promise<R> {
    const done = await this.#turn();
    try {
      return await use();
    } finally {
      done();
    }
  }

  /** Resolves when everybody before is done; the next one waits until the result is called. */
  async #turn(): Promise<() => void> {
    const before = this.#last;
    let done = () => {};
    this.#last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    return done;
  }
}
