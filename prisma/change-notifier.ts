import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { providerOf } from './url.ts';

/** Tells every process on one database that something was committed, but not what. */
export interface ChangeNotifier {
  /** Call it after a commit. Never throws: a process that misses it hears of the next commit. */
  notify(): void;
  /** @returns a function that removes the listener */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'something_changed';
/** Before the next attempt to connect again, in milliseconds. */
const RETRY_DELAY = 1_000;
/** Between two signs of life of a connection that may hear nothing for hours, in milliseconds. */
const HEARTBEAT = 2_000;

/** One process has an embedded database to itself; a PostgreSQL server may have several. */
export function openChangeNotifier(url: string): ChangeNotifier {
  return providerOf(url) === 'sqlite' ? new LocalChangeNotifier() : new PostgresChangeNotifier(url);
}

/** Notifies this process only. */
export class LocalChangeNotifier implements ChangeNotifier {
  readonly #listeners = new EventEmitter().setMaxListeners(0);

  notify(): void {
    this.#listeners.emit('change');
  }

  onChange(listener: () => void): () => void {
    this.#listeners.on('change', listener);
    return () => this.#listeners.off('change', listener);
  }

  async close(): Promise<void> {
    this.#listeners.removeAllListeners();
  }
}

/**
 * Uses LISTEN and NOTIFY on a connection of its own: a NOTIFY inside the transactions would make their
 * commits wait for one another. While the connection is lost this process still notifies itself. When
 * the connection is back it notifies once, for the changes it may have missed.
 */
class PostgresChangeNotifier extends LocalChangeNotifier {
  readonly #url: string;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(url: string) {
    super();
    this.#url = url;
    void this.#connect();
  }

  override notify(): void {
    super.notify();
    if (this.#client) this.#ask(this.#client, `NOTIFY ${CHANNEL}`).catch(() => undefined);
  }

  override async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#heartbeat);
    await super.close();
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    // Imported here, so that a server with an embedded database starts a fifth sooner.
    const [{ default: pg }, { breakWhenSilent, CONNECTION }] = await Promise.all([
      import('pg'),
      import('./postgres-connection.ts'),
    ]);
    if (this.#closed) return;
    const client = new pg.Client({ ...CONNECTION, connectionString: this.#url });
    const lose = this.#reconnecting(client);
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', () => super.notify());
    try {
      await client.connect();
      breakWhenSilent(client);
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      lose();
      return;
    }
    if (this.#closed) return void client.end().catch(() => undefined);
    this.#client = client;
    super.notify();
    this.#beat(client);
  }

  /** One statement at a time: `pg` will refuse a second one. */
  #ask(client: Client, statement: string): Promise<unknown> {
    const answer = this.#last.then(() => client.query(statement));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Keeps the connection from being silent. If it is lost, `#reconnecting` opens another one. */
  #beat(client: Client): void {
    this.#heartbeat = setTimeout(() => {
      this.#ask(client, 'SELECT 1').then(
        () => this.#client === client && this.#beat(client),
        () => undefined,
      );
    }, HEARTBEAT);
    this.#heartbeat.unref();
  }

  /** Gives up a lost connection and connects again later; further calls do nothing. */
  #reconnecting(client: Client): () => void {
    let lost = false;
    return () => {
      if (lost) return;
      lost = true;
      this.#client = null;
      clearTimeout(this.#heartbeat);
      client.end().catch(() => undefined);
      if (this.#closed) return;
      this.#timer = setTimeout(() => void this.#connect(), RETRY_DELAY);
      this.#timer.unref();
    };
  }
}
