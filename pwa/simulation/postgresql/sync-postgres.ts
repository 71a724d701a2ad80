import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';

/** What a check asks: to be connected with a database, or rows. */
export type Asked = { url: string } | { sql: string; values: unknown[] };
export type Told = { rows: unknown[] } | { error: string };
export interface Wire {
  port: MessagePort;
  /** Becomes 1 with each answer. */
  signal: Int32Array;
  program: string;
}

/** Node.js 20 starts no worker from TypeScript, not even below tsx. */
const PROGRAM = new URL('./sync-postgres-worker.ts', import.meta.url).href;
const START = `import('tsx/esm/api').then(({ tsImport }) => {
  const { program } = require('node:worker_threads').workerData;
  return tsImport(program, program);
})`;

/** The longest wait for one answer, in ms. */
const LONGEST = 60_000;

/**
 * Reads and writes a PostgreSQL database while the caller waits, as better-sqlite3 does with a file: no time of a world
 * passes meanwhile, and none of its servers goes on.
 */
export class SyncPostgres {
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(START, {
      eval: true,
      workerData: { port: port2, signal: this.#signal, program: PROGRAM } satisfies Wire,
      transferList: [port2],
    });
    this.#worker.unref();
    port1.unref();
  }

  connect(url: string): void {
    this.#ask({ url });
  }

  /** One or several statements without values. */
  script(sql: string): void {
    this.#ask({ sql, values: [] });
  }

  /**
   * The part of better-sqlite3 that the checks use. Names need no quotes, `?` stands for a value, and `sqlite_master`
   * lists the tables.
   */
  prepare(sql: string) {
    let place = 0;
    const text = quoted(sql)
      .replace('sqlite_master', TABLES)
      .replaceAll('?', () => {
        place += 1;
        return `$${place}`;
      });
    const all = (...values: unknown[]) => this.#ask({ sql: text, values });
    return { all, get: (...values: unknown[]) => all(...values)[0], run: all };
  }

  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  #ask(asked: Asked): unknown[] {
    Atomics.store(this.#signal, 0, 0);
    this.#port.postMessage(asked);
    Atomics.wait(this.#signal, 0, 0, LONGEST);
    const { message } = (receiveMessageOnPort(this.#port) ?? {}) as { message?: Told };
    if (!message) throw new Error(`PostgreSQL did not answer: ${JSON.stringify(asked)}`);
    if ('error' in message) throw new Error(`${message.error}: ${JSON.stringify(asked)}`);
    return message.rows;
  }
}

const TABLES = `(SELECT tablename AS name, 'table' AS type FROM pg_tables WHERE schemaname = 'public') AS tables`;

/** PostgreSQL folds names without quotes to lower case. Keywords are in upper case here. */
function quoted(sql: string): string {
  return sql.replace(/"[^"]+"|\b(?:[A-Z][a-z]\w*|[a-z]+[A-Z]\w*)\b/g, (name) =>
    name.startsWith('"') ? name : `"${name}"`,
  );
}
