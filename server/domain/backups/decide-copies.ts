import { COPIED_LISTS, type HoldingDevice } from '#contract/backups/copies.ts';
import type { CampaignDraft } from '#contract/campaigns.ts';
import type { FieldEdit } from '#contract/fields/application-fields.ts';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import { newId } from '#contract/fields/ids.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { lockRows } from '#prisma/bulk.ts';
import { type Db, providerOfDb, type Tx } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/sqlite/client.ts';
import type { HeldCopyModel } from '#prisma/generated/sqlite/models.ts';
import { usernameKeyOf } from '#server/domain/accounts/users.ts';
import { lockLeaseOfAnyone } from '#server/domain/campaigns/campaign-leases.ts';
import { createLeased, removeCampaign } from '#server/domain/campaigns/campaigns.ts';
import { type Actor, audit, recordSubject } from '#server/domain/common/audit.ts';
import { eraseRecords } from '#server/domain/people/erase-person.ts';
import { addEntry } from '#server/domain/pipeline/history.ts';
import { offeredTo } from '#server/domain/pipeline/offers.ts';
import { inTransaction } from '#server/domain/replication/idempotency.ts';
import { nextRevision, raiseRevision } from '#server/domain/replication/revision.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import { takeOffPlayers } from '#server/domain/site/site.ts';
import {
  COPIED,
  type Copy,
  isMoment,
  lockCopies,
  readHere,
  toCopy,
  type Weighed,
  weigh,
} from './held-copies.ts';
import { nameOfDevice, namingDevices } from './report-copies.ts';

/** Copies that are written in one transaction. */
const PART = 50;

/** The admin who decides, and when. */
interface Decider {
  actor: Actor & { userId: number };
  at: Date;
}

/** Writes copies, or leaves the records as they are. Returns how many this call has decided: others are decided already. */
export async function decideCopies(
  db: Db,
  actor: Decider['actor'],
  { ids, decision }: { ids: string[]; decision: 'take' | 'leave' },
  at = new Date(),
): Promise<{ done: number }> {
  const by = { actor, at };
  if (decision === 'leave') return { done: await inTransaction(db, (tx) => leave(tx, by, ids)) };
  const open = await db.heldCopy.findMany({ where: { id: { in: ids }, state: 'open' } });
  const inOrder = open.sort((one, other) => placeOf(one).localeCompare(placeOf(other)));
  let done = 0;
  for (let from = 0; from < inOrder.length; from += PART) {
    const part = inOrder.slice(from, from + PART).map(({ id }) => id);
    done += await inTransaction(db, (tx) => takePart(tx, by, part));
  }
  return { done };
}

/** Erasures first, then records before those that refer to them; of two databases' copies of a record the later one last. */
function placeOf({ list, kind, epoch }: HeldCopyModel): string {
  const place = COPIED_LISTS.toReversed().indexOf(wordOf(COPIED_LISTS, list));
  // The epoch of a restored database begins with a later letter than any other, and tells the time.
  return `${kind === 'row' ? 1 : 0} ${place} ${epoch}`;
}

async function leave(tx: Tx, { actor, at }: Decider, ids: string[]): Promise<number> {
  await lockCopies(tx);
  const open = await tx.heldCopy.findMany({ where: { id: { in: ids }, state: 'open' } });
  if (open.length === 0) return 0;
  await tx.heldCopy.updateMany({
    where: { id: { in: open.map(({ id }) => id) } },
    data: { state: 'left', content: null, decidedBy: actor.userId, decidedAt: at },
  });
  const subject = subjectOf(open.map(toCopy));
  await audit(tx, actor, { kind: 'copies-left', subject, count: open.length }, at);
  return open.length;
}

async function takePart(tx: Tx, by: Decider, ids: string[]): Promise<number> {
  await lockCopies(tx);
  const open = await tx.heldCopy.findMany({ where: { id: { in: ids }, state: 'open' } });
  const inOrder = open.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const offered = await lockRecordsOf(tx, inOrder.map(toCopy));
  const devicesOf = await namingDevices(tx, open);
  const taken: HeldCopyModel[] = [];
  for (const held of inOrder) {
    const copy = toCopy(held);
    // Read anew: the copy before may have changed the same record.
    const weighed = weigh(copy, await readHere(tx, [copy]));
    if (!weighed) {
      await tx.heldCopy.delete({ where: { id: held.id } });
      continue;
    }
    const givers = devicesOf(held);
    if (weighed.kind === 'erases') await erase(tx, by, copy, offered);
    if (copy.kind !== 'gone') await WRITE[copy.list](tx, by, { copy, weighed, givers });
    const decided = { state: 'taken', content: null, decidedBy: by.actor.userId, decidedAt: by.at };
    const entries = { increment: weighed.entries.length };
    await tx.heldCopy.update({ where: { id: held.id }, data: { ...decided, entries } });
    taken.push(held);
  }
  if (taken.length === 0) return 0;
  const devices = taken.flatMap(
    (held) => JSON.parse(held.devices) as { userId: number; device: string | null }[],
  );
  const named = devices.map(({ userId, device }) => `user:${userId} ${device ?? ''}`.trim());
  const detail = [...new Set(named)].sort().slice(0, MOST_NAMED).join(', ');
  const subject = subjectOf(taken.map(toCopy));
  const count = taken.length;
  await audit(tx, by.actor, { kind: 'copies-given-back', subject, detail, count }, by.at);
  return count;
}

