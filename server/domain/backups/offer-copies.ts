import type { HistoryEntry } from '#contract/applications.ts';
import { MOST_COPIES, type OfferedCopies, type OfferReply } from '#contract/backups/copies.ts';
import { newId } from '#contract/fields/ids.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { HeldCopyModel } from '#prisma/generated/sqlite/models.ts';
import { areasOfUser, type User } from '#server/domain/accounts/users.ts';
import { partedAt } from '#server/domain/replication/delta.ts';
import { inTransaction } from '#server/domain/replication/idempotency.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import { checkCopies } from './check-copies.ts';
import { withoutErased } from './forget-copies.ts';
import {
  asKnown,
  type Copy,
  isKnown,
  isNewer,
  isOfErased,
  keyOf,
  lockCopies,
  merged,
  readHere,
  tellsRow,
  toCopy,
  weigh,
} from './held-copies.ts';

/** How far ids of inquiries that were lost may be above those which this database knows of: some restores (after-restore.ts). */
const LOST_CONTACTS = 100_000;

/** Who offers copies, and on what browser and system. */
export interface Giver {
  user: User;
  device: string | null;
}

/** A device as the column `devices` has it. */
export interface StoredDevice {
  userId: number;
  device: string | null;
  at: string;
}

/** Keeps what a device has and the database lacks until an admin has decided. */
export function offerCopies(
  db: Db,
  giver: Giver,
  offered: OfferedCopies,
  now = new Date(),
): Promise<OfferReply> {
  return inTransaction(db, async (tx) => {
    await lockCopies(tx);
    const parted = await partedAt(tx, offered.epoch, 0);
    const checked = await withoutErased(tx, checkCopies(offered, parted));
    const given = await givenBy(tx, giver.user, checked);
    const held = await heldOf(tx, offered.epoch, given);
    const next = given.flatMap((copy) => {
      const before = held.get(keyOf(copy.list, copy.recordId));
      const after = before ? nextOf(before, copy) : copy;
      return after ? [{ before, after }] : [];
    });
    const here = await readHere(
      tx,
      next.map(({ after }) => after),
    );
    let room = MOST_COPIES - (await tx.heldCopy.count({ where: { state: 'open' } }));
    let kept = 0;
    const added: HeldCopyModel[] = [];
    for (const { before, after } of next) {
      const weighed = weigh(after, here);
      const isOpen = before?.state === 'open';
      if (!weighed && isKnown(after, here)) {
        const row = heldRow(giver, { before, after, entries: [] }, now);
        const known = { ...row, ...asKnown(after) };
        if (before) await tx.heldCopy.update({ where: { id: before.id }, data: known });
        else added.push(known);
      } else if (!weighed) {
        if (isOpen) await tx.heldCopy.delete({ where: { id: before.id } });
      } else if (isOpen || room > 0) {
        const row = heldRow(giver, { before, after, entries: weighed.entries }, now);
        if (before) await tx.heldCopy.update({ where: { id: before.id }, data: row });
        else added.push(row);
        room -= isOpen ? 0 : 1;
        kept += 1;
      }
    }
    await tx.heldCopy.createMany({ data: added });
    return { kept, erased: await erasedAmong(tx, checkCopies(offered, -1), parted) };
  });
}

/** The records that this database knows to be erased, so that the device forgets its copies. */
async function erasedAmong(
  tx: Tx,
  copies: readonly Copy[],
  parted: number,
): Promise<OfferReply['erased']> {
  const here = await readHere(tx, copies);
  const named = new Set(await withoutErased(tx, copies));
  // Both databases know of it, and this one that it was deleted later.
  const isPast = ({ list, recordId, version }: Copy) =>
    version <= parted && here.stones.has(keyOf(list, recordId));
  return copies
    .filter((copy) => !named.has(copy) || isPast(copy) || isOfErased(copy, here))
    .map(({ list, row: { id } }) => ({ list, id }));
}

/** The copies that may be given by this user: campaigns by admins, and ids that were given to somebody. */
async function givenBy(tx: Tx, user: User, copies: readonly Copy[]): Promise<Copy[]> {
  const isAdmin = areasOfUser(user, 'none').includes('admin');
  const lastContact = await lastContactOf(tx, copies);
  const id = {
    in: copies.flatMap(({ list, row }) => (list === 'campaigns' ? Number(row.id) : [])),
  };
  const select = { id: true };
  const campaigns = new Set(
    [
      ...(await tx.campaign.findMany({ where: { id }, select })),
      ...(await tx.campaignLease.findMany({ where: { id }, select })),
    ].map((row) => row.id),
  );
  return copies.filter(({ list, row }) => {
    if (list === 'campaigns') return isAdmin && campaigns.has(Number(row.id));
    return list === 'applications' || Number(row.id) <= lastContact;
  });
}

/** The highest id of an inquiry that this database, or the one that the copies are of, may have given. */
async function lastContactOf(tx: Tx, copies: readonly Copy[]): Promise<number> {
  const { epoch } = await readReplicationState(tx);
  const restored = await tx.restore.findFirst({ orderBy: { id: 'desc' } });
  if (restored && copies[0]?.epoch !== epoch) return restored.contactId + LOST_CONTACTS;
  const { _max } = await tx.contact.aggregate({ _max: { id: true } });
  return (_max.id ?? 0) + LOST_CONTACTS;
}

async function heldOf(
  tx: Tx,
  epoch: string,
  copies: readonly Copy[],
): Promise<ReadonlyMap<string, HeldCopyModel>> {
  const recordId = { in: copies.map((copy) => copy.recordId) };
  const rows = await tx.heldCopy.findMany({ where: { epoch, recordId } });
  return new Map(rows.map((row) => [keyOf(toCopy(row).list, row.recordId), row]));
}

/**
 * What is to wait of a record of which something waits already, or was decided. What was decided stays so, unless the
 * record is newer, or more of its history is given than was taken; so does what the database has. Null for that.
 */
function nextOf(held: HeldCopyModel, given: Copy): Copy | null {
  if (held.state === 'open') return merged(toCopy(held), given);
  if (isNewer(given, held)) return given;
  // It may tell more of the same version, such as columns that an older device lacks.
  if (held.state === 'known' && tellsRow(given) && !isNewer(held, given)) return given;
  const isMore = held.state !== 'left' && held.kind === 'row' && given.history.length > 0;
  const { version } = held;
  return isMore ? { ...given, row: { id: given.row.id }, version, isRowKnown: true } : null;
}

interface Kept {
  before: HeldCopyModel | undefined;
  after: Copy;
  /** Those that are missing. */
  entries: HistoryEntry[];
}

/** The row of a copy that waits, with one device more. */
function heldRow(
  { user: { id: userId }, device }: Giver,
  { before, after, entries: history }: Kept,
  at: Date,
): HeldCopyModel {
  const { list, recordId, epoch, version, kind, row, isRowKnown } = after;
  const content = JSON.stringify({ row, history, isRowKnown });
  const isOpen = before?.state === 'open';
  const others: StoredDevice[] = isOpen ? JSON.parse(before.devices) : [];
  const isAmong = others.some((one) => one.userId === userId && one.device === device);
  const mine = { userId, device, at: at.toISOString() };
  const devices = JSON.stringify(isAmong ? others : [...others, mine]);
  // The time of what waits: more devices do not prolong it.
  const isSame = isOpen && before.content === content && before.version === version;
  return {
    id: before?.id ?? newId(),
    ...{ list, recordId, epoch, version, kind, content, devices },
    at: isSame ? before.at : at,
    state: 'open',
    decidedBy: null,
    decidedAt: null,
    entries: before?.entries ?? 0,
  };
}
