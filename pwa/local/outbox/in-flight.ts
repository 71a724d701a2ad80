import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';

/** The tables of queued and in-flight changes, for a transaction. */
export function outboxTables({ outbox, inFlight }: Mirror) {
  return [outbox, inFlight];
}

/** Entries with their present state. Call it in a transaction on `outboxTables`. */
export async function withState(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
): Promise<OutboxEntry[]> {
  const seqs = await seqsInFlight(mirror);
  return entries.map((entry) => (seqs.has(entry.seq) ? sending(entry) : entry));
}

/** The `seq` of every entry in flight. Call it in a transaction on `inFlight`. */
export async function seqsInFlight({ inFlight }: Mirror): Promise<ReadonlySet<number>> {
  return new Set((await inFlight.toArray()).flatMap(({ seqs }) => seqs));
}

/** An entry in flight: the only state that the outbox does not store. */
export function sending(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'sending' };
}

/** Removes answered entries from the row `id`. Call it in a transaction on `inFlight`. */
export async function answered(
  { inFlight }: Mirror,
  id: number,
  seqs: readonly number[],
): Promise<void> {
  const known = new Set(seqs);
  const left = (await inFlight.get(id))?.seqs.filter((seq) => !known.has(seq)) ?? [];
  // The row is gone if another tab has taken over from a frozen one.
  if (left.length > 0) await inFlight.update(id, { seqs: left });
  else await inFlight.delete(id);
}
