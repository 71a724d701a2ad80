import type { Mutation } from '#pwa/local/changes/registry.ts';
import type { Queued } from './rows.ts';

/**
 * One change in the outbox: a documented request, kept until the server accepts it or a person drops
 * it.
 */
export type OutboxEntry = Mutation & Queued;
/** An entry before the database has numbered it. */
export type NewOutboxEntry = Mutation & Omit<Queued, 'seq'>;

/** Changes that were sent together and have no answer yet: one row for all of them. */
export interface InFlight {
  id: number;
  seqs: number[];
}
export type NewInFlight = Omit<InFlight, 'id'>;

/**
 * How a change left the outbox. The server has accepted it, or found that it was `already` so. Or a person has dropped
 * it: `undone` is certainly not at the server; `unanswered` may be.
 */
export type Ending = 'accepted' | 'already' | 'undone' | 'unanswered';

/** Changes that left the outbox together. */
export interface Ended {
  id: number;
  /** Milliseconds since 1970 by the server's clock. */
  at: number;
  how: Ending;
  keys: string[];
  /** The number of `entries`. */
  size: number;
  /** The accepted ones as they are sent again after a restore: waiting, with one failed attempt. */
  entries: OutboxEntry[];
}
export type NewEnded = Omit<Ended, 'id'>;
