import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';

/**
 * Later changes of the same kind as they are without a dropped one: what they saw of it goes back to what
 * stood before it. Otherwise the server would take a value that only the dropped change has set for one
 * that another person has changed.
 *
 * @param later the changes of the same record that were queued after the dropped one, oldest first
 * @returns the bodies that differ
 */
export function withoutDropped(dropped: OutboxEntry, later: readonly OutboxEntry[]): OutboxEntry[] {
  const { type } = dropped;
  const before = valuesOf(dropped.seen);
  const set = new Map(
    Object.entries(valuesOf(dropped.body)).filter(
      ([field, value]) => field in before && before[field] !== value,
    ),
  );
  return later
    .filter((entry) => entry.type === type)
    .flatMap((entry) => {
      const [body, seen] = [valuesOf(entry.body), valuesOf(entry.seen)];
      let differs = false;
      for (const [field, value] of set) {
        const isKept = body[field] === value;
        // It decides about the field itself; the changes after it saw its value.
        if (!isKept) set.delete(field);
        if (seen[field] !== value || body[field] === before[field]) continue;
        seen[field] = before[field];
        if (isKept) body[field] = before[field];
        differs = true;
      }
      // The same fields with other values.
      return differs ? [{ ...entry, body, seen } as OutboxEntry] : [];
    });
}

/** A copy of a body or of seen values: a record of values, or null. */
function valuesOf(values: OutboxEntry['body'] | OutboxEntry['seen']): Record<string, unknown> {
  return { ...values };
}
