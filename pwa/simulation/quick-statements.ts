import Database from 'better-sqlite3';

type Statement = Database.Statement<unknown[], unknown>;

/** Prepared statements that a connection keeps at most. */
const MOST_KEPT = 500;

/**
 * Lets each connection of this process prepare a text once. Preparing takes longer than most queries of a
 * simulation, and Prisma's adapter prepares anew for each.
 */
export function quickenStatements(): void {
  const { prepare } = Database.prototype;
  const kept = new WeakMap<Database.Database, Map<string, Statement>>();
  Database.prototype.prepare = function reused(this: Database.Database, sql: string) {
    const known = kept.get(this) ?? new Map<string, Statement>();
    kept.set(this, known);
    const statement = known.get(sql) ?? (prepare.call(this, sql) as Statement);
    if (known.size < MOST_KEPT) known.set(sql, statement);
    return new Reused(statement) as unknown as Database.Statement;
  } as typeof prepare;
}

/** A statement in its first state: the modes and values of its user are its own. */
class Reused {
  readonly reader: boolean;
  readonly #statement: Statement;
  #mode: 'raw' | 'pluck' | null = null;
  #bound: unknown[] = [];

  constructor(statement: Statement) {
    this.#statement = statement;
    this.reader = statement.reader;
  }

  bind(...values: unknown[]): this {
    this.#bound = values;
    return this;
  }

  raw(): this {
    this.#mode = 'raw';
    return this;
  }

  pluck(): this {
    this.#mode = 'pluck';
    return this;
  }

  columns() {
    return this.#statement.columns();
  }

  run(...values: unknown[]) {
    return this.#statement.run(...this.#bound, ...values);
  }

  get(...values: unknown[]) {
    return this.#ready().get(...this.#bound, ...values);
  }

  all(...values: unknown[]) {
    return this.#ready().all(...this.#bound, ...values);
  }

  #ready(): Statement {
    return this.#statement.raw(this.#mode === 'raw').pluck(this.#mode === 'pluck');
  }
}
