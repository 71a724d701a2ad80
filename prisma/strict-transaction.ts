import type { SqlQuery, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';

/**
 * An open transaction that behaves alike on both databases: once a statement has failed, nothing
 * more runs and the commit is refused. Left alone, PostgreSQL answers such a COMMIT with a silent
 * ROLLBACK, and SQLite commits the half that went well, or, after a full disk, runs what follows
 * outside of any transaction. A savepoint (a nested `$transaction`) undoes the failure as well.
 *
 * A COMMIT that fails is rolled back, so that the connection is free of the transaction in any case.
 */
export class StrictTransaction implements Transaction {
  /** Prisma sends no COMMIT and ROLLBACK of its own: they are sent here. */
  readonly options = { usePhantomQuery: true };
  readonly provider: SqlQueryable['provider'];
  readonly adapterName: string;
  readonly #connection: SqlQueryable;
  readonly #release: () => void | Promise<void>;
  #open = true;
  #failure: { error: unknown } | null = null;

  /**
   * @param connection the connection on which BEGIN was sent; nobody else uses it meanwhile
   * @param release called once, after COMMIT or ROLLBACK, whatever became of them
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
      // Ends the transaction unless the failure has ended it already: then this is an error, too.
      await this.#send('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await this.#release();
    }
  }

  async rollback(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    // Fails only where there is nothing left to roll back: SQLite has done it, or the link is cut.
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
