import type { ClientBase, ClientConfig } from 'pg';

/**
 * How long a connection may be silent, in milliseconds. Longer than any statement may take, and shorter
 * than the silence after which the server's own callers are cut (http/transport/listen.ts).
 */
export const LONGEST_SILENCE = 6_000;

/** The settings of every connection. In milliseconds. */
export const CONNECTION = {
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The server, too, gives up a connection whose other end is gone.
  options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
} satisfies ClientConfig;

/** The bounds that PostgreSQL itself keeps for a statement, in milliseconds. */
export const STATEMENTS = {
  lock_timeout: 4_000,
  statement_timeout: 5_000,
  // The locks of a process that has stopped are free after this time.
  idle_in_transaction_session_timeout: 5_000,
} satisfies ClientConfig;

/**
 * Cuts a connection when no byte has come or gone for a while: where packets are dropped without a
 * word, nothing else would ever end it. Its statement fails as `unavailable`, and the pool opens a new
 * one. A pool closes its unused connections in any case.
 *
 * @param patience how many times LONGEST_SILENCE
 */
export function breakWhenSilent(client: ClientBase, patience = 1): void {
  const { stream } = (client as ClientBase & WithConnection).connection;
  stream.setTimeout(patience * LONGEST_SILENCE, () => stream.destroy(new Silent()));
}

/** pg's types have it on Client only; its pool makes nothing else. */
interface WithConnection {
  connection: {
    stream: { setTimeout(ms: number, then: () => void): void; destroy(e: Error): void };
  };
}

class Silent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database has been silent for too long.');
  }
}
