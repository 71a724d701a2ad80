import type { Contact } from '#contract/contacts.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import { contactEntity, type OutboxEntry } from './outbox-entry.ts';
import { type ContactRow, foldContact } from './overlay.ts';
import { RowCache } from './row-cache.ts';

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

/** Every contact with what waits laid over it, in no order. */
export function readAllContacts(mirror: Mirror): Promise<ContactRow[]> {
  const { contacts, outbox, meta } = mirror;
  return mirror.transaction('r', contacts, outbox, meta, async () => {
    const [entries, state] = await Promise.all([
      outbox.where('entity').startsWith('contact:').toArray(),
      meta.get('contacts'),
    ]);
    const rows = [...(await cacheOf(mirror).read(contacts, state)).values()];
    if (entries.length === 0) return rows;
    return rows.map((row): ContactRow => {
      const changes = of(row.id, entries);
      return changes.length === 0 ? row : foldContact(row, changes);
    });
  });
}

const caches = new WeakMap<Mirror, RowCache<number, Mirrored<Contact>>>();

function cacheOf(mirror: Mirror): RowCache<number, Mirrored<Contact>> {
  const cache = caches.get(mirror) ?? new RowCache();
  caches.set(mirror, cache);
  return cache;
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
