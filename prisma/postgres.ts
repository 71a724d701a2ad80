import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import { StrictTransaction } from './strict-transaction.ts';

/** Connections a process holds at most. */
const POOL_SIZE = 10;
/** How long a query waits for a free connection, in milliseconds; then it fails. */
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
      // Between the pool and who gets a new connection nobody listens to it, and an error that nobody
      // hears ends the process. Whoever uses the connection next is told that it is lost.
      pool.underlyingDriver().on('connect', (client) => client.on('error', () => undefined));
      const start = pool.startTransaction.bind(pool);
      return Object.assign(pool, {
        startTransaction: async (...level: Parameters<typeof start>): Promise<Transaction> => {
          const connection = await start(...level);
          // Of the adapter's own transaction, rollback() sends nothing: it gives the connection back.
          return new StrictTransaction(connection, () => connection.rollback());
        },
      });
    },
  };
}
