import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { providerOf } from './url.ts';

/** Tells every process on one database that something was committed. It says nothing else. */
export interface Bell {
  /** To be called after a commit. Never throws: who is not told finds out by the next ring. */
  ring(): void;
  /** @returns what stops it */
  onRing(listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'something_changed';
/** After so long a lost connection is tried again, in milliseconds. */
const TRY_AGAIN = 1_000;

/** A bell for the database at `url`: one process has an embedded one, many may share a server. */
export function openBell(url: string): Bell {
  return providerOf(url) === 'sqlite' ? new BellInProcess() : new BellAcross(url);
}

/** Of a database that belongs to this process alone. */
export class BellInProcess implements Bell {
  readonly #listeners = new EventEmitter().setMaxListeners(0);

  ring(): void {
    this.#listeners.emit('ring');
  }

  onRing(listener: () => void): () => void {
    this.#listeners.on('ring', listener);
    return () => this.#listeners.off('ring', listener);
  }

  async close(): Promise<void> {
    this.#listeners.removeAllListeners();
  }
}

/**
 * By LISTEN and NOTIFY, on a connection of its own: a NOTIFY inside the transactions would make their
 * commits wait for one another. While the connection is lost this process still hears itself, and
 * rings once when it is back, for what it may have missed.
 */
class BellAcross extends BellInProcess {
  readonly #url: string;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string) {
    super();
    this.#url = url;
    void this.#connect();
  }

  override ring(): void {
    super.ring();
    this.#client?.query(`NOTIFY ${CHANNEL}`).catch(() => undefined);
  }

  override async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await super.close();
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    // Loaded where it is needed: an embedded database starts a fifth sooner without it.
    const { default: pg } = await import('pg');
    if (this.#closed) return;
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      this.#client = null;
      client.end().catch(() => undefined);
      if (this.#closed) return;
      this.#timer = setTimeout(() => void this.#connect(), TRY_AGAIN);
      this.#timer.unref();
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', () => super.ring());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      lose();
      return;
    }
    if (this.#closed) return void client.end().catch(() => undefined);
    this.#client = client;
    super.ring();
  }
}
