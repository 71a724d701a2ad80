import { providerOfDb, type Tx } from './client.ts';

/** The type of a column in a bulk statement. */
export type ColumnType = 'text' | 'integer' | 'flag' | 'instant';
export type Columns = Record<string, ColumnType>;
/** A row to write: a value for each of `Columns`. */
export type BulkRow<C extends Columns> = {
  [K in keyof C]: C[K] extends 'integer'
    ? number | null
    : C[K] extends 'text'
      ? string | null
      : C[K] extends 'flag'
        ? boolean
        : Date | null;
};

/**
 * Inserts many rows by one statement that gets them as one JSON text. A statement with a parameter for
 * each value takes several times as long.
 */
export async function insertRows<const C extends Columns>(
  tx: Tx,
  table: string,
  columns: C,
  rows: readonly BulkRow<C>[],
): Promise<void> {
  if (rows.length > 0) await insert(tx, table, columns, rows, '');
}

/** Inserts the rows whose key is not there yet, and returns how many were inserted. */
export async function insertNewRows<const C extends Columns>(
  tx: Tx,
  table: string,
  columns: C,
  rows: readonly BulkRow<C>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  // Without a WHERE, SQLite reads the ON as that of a join.
  return insert(tx, table, columns, rows, 'WHERE true ON CONFLICT DO NOTHING');
}

function insert<const C extends Columns>(
  tx: Tx,
  table: string,
  columns: C,
  rows: readonly BulkRow<C>[],
  end: string,
): PromiseLike<number> {
  const names = Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ');
  return tx.$executeRawUnsafe(
    `INSERT INTO "${table}" (${names}) SELECT ${names} FROM ${source(tx, columns)} ${end}`,
    textOf(columns, rows),
  );
}

/** Updates many rows by one statement: sets the other columns of the row with this `id`. */
export async function updateRows<const C extends Columns & { id: ColumnType }>(
  tx: Tx,
  table: string,
  columns: C,
  rows: readonly BulkRow<C>[],
): Promise<void> {
  if (rows.length === 0) return;
  const set = Object.keys(columns).filter((name) => name !== 'id');
  await tx.$executeRawUnsafe(
    `UPDATE "${table}" SET ${set.map((name) => `"${name}" = given."${name}"`).join(', ')}
     FROM ${source(tx, columns)} WHERE "${table}"."id" = given."id"`,
    textOf(columns, rows),
  );
}

/**
 * Locks rows until the transaction ends, in the order of their ids. On SQLite all are locked anyway.
 *
 * @param column the column with one of the values
 */
export async function lockRows(
  tx: Tx,
  table: string,
  values: readonly (string | number)[],
  column = 'id',
): Promise<void> {
  if (values.length === 0 || providerOfDb(tx) === 'sqlite') return;
  await tx.$queryRawUnsafe(
    `SELECT 1 FROM "${table}" WHERE "${column}" = ANY($1) ORDER BY "id" FOR UPDATE`,
    values,
  );
}

/**
 * The rows whose column has one of many values, as Prisma gives them, in any order. In a `where` of
 * Prisma, hundreds of values cost more time than the rows.
 *
 * @param where the column and its values; `also` is a second condition
 * @param select the columns, as SQL
 * @param end what follows the condition, as SQL
 */
export function rowsAmong<Row>(
  tx: Tx,
  table: string,
  where: { column: string; values: readonly string[]; also?: [column: string, value: string] },
  select = '*',
  end = '',
): Promise<Row[]> {
  const { column, values, also } = where;
  const sqlite = providerOfDb(tx) === 'sqlite';
  const among = sqlite ? 'IN (SELECT value FROM json_each(?))' : '= ANY($1)';
  const and = also ? ` AND "${also[0]}" = ${sqlite ? '?' : '$2'}` : '';
  return tx.$queryRawUnsafe<Row[]>(
    `SELECT ${select} FROM "${table}" WHERE "${column}" ${among}${and} ${end}`,
    sqlite ? JSON.stringify(values) : values,
    ...(also ? [also[1]] : []),
  );
}

/** SQL for the rows of the JSON text, as a table named `given`. */
function source(tx: Tx, columns: Columns): string {
  const types = Object.entries(columns);
  if (providerOfDb(tx) === 'sqlite') {
    // Not json_each: it makes each row a text that is parsed again for each column.
    const list = types.map(([name], n) => `value->>${n} AS "${name}"`);
    return `(SELECT ${list.join(', ')} FROM jsonb_each(?)) AS given`;
  }
  const list = types.map(([name, type], n) => `(value->>${n})::${POSTGRES[type]} AS "${name}"`);
  return `(SELECT ${list.join(', ')} FROM jsonb_array_elements($1::jsonb)) AS given`;
}

const POSTGRES: Record<ColumnType, string> = {
  text: 'text',
  integer: 'integer',
  flag: 'boolean',
  instant: 'timestamp',
};

function textOf<C extends Columns>(columns: C, rows: readonly BulkRow<C>[]): string {
  const names = Object.keys(columns);
  return JSON.stringify(rows.map((row) => names.map((name) => writtenOf(row[name]))));
}

/** Writes instants like Prisma on SQLite; PostgreSQL reads the same form. */
function writtenOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value;
}
