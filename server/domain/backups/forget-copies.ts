import type { Db, Tx } from '#prisma/client.ts';
import { COPIED, type Copy, keyOf, readHere, toCopy } from './held-copies.ts';

/** How long a copy waits for an admin, in milliseconds. */
const WAITS = 60 * 24 * 60 * 60_000;

/** Leaves copies that nobody has decided about in time. */
export async function forgetOldCopies(db: Db, now: Date): Promise<void> {
  const where = { state: 'open', at: { lt: new Date(now.getTime() - WAITS) } };
  await db.heldCopy.updateMany({ where, data: { state: 'left', content: null, decidedAt: now } });
}

interface Ids {
  contactIds: readonly number[];
  applicationIds: readonly string[];
}

/**
 * Forgets what waits of erased records and of others under the address, and what else a copy says of the person. A record
 * that only devices have is as good as deleted: it does not come back with another device. Call `lockCopies` before the
 * records are locked, and this after the revision was raised.
 *
 * @param words an address and phone numbers
 */
export async function forgetCopies(
  tx: Tx,
  ids: Ids,
  words: readonly string[],
  stone: { version: number; createdAt: Date },
): Promise<void> {
  const says = (value: unknown) => {
    const said = JSON.stringify(value ?? null).toLowerCase();
    return words.some((word) => said.includes(word.toLowerCase()));
  };
  for (const held of await tx.heldCopy.findMany({ where: { state: 'open' } })) {
    const copy = toCopy(held);
    const { list, recordId, row, history } = copy;
    const where = { id: held.id };
    if (isAbout(copy, ids) || says(row.email)) {
      await tx.heldCopy.delete({ where });
      const { entity } = COPIED[list];
      const isHere = (await readHere(tx, [copy])).rows.has(keyOf(list, recordId));
      const key = { entity, entityId: recordId };
      const data = { where: { entity_entityId: key }, create: { ...key, ...stone }, update: stone };
      if (!isHere) await tx.tombstone.upsert(data);
    } else if (says([row, history])) {
      const left = Object.entries(row).filter(([, value]) => !says(value));
      const content = {
        row: Object.fromEntries(left),
        history: history.filter((one) => !says(one)),
      };
      await tx.heldCopy.update({ where, data: { content: JSON.stringify(content) } });
    }
  }
}

/** Whether a copy is of an erased record, of what was made of it, or of an inquiry that was added to it. */
function isAbout({ list, row }: Copy, { contactIds, applicationIds }: Ids): boolean {
  const [contacts, applications] =
    list === 'contacts' ? [[row.id], [row.addedTo]] : [[row.contactId], [row.id]];
  return (
    contacts.some((id) => contactIds.includes(Number(id))) ||
    applications.some((id) => applicationIds.includes(String(id)))
  );
}
