import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { breakWhenSilent, CONNECTION, STATEMENTS } from './postgres-connection.ts';
import { StrictTransaction } from './strict-transaction.ts';

/** The most connections of a process. */
const POOL_SIZE = 10;

/** The connections of a process. Also a wait for a free one ends after `CONNECTION`'s timeout. */
export function postgresPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...CONNECTION,
    ...STATEMENTS,
    connectionString: url,
    max: POOL_SIZE,
  });
  pool.on('connect', (client) => {
    // Without a listener, an error on a new connection would end the process. Its next user gets an
    // error of its own.
    client.on('error', () => undefined);
    breakWhenSilent(client);
  });
  return pool;
}

/** Prisma's adapter for PostgreSQL, with transactions that refuse to commit after a failure. */
export function postgresAdapter(pool: pg.Pool): SqlDriverAdapterFactory {
  const factory = new PrismaPg(pool, { disposeExternalPool: true });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter = await factory.connect();
      const start = adapter.startTransaction.bind(adapter);
      return Object.assign(adapter, {
        startTransaction: async (...level: Parameters<typeof start>): Promise<Transaction> => {
          const connection = await start(...level);
          // The adapter's rollback() sends no ROLLBACK; it returns the connection to the pool.
          return new StrictTransaction(connection, () => connection.rollback());
        },
      });
    },
  };
}
