import Database from 'better-sqlite3';

type Value = string | number;
type Row = Record<string, unknown>;

/** A statement that was prepared once, and what makes of its columns what Prisma would. */
interface Prepared {
  statement: Database.Statement<Value[], Row>;
  decoders: [column: string, decode: (value: unknown) => unknown][];
}

/**
 * Reads what is committed in a SQLite file, on a connection of its own: it never sees what is not
 * committed, sees all that is, by whatever process, and waits for no transaction. A statement is
 * prepared once and then costs microseconds, a tenth of what a query of Prisma does.
 */
export class SqliteReader {
  readonly #path: string;
  readonly #prepared = new Map<string, Prepared>();
  #db: Database.Database | null = null;

  /** Opens the file at the first read. */
  constructor(path: string) {
    this.#path = path;
  }

  /** @param sql `$1`, `$2` … stand for the values, in this order; of texts there are only a few */
  rows(sql: string, values: readonly Value[]): Row[] {
    const { statement, decoders } = this.#prepared.get(sql) ?? this.#prepare(sql);
    const rows = statement.all(...values);
    for (const row of rows) {
      for (const [column, decode] of decoders) {
        if (row[column] !== null) row[column] = decode(row[column]);
      }
    }
    return rows;
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
    this.#prepared.clear();
  }

  #prepare(sql: string): Prepared {
    this.#db ??= new Database(this.#path, { readonly: true, fileMustExist: true });
    const statement = this.#db.prepare<Value[], Row>(sql.replace(/\$\d/g, '?'));
    const decoders = statement.columns().flatMap(({ name, type }): Prepared['decoders'] => {
      const decode = type && DECODERS[type.toUpperCase()];
      return decode ? [[name, decode]] : [];
    });
    const prepared = { statement, decoders };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** By the type with which a column was declared. */
const DECODERS: Record<string, (value: unknown) => unknown> = {
  DATETIME: (value) => new Date(value as string | number),
  BOOLEAN: (value) => value === 1,
};
