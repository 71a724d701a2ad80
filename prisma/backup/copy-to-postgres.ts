import Database from 'better-sqlite3';
import type { Client } from 'pg';
import { onPostgres, tablesOf } from '#prisma/postgres-state.ts';

/** Rows of one INSERT. */
const ROWS = 500;

/** A column of PostgreSQL and its type, such as `timestamp`. */
interface Column {
  name: string;
  type: string;
}

/**
 * Copies all rows of an SQLite database into the PostgreSQL database at `url`, in one transaction. Both must have the
 * same migrations; what the migrations have put into the tables of `url` is replaced.
 *
 * @param file is only read; no process writes to it
 */
export async function copyToPostgres(file: string, url: string): Promise<void> {
  const source = new Database(file, { readonly: true, fileMustExist: true });
  try {
    await onPostgres(url, async (client) => {
      await client.query('BEGIN');
      const tables = await parentsFirst(client);
      // Triggers would count or refuse the copied rows. The triggers of foreign keys stay.
      for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
      for (const table of tables.toReversed()) await client.query(`DELETE FROM "${table}"`);
      for (const table of tables) await copyTable(source, client, table);
      await copySequences(source, client);
      for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
      await client.query('COMMIT');
    });
  } finally {
    source.close();
  }
}

/** All tables except the list of migrations, each after the tables that it refers to. */
async function parentsFirst(client: Client): Promise<string[]> {
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint
     JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f'`,
  );
  const sorted: string[] = [];
  const add = (name: string) => {
    if (sorted.includes(name)) return;
    for (const { child, parent } of references) if (child === name) add(parent);
    sorted.push(name);
  };
  for (const name of await tablesOf(client)) if (name !== '_prisma_migrations') add(name);
  return sorted;
}

async function copyTable(source: Database.Database, client: Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = ANY(current_schemas(false)) AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const insert = `INSERT INTO "${table}" (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::"${table}", $1::json)`;
  let part: object[] = [];
  const flush = async () => {
    if (part.length > 0) await client.query(insert, [JSON.stringify(part)]);
    part = [];
  };
  const rows = source.prepare<[], Record<string, unknown>>(`SELECT ${names} FROM "${table}"`);
  for (const row of rows.iterate()) {
    part.push(
      Object.fromEntries(columns.map((each) => [each.name, inWords(each, row[each.name])])),
    );
    if (part.length === ROWS) await flush();
  }
  await flush();
}

/** A value of SQLite as PostgreSQL reads it in JSON. */
function inWords({ type }: Column, value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (type.startsWith('timestamp') && typeof value === 'number')
    return new Date(value).toISOString();
  return value;
}

/** Continues the sequences of ids: the id of a deleted row is never given again. */
async function copySequences(source: Database.Database, client: Client): Promise<void> {
  const last = source.prepare<[], { name: string; seq: number }>(
    'SELECT name, seq FROM sqlite_sequence WHERE seq > 0',
  );
  for (const { name, seq } of last.all()) {
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [
      `"${name}"`,
      'id',
      seq,
    ]);
  }
}
