import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { Conflict, DisputedField, FieldConflict } from '#pwa/local/database/rows.ts';
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
    const fields = [...(before ? fieldsWithout(changed, before) : []), ...asked.fields];
    if (fields.length > 0) await fieldConflicts.put({ ...asked, fields });
    else if (before) await fieldConflicts.delete(asked.entity);
  }
}

/** The other fields, each with the kind of its own edit. */
function fieldsWithout(changed: readonly string[], { type, fields }: FieldConflict) {
  const open = fields.filter(({ field }) => !changed.includes(field));
  return open.map((field): DisputedField => ({ type, ...field }));
}

/** Stores, updates and closes status conflicts. Call it in a transaction on `conflicts`. */
export async function updateStatusConflicts(
  { conflicts }: Mirror,
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
    const asked = kind.conflict?.(entry, reply, open.get(String(kind.id(entry))));
    if (asked) open.set(asked.applicationId, asked);
  }
  const asked = [...open.values()];
  await conflicts.bulkPut(asked.filter(({ mine, theirs }) => mine !== theirs));
  await conflicts.bulkDelete(
    asked.filter(({ mine, theirs }) => mine === theirs).map(({ applicationId }) => applicationId),
  );
}
