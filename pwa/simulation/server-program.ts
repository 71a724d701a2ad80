/** What runs as the simulated server: the product's own app and database, with an ear at the file. */
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { type Db, postgresClient, sqliteClient } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { postgresAdapter, postgresParts, postgresPool } from '#prisma/postgres.ts';
import { QueuedSqlite } from '#prisma/sqlite.ts';
import { SqliteReader } from '#prisma/sqlite-reader.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { queueReminders } from '#server/domain/reminders/mail-reminders.ts';
import { sendMails } from '#server/domain/reminders/send-mails.ts';
import { sendReminders } from '#server/domain/reminders/send-reminders.ts';
import { createApp } from '#server/http/app.ts';

/** Is called before every statement, which waits for it; what it throws is what the database throws. */
export type BeforeStatement = (sql: string) => Promise<void> | void;

/** A client on a file. */
export interface Opened {
  db: Db;
  /** Closes the file. Only when nothing of its process runs any more. */
  close(): Promise<void>;
}

/** Clients without a file: a new one would compile every query anew. */
const idle: Movable[] = [];

/**
 * Opens the SQLite file as the product does, but for `synchronous`: the operating system of a
 * simulation does not lose power, so a commit need not wait for the disk.
 */
async function openObserved(path: string, before: BeforeStatement): Promise<Opened> {
  const adapter = idle.pop() ?? new Movable();
  const db = await adapter.moveTo(path, before);
  return {
    db,
    close: async () => {
      await adapter.leave();
      idle.push(adapter);
    },
  };
}

/** Opens a PostgreSQL database as the product does. */
async function openShared(url: string, before: BeforeStatement): Promise<Opened> {
  const adapter = idleShared.pop() ?? new MovableShared();
  const db = await adapter.moveTo(url, before);
  return {
    db,
    close: async () => {
      await adapter.leave();
      idleShared.push(adapter);
    },
  };
}

const idleShared: MovableShared[] = [];

/** As `Movable`, for PostgreSQL. */
class MovableShared implements SqlDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #client = postgresClient(this, (sql, size) => postgresParts(this.#url, sql, size));
  #url = '';
  #connection: SqlDriverAdapter | null = null;

  async moveTo(url: string, before: BeforeStatement): Promise<Db> {
    this.#url = url;
    const pool = postgresPool(url);
    // The hours of a world pass in a second: every step would open its connections anew, or wait too long for one.
    Object.assign(pool.options, { idleTimeoutMillis: 0, connectionTimeoutMillis: 0 });
    pool.on('error', () => undefined);
    this.#connection = observed(await postgresAdapter(pool).connect(), before);
    const client = await this.#client;
    await client.$connect();
    return client;
  }

  async leave(): Promise<void> {
    await this.#connection?.dispose();
    this.#connection = null;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return following(this, () => this.#connection);
  }
}

/** What the simulation needs of the server. */
export const program = {
  migrate,
  createApp,
  openObserved,
  keepHouse,
  openShared,
  queueReminders,
  sendMails,
  sendReminders,
};

/** The adapter of one client, whose file may change while nothing uses it. */
class Movable extends QueuedSqlite {
  override readonly reader = new MovableReader();
  readonly #client = sqliteClient(this);
  #connection: SqlDriverAdapter | null = null;

  constructor() {
    super(':memory:');
  }

  async moveTo(path: string, before: BeforeStatement): Promise<Db> {
    this.#connection = await connectObserved(path, before);
    this.reader.moveTo(path);
    await this.#client.$connect();
    return this.#client;
  }

  async leave(): Promise<void> {
    this.reader.close();
    await this.#connection?.dispose();
    this.#connection = null;
  }

  /** Prisma asks once for a connection. */
  override async connect(): Promise<SqlDriverAdapter> {
    return following(this, () => this.#connection);
  }
}

/** A connection that hands all to the one of the moment. */
function following(
  factory: Pick<SqlDriverAdapterFactory, 'provider' | 'adapterName'> & { leave(): Promise<void> },
  current: () => SqlDriverAdapter | null,
): SqlDriverAdapter {
  const now = () => {
    const connection = current();
    if (!connection) throw new Error('The client has no database.');
    return connection;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    queryRaw: (query) => now().queryRaw(query),
    executeRaw: (query) => now().executeRaw(query),
    executeScript: (script) => now().executeScript(script),
    startTransaction: (level) => now().startTransaction(level),
    dispose: () => factory.leave(),
  };
}

class MovableReader extends SqliteReader {
  #now: SqliteReader | null = null;

  constructor() {
    super(':memory:');
  }

  moveTo(path: string): void {
    this.#now = new SqliteReader(path);
  }

  override rows(...asked: Parameters<SqliteReader['rows']>): ReturnType<SqliteReader['rows']> {
    if (!this.#now) throw new Error('The client has no file.');
    return this.#now.rows(...asked);
  }

  /** In one part: statements are shared here, and none is left half read. */
  override *parts(sql: string): ReturnType<SqliteReader['parts']> {
    yield this.rows(sql, []);
  }

  override close(): void {
    this.#now?.close();
    this.#now = null;
  }
}

async function connectObserved(path: string, before: BeforeStatement): Promise<SqlDriverAdapter> {
  const connection = await new QueuedSqlite(path).connect();
  await connection.executeScript('PRAGMA synchronous = OFF');
  return observed(connection, before);
}

function observed(connection: SqlDriverAdapter, before: BeforeStatement): SqlDriverAdapter {
  return Object.assign(hear(connection, before), {
    startTransaction: async (...level: Parameters<typeof connection.startTransaction>) => {
      const wait = before('BEGIN');
      if (wait !== undefined) await wait;
      return hearTransaction(await connection.startTransaction(...level), before);
    },
  });
}

function hear<C extends SqlDriverAdapter | Transaction>(connection: C, before: BeforeStatement): C {
  const heard: C = Object.create(connection);
  return Object.assign(heard, {
    queryRaw: async (query: SqlQuery) => {
      const wait = before(query.sql);
      if (wait !== undefined) await wait;
      return connection.queryRaw(query);
    },
    executeRaw: async (query: SqlQuery) => {
      const wait = before(query.sql);
      if (wait !== undefined) await wait;
      return connection.executeRaw(query);
    },
    ...('dispose' in connection && {
      executeScript: (script: string) => connection.executeScript(script),
      dispose: () => connection.dispose(),
    }),
  });
}

function hearTransaction(transaction: Transaction, before: BeforeStatement): Transaction {
  return Object.assign(hear(transaction, before), {
    commit: async () => {
      try {
        const wait = before('COMMIT');
        if (wait !== undefined) await wait;
      } catch (error) {
        // As SQLite does when a commit fails: nothing of the transaction stays.
        await transaction.rollback();
        throw error;
      }
      await transaction.commit();
    },
    rollback: () => transaction.rollback(),
    createSavepoint: transaction.createSavepoint?.bind(transaction),
    rollbackToSavepoint: transaction.rollbackToSavepoint?.bind(transaction),
    releaseSavepoint: transaction.releaseSavepoint?.bind(transaction),
  });
}
