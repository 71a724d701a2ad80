import type { Contact } from '#contract/contacts.ts';
import { outboxTables } from './in-flight.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { byRecord, foldRow } from './overlay.ts';
import type { ContactRow, Mirrored } from './rows.ts';
import { SeenList } from './seen-list.ts';

/** The newest `limit` contacts with their queued changes, and how many there are in all. */
export function readContacts(
  mirror: Mirror,
  limit: number,
): Promise<{ rows: ContactRow[]; total: number }> {
  return mirror.transaction('r', [mirror.contacts, ...outboxTables(mirror)], async () => {
    const [newest, total, entries] = await Promise.all([
      mirror.contacts.orderBy('createdAt').reverse().limit(limit).toArray(),
      mirror.contacts.count(),
      OutboxMemory.of(mirror).read(),
    ]);
    const lanes = byRecord('contacts', entries);
    const rows = newest.flatMap((row) => foldRow('contacts', row, lanes.get(row.id) ?? []) ?? []);
    return { rows, total };
  });
}

/** All contacts with their queued changes, newest first; the same array while nothing changes. */
export function readAllContacts(mirror: Mirror): Promise<readonly ContactRow[]> {
  const tables = [mirror.contacts, ...outboxTables(mirror), mirror.meta];
  return mirror.transaction('r', tables, () => seenIn(mirror).read());
}

type SeenContacts = SeenList<number, Mirrored<Contact>, ContactRow, OutboxEntry>;
const lists = new WeakMap<Mirror, SeenContacts>();

function seenIn(mirror: Mirror): SeenContacts {
  const list: SeenContacts =
    lists.get(mirror) ??
    new SeenList(mirror, {
      list: 'contacts',
      lanesOf: (entries) => byRecord('contacts', entries),
      fold: (row, entries) => foldRow('contacts', row, entries),
      timeOf: ({ createdAt }) => createdAt,
    });
  lists.set(mirror, list);
  return list;
}

/** One contact with its queued changes; null when the mirror does not have it. */
export function readContact(mirror: Mirror, id: number): Promise<ContactRow | null> {
  return mirror.transaction('r', [mirror.contacts, ...outboxTables(mirror)], async () => {
    const [row, entries] = await Promise.all([
      mirror.contacts.get(id),
      OutboxMemory.of(mirror).read(),
    ]);
    return foldRow('contacts', row, byRecord('contacts', entries).get(id) ?? []) ?? null;
  });
}