/** The most devices that an entry of the audit log names. */
const MOST_NAMED = 10;

function subjectOf(copies: readonly Copy[]): string {
  const ids = (of: string) => copies.flatMap(({ list, recordId }) => (list === of ? recordId : []));
  return recordSubject({
    applicationIds: ids('applications'),
    contactIds: ids('contacts').map(Number),
    campaignIds: ids('campaigns').map(Number),
  });
}

/**
 * Locks the records of copies and those that change with them, in the order that every write keeps: applications,
 * campaigns, inquiries.
 *
 * @returns the applications with offers to the clubs whose inquiries are erased
 */
async function lockRecordsOf(tx: Tx, copies: readonly Copy[]): Promise<string[]> {
  const erasing = copies.filter(({ kind }) => kind !== 'row');
  const numbers = (among: readonly Copy[], of: string) =>
    among.flatMap(({ list, row }) => (list === of ? Number(row.id) : []));
  const erased = numbers(erasing, 'contacts');
  const offered = erased.length > 0 ? await offeredTo(tx, erased) : [];
  const where = { contactId: { in: erased } };
  const converted = await tx.application.findMany({ where, select: { id: true } });
  const own = copies.flatMap(({ list, recordId }) => (list === 'applications' ? recordId : []));
  await lockRows(tx, 'Application', [
    ...new Set([...own, ...offered, ...converted.map(({ id }) => id)]),
  ]);
  const campaignsOf = ({ list, row }: Copy) => (list === 'contacts' ? Number(row.campaignId) : 0);
  const campaigns = [...numbers(copies, 'campaigns'), ...copies.map(campaignsOf)].filter(
    (id) => id > 0,
  );
  await lockRows(tx, 'Campaign', campaigns);
  await lockRows(tx, 'CampaignLease', campaigns);
  const goneApplications = erasing.map(({ recordId }) => recordId);
  const beside = await tx.contact.findMany({
    where: {
      OR: [
        { addedTo: { in: goneApplications } },
        { campaignId: { in: numbers(erasing, 'campaigns') } },
        { heldFor: { in: campaigns } },
      ],
    },
    select: { id: true },
  });
  const contacts = [
    ...numbers(copies, 'contacts'),
    ...copies.map(({ row }) => Number(row.contactId ?? 0)),
    ...beside.map(({ id }) => id),
  ];
  await lockRows(tx, 'Contact', [...new Set(contacts)]);
  return offered;
}

/** Deletes a record that was deleted, or anonymises it. */
async function erase(tx: Tx, { actor, at }: Decider, copy: Copy, offered: string[]): Promise<void> {
  const { list, recordId, kind } = copy;
  const stone = { version: await nextRevision(tx), createdAt: at };
  if (list === 'campaigns') return removeCampaign(tx, Number(recordId), stone);
  const contactIds = list === 'contacts' ? [Number(recordId)] : [];
  const applicationIds = list === 'applications' ? [recordId] : [];
  const isDeleted = kind === 'gone';
  if (isDeleted) {
    const where = { contactId: { in: contactIds } };
    await tx.application.updateMany({ where, data: { contactId: null, version: stone.version } });
  }
  const how = isDeleted ? 'delete' : 'anonymise';
  await eraseRecords(tx, { contactIds, applicationIds, offered }, how, stone);
  await takeOffPlayers(tx, { applicationIds, names: [] }, actor, at);
}

/** A copy that is written. */
interface Given {
  copy: Copy;
  weighed: Weighed;
  givers: HoldingDevice[];
}

const WRITE = { applications: putApplication, contacts: putContact, campaigns: putCampaign };

async function putApplication(
  tx: Tx,
  by: Decider,
  { copy, weighed, givers }: Given,
): Promise<void> {
  const { recordId: id, row } = copy;
  const entries = weighed.entries.toSorted((one, other) => one.version - other.version);
  const version = await raiseRevision(tx, entries.length + 1);
  const data = {
    ...dataOf(copy, by.at),
    ...('contactId' in row && { contactId: await inquiryOf(tx, copy) }),
    version,
  };
  const isNew = weighed.kind === 'new';
  if (isNew) await forgetStone(tx, copy);
  // Checked by its columns' own schemas.
  const create = { id, ...data } as Prisma.ApplicationUncheckedCreateInput;
  const { status } = isNew
    ? await tx.application.create({ data: create })
    : await tx.application.update({ where: { id }, data });
  const users = await usersNamed(
    tx,
    entries.map(({ by: name }) => name ?? ''),
  );
  await tx.historyEntry.createMany({
    data: entries.map((entry, n) => ({
      id: entry.id,
      applicationId: id,
      previousStatus: entry.previousStatus,
      newStatus: entry.newStatus,
      notes: entry.notes ?? null,
      reason: entry.reason ?? null,
      edits: entry.edits ? JSON.stringify(entry.edits) : null,
      createdAt: past(entry.createdAt, by.at),
      arrivedAt: past(entry.arrivedAt, by.at),
      userId: users.get(usernameKeyOf(entry.by ?? '')) ?? null,
      version: version - entries.length + n,
    })),
  });
  const from = { field: 'givenBack', before: null, after: givers.map(nameOfDevice).join(', ') };
  const replaced = weighed.kind === 'differs' ? weighed.differences.flatMap(editOf) : [];
  const change = { id: newId(), happenedAt: by.at, arrivedAt: by.at, userId: by.actor.userId };
  const edits = JSON.stringify([from, ...replaced] satisfies FieldEdit[]);
  await addEntry(tx, change, { id, status, version }, { edits });
}

