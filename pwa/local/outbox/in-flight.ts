import type { ServerState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { serverState } from '#pwa/local/database/server-state.ts';

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

/** What a failure changes in an outbox entry. */
export type EntryUpdate = Partial<
  Pick<OutboxEntry, 'state' | 'tries' | 'nextTryAt' | 'notBefore' | 'reason' | 'failure'>
>;

/** A change that stays in the outbox. */
export interface Failed {
  entry: OutboxEntry;
  update: EntryUpdate;
}

/** The outbox when sending began. */
export interface Claim {
  /** Oldest first. */
  entries: OutboxEntry[];
  /** The server, as this phone knew it then. */
  asOf: ServerState;
}

/**
 * Reads the outbox. Call it under the leader lock: entries still marked as in flight were left by a
 * tab that died, and count as tried.
 */
export async function claimOutbox(mirror: Mirror): Promise<Claim> {
  const { left, ...claim } = await reopening(mirror, () =>
    mirror.transaction('r', [...outboxTables(mirror), mirror.meta], async () => ({
      asOf: await serverState(mirror),
      left: await seqsInFlight(mirror),
      entries: await mirror.outbox.toArray(),
    })),
  );
  if (left.size > 0) {
    const unanswered = claim.entries.filter(({ seq }) => left.has(seq)).map(asTried);
    await writeFailed(mirror, unanswered, () => mirror.inFlight.clear());
  }
  return claim;
}

/**
 * Marks entries as in flight, except entries that a person has discarded since.
 *
 * @returns the entries that are still in the outbox, as the outbox has them now, and their marker row
 */
export function markInFlight(
  mirror: Mirror,
  wanted: readonly OutboxEntry[],
): Promise<{ entries: OutboxEntry[]; mark: number }> {
  return reopening(mirror, () =>
    mirror.transaction('rw', outboxTables(mirror), async () => {
      const current = await stillQueued(mirror, wanted);
      const entries = wanted.filter(({ key }) => current.has(key));
      for (const entry of entries) Object.assign(entry, current.get(entry.key));
      if (entries.length === 0) return { entries, mark: 0 };
      const silent = entries.filter(({ saysSeen, tries }) => !saysSeen && tries === 0);
      if (silent.length > 0) await saySeen(mirror, silent);
      const mark = await mirror.inFlight.add({ seqs: entries.map(({ seq }) => seq) });
      return { entries, mark };
    }),
  );
}

/**
 * Those of these entries that are still in the outbox, as it has them now, by key: another tab may have sent the others,
 * or a person may have retried them under another key. Call it in a transaction on `outbox`.
 */
export async function stillQueued(
  { outbox }: Mirror,
  entries: readonly OutboxEntry[],
): Promise<ReadonlyMap<string, OutboxEntry>> {
  const seqs = entries.map(({ seq }) => seq);
  const keys = new Set(entries.map(({ key }) => key));
  // One range read for a batch: its entries lie close together.
  const range = outbox.where('seq').between(Math.min(...seqs), Math.max(...seqs), true, true);
  const found = await range.toArray();
  return new Map(found.filter(({ key }) => keys.has(key)).map((entry) => [entry.key, entry]));
}

/** Completes unsent entries of an older version: their requests carry the seen values. */
async function saySeen({ outbox }: Mirror, entries: readonly OutboxEntry[]): Promise<void> {
  const changes = { saysSeen: true } as const;
  await outbox.bulkUpdate(entries.map(({ seq }) => ({ key: seq, changes })));
  for (const entry of entries) Object.assign(entry, changes);
}

/** Writes down failed attempts; `unmark` removes their marker in the same transaction. */
export async function writeFailed(
  mirror: Mirror,
  failed: readonly Failed[],
  unmark?: () => PromiseLike<void>,
): Promise<void> {
  const real = failed.filter(({ update }) => Object.keys(update).length > 0);
  await reopening(mirror, () =>
    mirror.transaction('rw', outboxTables(mirror), async () => {
      const current = await stillQueued(
        mirror,
        real.map(({ entry }) => entry),
      );
      const left = real.filter(({ entry }) => current.has(entry.key));
      await mirror.outbox.bulkUpdate(
        left.map(({ entry, update }) => ({ key: entry.seq, changes: update })),
      );
      await unmark?.();
    }),
  );
  for (const { entry, update } of real) Object.assign(entry, update);
}

/** An attempt without a known outcome: the change may be on the server, so it counts as tried. */
export function asTried(entry: OutboxEntry): Failed {
  return { entry, update: { tries: entry.tries + 1 } };
}
