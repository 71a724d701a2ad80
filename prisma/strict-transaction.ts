import type { SqlQuery, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';

/**
 * An open transaction that behaves alike on both databases: after a failed statement nothing more runs,
 * and the commit is refused. Otherwise PostgreSQL would answer the COMMIT with a silent ROLLBACK; SQLite
 * would commit the other statements or, after a full disk, run the next ones outside of any transaction.
 * A rollback to a savepoint (a nested `$transaction`) clears the failure.
 *
 * A COMMIT that fails is rolled back, so the connection is always free of the transaction afterwards.
 */
export class StrictTransaction implements Transaction {
  /** Prisma does not send COMMIT and ROLLBACK; this class does. */
  readonly options = { usePhantomQuery: true };
  readonly provider: SqlQueryable['provider'];
  readonly adapterName: string;
  readonly #connection: SqlQueryable;
  readonly #release: () => void | Promise<void>;
  #open = true;
  #failure: { error: unknown } | null = null;

  /**
   * @param connection BEGIN was sent on it, and nothing else uses it
   * @param release called once, after COMMIT or ROLLBACK, also if they failed
   */
  constructor(connection: SqlQueryable, release: () => void | Promise<void>) {
    this.#connection = connection;
    this.#release = release;
    this.provider = connection.provider;
    this.adapterName = connection.adapterName;
  }

  queryRaw(query: SqlQuery) {
    return this.#attempt(() => this.#connection.queryRaw(query));
  }

  executeRaw(query: SqlQuery) {
    return this.#attempt(() => this.#connection.executeRaw(query));
  }

  async commit(): Promise<void> {
    if (!this.#open) throw closed();
    if (this.#failure) {
      await this.rollback();
      throw this.#failure.error;
    }
    this.#open = false;
    try {
      await this.#send('COMMIT');
    } catch (error) {
      // Fails if the failure has ended the transaction already.
      await this.#send('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await this.#release();
    }
  }

  async rollback(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    // Fails only if SQLite has rolled back already, or if the connection is lost.
    await this.#send('ROLLBACK').catch(() => undefined);
    await this.#release();
  }

  async createSavepoint(name: string): Promise<void> {
    await this.#attempt(() => this.#send(`SAVEPOINT ${name}`));
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    if (!this.#open) throw closed();
    await this.#send(`ROLLBACK TO SAVEPOINT ${name}`);
    this.#failure = null;
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.#attempt(() => this.#send(`RELEASE SAVEPOINT ${name}`));
  }

  async #attempt<R>(statement: () => Promise<R>): Promise<R> {
    if (!this.#open) throw closed();
    if (this.#failure) throw this.#failure.error;
    try {
      return await statement();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  async #send(sql: string): Promise<void> {
    await this.#connection.executeRaw({ sql, args: [], argTypes: [] });
  }
}

function closed(): Error {
  return new Error('The transaction has ended: it was committed, rolled back or took too long.');
}