/** The inquiry of an application, unless it is gone or has another application by now. */
async function inquiryOf(tx: Tx, { recordId, row }: Copy): Promise<number | null> {
  const id = Number(row.contactId ?? 0);
  const found = await tx.contact.findUnique({ where: { id }, include: { application: true } });
  const isFree = found && (found.application?.id ?? recordId) === recordId;
  return isFree ? id : null;
}

/** What a person sees of a value that was replaced: the pages of offers are no field. */
function editOf({ field, here, there }: Weighed['differences'][number]): FieldEdit[] {
  if (field === 'offers' || typeof here === 'boolean' || typeof there === 'boolean') return [];
  return [{ field, before: here, after: there }];
}

async function usersNamed(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const usernameKey = { in: [...new Set(names.map(usernameKeyOf))] };
  const users = await tx.user.findMany({
    where: { usernameKey },
    select: { id: true, usernameKey: true },
  });
  return new Map(users.map((user) => [user.usernameKey, user.id]));
}

async function putContact(tx: Tx, { at }: Decider, { copy, weighed }: Given): Promise<void> {
  const { row } = copy;
  const id = Number(row.id);
  const isNew = weighed.kind === 'new';
  const isSet = isNew || weighed.differences.some(({ field }) => field === 'state');
  const version = await nextRevision(tx);
  const data = {
    ...dataOf(copy, at),
    ...(isSet && { setAsideAt: isOneOf(SET_ASIDE, String(row.state)) ? at : null }),
    ...('campaignId' in row && (await originOf(tx, Number(row.campaignId ?? 0)))),
    version,
  };
  if (!isNew) {
    await tx.contact.update({ where: { id }, data });
    return;
  }
  await forgetStone(tx, copy);
  await tx.contact.create({ data: { id, ...data } as Prisma.ContactUncheckedCreateInput });
  await skipContactId(tx, id);
}

/** The campaign of an inquiry, or its lease while the campaign has not come back. */
async function originOf(tx: Tx, id: number) {
  const where = { where: { id }, select: { id: true } };
  const campaign = await tx.campaign.findUnique(where);
  const lease = campaign ? null : await tx.campaignLease.findUnique(where);
  return { campaignId: campaign?.id ?? null, heldFor: lease?.id ?? null };
}

/** Gives no inquiry an id that was lost with the last commits: SQLite sees to it by itself. */
async function skipContactId(tx: Tx, id: number): Promise<void> {
  if (providerOfDb(tx) === 'sqlite') return;
  await tx.$queryRaw`
    SELECT setval(name, ${id}) FROM pg_get_serial_sequence('"Contact"', 'id') AS name
    WHERE ${id} > COALESCE(pg_sequence_last_value(name::regclass), 0)`;
}

async function putCampaign(tx: Tx, { at }: Decider, { copy, weighed }: Given): Promise<void> {
  const id = Number(copy.recordId);
  const lease = weighed.kind === 'new' ? await lockLeaseOfAnyone(tx, id) : null;
  const data = { ...dataOf(copy, at), version: await nextRevision(tx) };
  if (weighed.kind !== 'new') await tx.campaign.update({ where: { id }, data });
  // A copy of an id that nobody has leased is not kept, and a lease ends with its campaign alone.
  else if (lease) {
    await forgetStone(tx, copy);
    await createLeased(tx, lease, data as typeof data & CampaignDraft);
  }
}

/** A record that is there again has no tombstone. */
async function forgetStone(tx: Tx, { list, recordId: entityId }: Copy): Promise<void> {
  await tx.tombstone.deleteMany({ where: { entity: COPIED[list].entity, entityId } });
}

/** The columns of a copy as the table has them. No moment is in the future. */
function dataOf({ list, row }: Copy, now: Date): Record<string, unknown> {
  const { version: _, id: __, ...columns } = COPIED[list].columns;
  const known = Object.entries(columns).filter(([name]) => name in row);
  return Object.fromEntries(
    known.map(([name, column]) => {
      const value = row[name];
      return [name, isMoment(column) && value ? past(String(value), now) : value];
    }),
  );
}

function past(moment: string, now: Date): Date {
  return new Date(Math.min(Date.parse(moment), now.getTime()));
}
