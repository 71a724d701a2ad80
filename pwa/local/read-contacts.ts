import type { Contact } from '#contract/contacts.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { type ContactRow, foldContact } from './overlay.ts';
import { SeenList } from './seen-list.ts';
import { outboxTables } from './under-way.ts';

/** The newest `limit` contacts with the conversions that wait laid over them, and how many there are. */
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
    const lanes = byContact(entries);
    const rows = newest.map((row) => foldContact(row, lanes.get(row.id) ?? []));
    return { rows, total };
  });
}

/** Every contact with what waits laid over it, newest first; the same array while they are the same. */
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
      lanesOf: byContact,
      // No change that waits makes a contact.
      fold: (row, lane) => row && foldContact(row, lane),
      timeOf: ({ createdAt }) => createdAt,
    });
  lists.set(mirror, list);
  return list;
}

/** One contact with a conversion that waits laid over it; null when the mirror does not have it. */
export function readContact(mirror: Mirror, id: number): Promise<ContactRow | null> {
  return mirror.transaction('r', [mirror.contacts, ...outboxTables(mirror)], async () => {
    const [row, entries] = await Promise.all([
      mirror.contacts.get(id),
      OutboxMemory.of(mirror).read(),
    ]);
    return row ? foldContact(row, byContact(entries).get(id) ?? []) : null;
  });
}

/** The changes of each contact, in the order in which they were made. */
function byContact(entries: readonly OutboxEntry[]): Map<number, OutboxEntry[]> {
  const lanes = new Map<number, OutboxEntry[]>();
  for (const entry of entries) {
    if (entry.type !== 'contact-converted' && entry.type !== 'contact-state-changed') continue;
    const lane = lanes.get(entry.seen.id);
    if (lane) lane.push(entry);
    else lanes.set(entry.seen.id, [entry]);
  }
  return lanes;
}
