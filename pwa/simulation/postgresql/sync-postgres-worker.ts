/** Asks PostgreSQL for `sync-postgres.ts`, which waits for the answer. */
import { workerData } from 'node:worker_threads';
import pg from 'pg';
import type { Asked, Told, Wire } from './sync-postgres.ts';

const { port, signal } = workerData as Wire;
const { BOOL, INT8, TIMESTAMP } = pg.types.builtins;

/** The values that SQLite gives for the same column. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [INT8, Number],
  [TIMESTAMP, (text) => `${text.replace(' ', 'T')}+00:00`],
]);
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

let client: pg.Client | null = null;

port.on('message', async (asked: Asked) => {
  let told: Told;
  try {
    told = { rows: await answer(asked) };
  } catch (error) {
    told = { error: String(error) };
  }
  port.postMessage(told);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});

async function answer(asked: Asked): Promise<unknown[]> {
  if ('url' in asked) {
    await client?.end();
    client = new pg.Client({ connectionString: asked.url, types });
    client.on('error', () => undefined);
    await client.connect();
    return [];
  }
  const said = await client?.query(asked.sql, asked.values.length > 0 ? asked.values : undefined);
  // Several statements in one text have several results.
  const last: pg.QueryResult | undefined = Array.isArray(said) ? said.at(-1) : said;
  return last?.rows ?? [];
}
