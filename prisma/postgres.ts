import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { breakWhenSilent, CONNECTION, LONGEST_SILENCE, STATEMENTS } from './postgres-connection.ts';
import { StrictTransaction } from './strict-transaction.ts';

/** The most connections of a process. */
const POOL_SIZE = 10;

/**
 * The connections of a process. Also a wait for a free one ends after `CONNECTION`'s timeout.
 *
 * @param patience how many times the usual bounds (openDatabase)
 */
export function postgresPool(url: string, patience = 1): pg.Pool {
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionTimeoutMillis: patience * CONNECTION.connectionTimeoutMillis,
    lock_timeout: patience * STATEMENTS.lock_timeout,
    statement_timeout: patience * STATEMENTS.statement_timeout,
    idle_in_transaction_session_timeout: patience * STATEMENTS.idle_in_transaction_session_timeout,
    connectionString: url,
    max: POOL_SIZE,
  });
  pool.on('connect', (client) => {
    // Without a listener, an error on a new connection would end the process. Its next user gets an
    // error of its own.
    client.on('error', () => undefined);
    breakWhenSilent(client, patience);
  });
  return pool;
}

/**
 * The rows of one statement in parts, as they are at its begin, on a connection of its own: a caller that
 * reads slowly takes none from the pool. Instants and large integers come as Date and number.
 */
export async function* postgresParts(
  url: string,
  sql: string,
  size: number,
): AsyncGenerator<unknown[]> {
  const client = new pg.Client({
    ...CONNECTION,
    ...STATEMENTS,
    idle_in_transaction_session_timeout: SLOWEST_READER,
    query_timeout: LONGEST_SILENCE,
    types: { getTypeParser: parserOf },
    connectionString: url,
  });
  // Its next statement fails; without a listener the process would end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN READ ONLY');
    await client.query(`DECLARE parts NO SCROLL CURSOR FOR ${sql}`);
    for (;;) {
      const { rows } = await client.query(`FETCH ${size} FROM parts`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  } finally {
    // Not awaited: a connection that is silent would not end for a while.
    client.end().catch(() => undefined);
  }
}

/** Between two parts, in milliseconds: longer than a silent caller is kept (server/http/transport/listen.ts). */
const SLOWEST_READER = 15_000;

/** Prisma's columns of instants have no time zone and are in UTC. */
const PARSERS = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.TIMESTAMP, (value) => new Date(`${value.replace(' ', 'T')}Z`)],
  [pg.types.builtins.INT8, Number],
]);

function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text');
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
