import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { newEntry } from '#pwa/local/queue.ts';
import type { Conflict } from '#pwa/local/rows.ts';
import type { Accepted, Dispute } from './read-answers.ts';

/**
 * Stores the questions about fields. A field that the person has changed again is no longer asked
 * about. Call it in a transaction on `fieldConflicts`.
 */
export async function updateFieldConflicts(
  { fieldConflicts }: Mirror,
  disputes: readonly Dispute[],
): Promise<void> {
  for (const { changed, ...asked } of disputes) {
    const before = await fieldConflicts.get(asked.entity);
    const open = before?.fields.filter(({ field }) => !changed.includes(field)) ?? [];
    const fields = [...open, ...asked.fields];
    if (fields.length > 0) await fieldConflicts.put({ ...asked, fields });
    else if (before) await fieldConflicts.delete(asked.entity);
  }
}

/**
 * Stores, updates and closes status conflicts, and queues the corrections that need no question. Call
 * it in a transaction on `conflicts` and `outbox`.
 */
export async function updateStatusConflicts(
  { conflicts, outbox }: Mirror,
  accepted: readonly Accepted[],
): Promise<void> {
  const compared = accepted.flatMap((one) => {
    const kind = definitionOf(one.entry);
    return kind.conflict && 'reply' in one ? { ...one, kind } : [];
  });
  if (compared.length === 0) return;
  const stored = await conflicts.toArray();
  const open = new Map<string, Conflict>(stored.map((one) => [one.applicationId, one]));
  for (const { entry, reply, kind } of compared) {
    const outcome = kind.conflict?.(entry, reply, open.get(String(kind.id(entry))));
    if (!outcome) continue;
    if ('ask' in outcome) open.set(outcome.ask.applicationId, outcome.ask);
    // The definition gives a body and a row of its own kind.
    else await outbox.add(newEntry({ type: entry.type, ...outcome.queue } as Mutation));
  }
  const asked = [...open.values()];
  await conflicts.bulkPut(asked.filter(({ mine, theirs }) => mine !== theirs));
  await conflicts.bulkDelete(
    asked.filter(({ mine, theirs }) => mine === theirs).map(({ applicationId }) => applicationId),
  );
}
