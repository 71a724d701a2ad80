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

/** Entries that left the outbox together because the server accepted them. */
export interface Acknowledged {
  id: number;
  /** Milliseconds since 1970 by the server's clock. */
  at: number;
  /** The number of entries. */
  size: number;
  /** As they are sent again after a restore: waiting, with one failed attempt. */
  entries: OutboxEntry[];
}
export type NewAcknowledged = Omit<Acknowledged, 'id'>;
