import type { Whose } from '#contract/people.ts';
import { emailKey } from '#contract/values/email.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { digestOf } from '#server/domain/accounts/password-links.ts';
import { inTransaction } from '#server/domain/replication/idempotency.ts';
import {
  asKnown,
  COPIED,
  type Copy,
  isKnown,
  keyOf,
  lockCopies,
  readHere,
  toCopy,
  weigh,
} from './held-copies.ts';

/** How long a copy waits for an admin, in milliseconds. */
const WAITS = 60 * 24 * 60 * 60_000;

/** Leaves copies that nobody has decided about in time, and forgets idle ones and who was erased so long ago. */
export async function forgetOldCopies(db: Db, now: Date): Promise<void> {
  await forgetIdleCopies(db);
  const at = { lt: new Date(now.getTime() - WAITS) };
  const data = { state: 'left', content: null, decidedAt: now };
  await db.heldCopy.updateMany({ where: { state: 'open', at }, data });
  await db.heldCopy.deleteMany({ where: { state: 'known', at } });
  await db.erasedAddress.deleteMany({ where: { at } });
}

/**
 * Forgets what waits and has nothing to give any more: another copy of the record was taken, a device has sent its change
 * again, or the record was deleted.
 */
export function forgetIdleCopies(db: Db): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockCopies(tx);
    const open = await tx.heldCopy.findMany({ where: { state: 'open' } });
    const here = await readHere(tx, open.map(toCopy));
    for (const held of open) {
      const copy = toCopy(held);
      if (weigh(copy, here)) continue;
      const where = { id: held.id };
      if (isKnown(copy, here)) await tx.heldCopy.update({ where, data: asKnown(copy) });
      else await tx.heldCopy.delete({ where });
    }
  });
}

/**
 * Notes who was erased, if a backup was restored so shortly before that devices may still come with records of this
 * person which the database has never seen.
 */
export async function noteErased(tx: Tx, email: string, at: Date): Promise<void> {
  const restored = await tx.restore.findFirst({ where: { at: { gt: new Date(+at - WAITS) } } });
  const digest = digestOf(emailKey(email));
  const note = { where: { digest }, create: { digest, at }, update: { at } };
  if (restored) await tx.erasedAddress.upsert(note);
}

/** The copies but those of people who were erased since the restore. */
export async function withoutErased(tx: Tx, copies: readonly Copy[]): Promise<Copy[]> {
  const digestIn = ({ row }: Copy) => digestOf(emailKey(String(row.email ?? '')));
  const where = { digest: { in: copies.map(digestIn) } };
  const erased = new Set((await tx.erasedAddress.findMany({ where })).map(({ digest }) => digest));
  return copies.filter((copy) => !erased.has(digestIn(copy)));
}

/** What waits of a person: copies of these records, and others under the address or of an application without one. */
export async function copiesOfPerson(
  db: Db | Tx,
  { email, applicationId }: Whose,
  ids: Ids,
): Promise<Copy[]> {
  const copies = (await db.heldCopy.findMany({ where: { state: 'open', kind: 'row' } })).map(
    toCopy,
  );
  const isUnder = ({ row }: Copy) =>
    email === undefined
      ? row.id === applicationId && row.email === ''
      : emailKey(String(row.email ?? '')) === emailKey(email);
  return copies.filter((copy) => isAbout(copy, ids) || isUnder(copy));
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
