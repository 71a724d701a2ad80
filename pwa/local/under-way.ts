import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * Changes that were sent together and of which no answer is known yet. One row for all of them: a mark
 * on each would have the disk write a long queue twice.
 */
export interface UnderWay {
  id: number;
  /** Of the entries, by which the outbox knows them. */
  seqs: number[];
}
export type NewUnderWay = Omit<UnderWay, 'id'>;

/** The tables of what waits and how it stands, for a transaction. */
export function outboxTables({ outbox, underWay }: Mirror) {
  return [outbox, underWay];
}

/** Entries as they stand at this moment. Call it in a transaction on `outboxTables`. */
export async function asTheyStand(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
): Promise<OutboxEntry[]> {
  const seqs = await seqsUnderWay(mirror);
  return entries.map((entry) => (seqs.has(entry.seq) ? sending(entry) : entry));
}

/** What is under way, by its place in the outbox. Call it in a transaction on `underWay`. */
export async function seqsUnderWay({ underWay }: Mirror): Promise<ReadonlySet<number>> {
  return new Set((await underWay.toArray()).flatMap(({ seqs }) => seqs));
}

/** An entry that is under way: the only state that the outbox itself does not keep. */
export function sending(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'sending' };
}

/** Of what is under way under `id` the answers to these are known. Call it in a transaction on `underWay`. */
export async function answered(
  { underWay }: Mirror,
  id: number,
  seqs: readonly number[],
): Promise<void> {
  const known = new Set(seqs);
  const left = (await underWay.get(id))?.seqs.filter((seq) => !known.has(seq)) ?? [];
  // A tab that was frozen may find that another one has taken over: then there is no such row.
  if (left.length > 0) await underWay.update(id, { seqs: left });
  else await underWay.delete(id);
}
