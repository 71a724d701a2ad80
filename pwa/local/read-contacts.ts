import type { Mirror } from './mirror.ts';
import { contactEntity, type OutboxEntry } from './outbox-entry.ts';
import { type ContactRow, foldContact } from './overlay.ts';

/** The newest `limit` contacts with the conversions that wait laid over them, and how many there are. */
export function readContacts(
  mirror: Mirror,
  limit: number,
): Promise<{ rows: ContactRow[]; total: number }> {
  return mirror.transaction('r', mirror.contacts, mirror.outbox, async () => {
    const [newest, total, conversions] = await Promise.all([
      mirror.contacts.orderBy('createdAt').reverse().limit(limit).toArray(),
      mirror.contacts.count(),
      mirror.outbox.where('entity').startsWith('contact:').toArray(),
    ]);
    const rows = newest.map((row) => foldContact(row, of(row.id, conversions)));
    return { rows, total };
  });
}

/** One contact with a conversion that waits laid over it; null when the mirror does not have it. */
export function readContact(mirror: Mirror, id: number): Promise<ContactRow | null> {
  return mirror.transaction('r', mirror.contacts, mirror.outbox, async () => {
    const row = await mirror.contacts.get(id);
    if (!row) return null;
    return foldContact(
      row,
      await mirror.outbox.where('entity').equals(contactEntity(id)).toArray(),
    );
  });
}

function of(id: number, conversions: readonly OutboxEntry[]): OutboxEntry[] {
  return conversions.filter(({ entity }) => entity === contactEntity(id));
}
