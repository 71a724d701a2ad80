/** What runs as the simulated server: the product's own app and database, with an ear at the file. */
import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import { type Db, sqliteClient } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { QueuedSqlite } from '#prisma/sqlite.ts';
import { SqliteReader } from '#prisma/sqlite-reader.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { queueReminders } from '#server/domain/reminders/mail-reminders.ts';
import { sendMails } from '#server/domain/reminders/send-mails.ts';
import { sendReminders } from '#server/domain/reminders/send-reminders.ts';
import { createApp } from '#server/http/app.ts';

/** Is called before every statement; what it throws is what the database throws. */
export type BeforeStatement = (sql: string) => void;

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

/** What the simulation needs of the server. */
export const program = {
  migrate,
  createApp,
  openObserved,
  keepHouse,
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
    const now = () => {
      if (!this.#connection) throw new Error('The client has no file.');
      return this.#connection;
    };
    return {
      provider: this.provider,
      adapterName: this.adapterName,
      queryRaw: (query) => now().queryRaw(query),
      executeRaw: (query) => now().executeRaw(query),
      executeScript: (script) => now().executeScript(script),
      startTransaction: (level) => now().startTransaction(level),
      dispose: () => this.leave(),
    };
  }
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
  return Object.assign(hear(connection, before), {
    startTransaction: async () => {
      before('BEGIN');
      return hearTransaction(await connection.startTransaction(), before);
    },
  });
}

function hear<C extends SqlDriverAdapter | Transaction>(connection: C, before: BeforeStatement): C {
  const heard: C = Object.create(connection);
  return Object.assign(heard, {
    queryRaw: async (query: SqlQuery) => {
      before(query.sql);
      return connection.queryRaw(query);
    },
    executeRaw: async (query: SqlQuery) => {
      before(query.sql);
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
        before('COMMIT');
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
