import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { codeOf, DatabaseRefused, refusalOf } from './database-refused.ts';

/** Milliseconds between two checks: closed connections need a moment to disappear. */
const LOOK_EVERY = 200;
const LOOKS = 10;

/** Whether other connections to the database at `url` are open. */
export async function isPostgresUsed(url: string): Promise<boolean> {
  return onPostgres(url, async (client) => {
    for (let look = 1; ; look += 1) {
      const { rowCount } = await client.query(OTHERS);
      if (rowCount === 0) return false;
      if (look === LOOKS) return true;
      await pause(LOOK_EVERY);
    }
  });
}

const OTHERS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
  AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

/** The number of tables in the schemas that a connection sees. */
export async function countTables(url: string): Promise<number> {
  return (await onPostgres(url, tablesOf)).length;
}

/** The number of rows of each table. */
export async function countPostgresRows(url: string): Promise<Map<string, number>> {
  return onPostgres(url, async (client) => {
    const counts = new Map<string, number>();
    for (const name of await tablesOf(client)) {
      const { rows } = await client.query<{ count: string }>(`SELECT COUNT(*) FROM "${name}"`);
      counts.set(name, Number(rows[0]?.count));
    }
    return counts;
  });
}

/** Creates an empty database beside the one at `url`, gives its URL to `work`, and drops it afterwards. */
export async function inTemporaryDatabase<R>(
  url: string,
  name: string,
  work: (url: string) => Promise<R>,
): Promise<R> {
  const temporary = new URL(url);
  temporary.pathname = `/${name}`;
  await onPostgres(url, (client) =>
    client.query(`CREATE DATABASE "${name}" TEMPLATE template0`),
  ).catch((error: Error) => {
    if (codeOf(error.cause) !== FORBIDDEN) throw error;
    const text =
      'A database of its own is needed for this: give the role of DATABASE_URL the right to make one (ALTER ROLE … CREATEDB).';
    throw new DatabaseRefused(text, { cause: error });
  });
  try {
    return await work(temporary.href);
  } finally {
    await onPostgres(url, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
  }
}

/** The error code of PostgreSQL for a right that the role lacks. */
const FORBIDDEN = '42501';

/** The names of the tables in the schemas that a connection sees, sorted. */
export async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY(current_schemas(false)) ORDER BY 1',
  );
  return rows.map(({ name }) => name);
}

/** Connects to the database at `url` for `work`. Throws DatabaseRefused for an error of the connection or of PostgreSQL. */
export async function onPostgres<R>(url: string, work: (client: Client) => Promise<R>): Promise<R> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A lost connection is an event; the next query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw codeOf(error) === '' ? error : refusalOf(error, url);
  } finally {
    await client.end();
  }
}
