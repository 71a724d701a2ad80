import type { Mutation, OutboxEntry, Queued } from './outbox-entry.ts';

/** An entry as the first released version wrote it. */
export type OutboxEntryV1 = Mutation & Omit<Queued, 'v' | 'tellsSeen'> & { v: 1 };

/**
 * An entry of the first version as this one keeps it. What may have been sent already is sent again
 * exactly as it was: under its key the server takes no other request.
 */
export function fromV1(entry: OutboxEntryV1): OutboxEntry {
  const neverSent = entry.state === 'waiting' && entry.tries === 0;
  return { ...entry, v: 2, tellsSeen: neverSent };
}
