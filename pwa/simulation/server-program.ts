/** What runs as the simulated server: the product's own app and database, with an ear at the file. */
import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import { closeDatabase, type Db, sqliteClient } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { QueuedSqlite } from '#prisma/sqlite.ts';
import { createApp } from '#server/http/app.ts';

/** Is called before every statement; what it throws is what the database throws. */
export type BeforeStatement = (sql: string) => void;

/**
 * Opens the SQLite file as the product does, but for `synchronous`: the operating system of a
 * simulation does not lose power, so a commit need not wait for the disk.
 */
async function openObserved(path: string, before: BeforeStatement): Promise<Db> {
  const db = sqliteClient(new Observed(path, before));
  await db.$connect();
  return db;
}

/** What the simulation needs of the server. */
export const program = { migrate, createApp, openObserved, closeDatabase };

class Observed extends QueuedSqlite {
  readonly #before: BeforeStatement;

  constructor(path: string, before: BeforeStatement) {
    super(path);
    this.#before = before;
  }

  override async connect(): Promise<SqlDriverAdapter> {
    const connection = await super.connect();
    await connection.executeScript('PRAGMA synchronous = OFF');
    const heard = hear(connection, this.#before);
    return Object.assign(heard, {
      startTransaction: async () => {
        this.#before('BEGIN');
        const transaction = await connection.startTransaction();
        return hearTransaction(transaction, this.#before);
      },
    });
  }
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
