import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import { StrictTransaction } from './strict-transaction.ts';

/** The most connections of a process. */
const POOL_SIZE = 10;
/** The longest wait for a free connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/** Prisma's adapter for PostgreSQL, with transactions that refuse to commit after a failure. */
export function postgresAdapter(url: string): SqlDriverAdapterFactory {
  const factory = new PrismaPg({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const pool = await factory.connect();
      // Without a listener, an error on a new connection would end the process. Its next user gets an
      // error of its own.
      pool.underlyingDriver().on('connect', (client) => client.on('error', () => undefined));
      const start = pool.startTransaction.bind(pool);
      return Object.assign(pool, {
        startTransaction: async (...level: Parameters<typeof start>): Promise<Transaction> => {
          const connection = await start(...level);
          // The adapter's rollback() sends no ROLLBACK; it returns the connection to the pool.
          return new StrictTransaction(connection, () => connection.rollback());
        },
      });
    },
  };
}
