import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { FairTurns } from './fair-turns.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { StrictTransaction } from './strict-transaction.ts';

/** The longest wait for another process that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/**
 * WAL lets a backup read while the server writes. FULL makes every commit wait for the disk: with the
 * driver's default in WAL mode, a power failure would lose acknowledged changes.
 */
export const SQLITE_PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;';

/**
 * Prisma's adapter for SQLite, with a queue. Prisma has one connection and locks it for transactions
 * only: a plain query of another request would join an open transaction and be rolled back with it. Here
 * plain queries and transactions run one after the other.
 */
export class QueuedSqlite implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'sqlite';
  readonly adapterName: string;
  /** Closed together with the connection. */
  readonly reader: SqliteReader;
  /** The one connection as a pool of one. */
  readonly counts = { totalCount: 1, idleCount: 1, waitingCount: 0 };
  readonly #factory: PrismaBetterSqlite3;

  /**
   * @param path the database file; created if missing, but its folder must exist
   * @param patience how many times the usual wait for another process
   */
  constructor(path: string, patience = 1) {
    this.#factory = new PrismaBetterSqlite3({ url: path, timeout: patience * BUSY_TIMEOUT });
    this.adapterName = this.#factory.adapterName;
    this.reader = new SqliteReader(path);
  }

  async connect(): Promise<SqlDriverAdapter> {
    const connection = await this.#factory.connect();
    await connection.executeScript(SQLITE_PRAGMAS);
    return new QueuedConnection(connection, () => this.reader.close(), this.counts);
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    return new QueuedConnection(await this.#factory.connectToShadowDb(), () => {}, this.counts);
  }
}

class QueuedConnection implements SqlDriverAdapter {
  readonly provider = 'sqlite';
  readonly adapterName: string;
  readonly #connection: SqlDriverAdapter;
  readonly #onDispose: () => void;
  readonly #counts: QueuedSqlite['counts'];
  readonly #turns = new FairTurns();
  #last: Promise<void> = Promise.resolve();

  constructor(connection: SqlDriverAdapter, onDispose: () => void, counts: QueuedSqlite['counts']) {
    this.#counts = counts;
    this.#connection = connection;
    this.#onDispose = onDispose;
    this.adapterName = connection.adapterName;
  }

  queryRaw(query: SqlQuery) {
    return this.#withLock(() => this.#connection.queryRaw(query));
  }

  executeRaw(query: SqlQuery) {
    return this.#withLock(() => this.#connection.executeRaw(query));
  }

  executeScript(script: string): Promise<void> {
    return this.#withLock(() => this.#connection.executeScript(script));
  }

  /** SQLite has only the strictest isolation level; it serves all. */
  async startTransaction(): Promise<Transaction> {
    const done = await this.#turn();
    try {
      // IMMEDIATE waits for another process here; at the first write, waiting would be impossible.
      await this.#turns.within(() =>
        this.#connection.executeRaw({ sql: 'BEGIN IMMEDIATE', args: [], argTypes: [] }),
      );
    } catch (error) {
      done();
      throw error;
    }
    // No new turn within it: whoever else writes to the file waits until it ends.
    return new StrictTransaction(this.#connection, done);
  }

  dispose(): Promise<void> {
    this.#onDispose();
    return this.#withLock(() => this.#connection.dispose());
  }

  async #withLock<R>(use: () => Promise<R>): Promise<R> {
    const done = await this.#turn();
    try {
      return await this.#turns.within(use);
    } finally {
      done();
    }
  }

  /** Resolves when all before are done; the next waits until the result is called. */
  async #turn(): Promise<() => void> {
    const before = this.#last;
    let done = () => {};
    this.#last = new Promise((resolve) => {
      done = resolve;
    });
    this.#counts.waitingCount += 1;
    await before;
    this.#counts.waitingCount -= 1;
    this.#counts.idleCount = 0;
    return () => {
      this.#counts.idleCount = 1;
      done();
    };
  }
}
