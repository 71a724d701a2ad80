import type { HistoryEntry } from '#contract/applications.ts';
import { COPIED_LISTS, type HoldingDevice } from '#contract/backups/copies.ts';
import { namesOfDevices } from '#contract/backups/device-names.ts';
import type { CampaignDraft } from '#contract/campaigns.ts';
import type { FieldEdit } from '#contract/fields/application-fields.ts';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import { newId } from '#contract/fields/ids.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { lockRows, updateRows } from '#prisma/bulk.ts';
import { type Db, providerOfDb, type Tx } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/sqlite/client.ts';
import type { HeldCopyModel } from '#prisma/generated/sqlite/models.ts';
import { usernameKeyOf } from '#server/domain/accounts/users.ts';
import { lockLeaseOfAnyone } from '#server/domain/campaigns/campaign-leases.ts';
import { createLeased, removeCampaign } from '#server/domain/campaigns/campaigns.ts';
import { type Actor, audit, recordSubject } from '#server/domain/common/audit.ts';
import { eraseRecords } from '#server/domain/people/erase-person.ts';
import { offeredTo } from '#server/domain/pipeline/offers.ts';
import { inTransaction } from '#server/domain/replication/idempotency.ts';
import { raiseRevision } from '#server/domain/replication/revision.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import { takeOffPlayers } from '#server/domain/site/site.ts';
import { forgetIdleCopies } from './forget-copies.ts';
import {
  COPIED,
  type Copy,
  isMoment,
  lockCopies,
  readHere,
  toCopy,
  WAITING,
  type Weighed,
  weigh,
} from './held-copies.ts';
import type { StoredDevice } from './offer-copies.ts';
import { namingDevices } from './report-copies.ts';

/** Copies that are written in one transaction. */
const PART = 50;
/** No part begins later in a call, in ms: a call must be answered while its connection is open. */
const ENOUGH = 4_000;

/** The admin who decides, and when. */
interface Decider {
  actor: Actor & { userId: number };
  at: Date;
}

/**
 * Writes copies, or leaves the records as they are. Returns how many this call has decided: others are decided already,
 * or wait for one more call.
 */
export async function decideCopies(
  db: Db,
  actor: Decider['actor'],
  { ids, decision }: { ids: string[]; decision: 'take' | 'leave' },
  at = new Date(),
): Promise<{ done: number }> {
  const by = { actor, at };
  if (decision === 'leave') return { done: await inTransaction(db, (tx) => leave(tx, by, ids)) };
  const open = await db.heldCopy.findMany({ where: { id: { in: ids }, ...WAITING } });
  let done = 0;
  const end = performance.now() + ENOUGH;
  for (const part of partsOf(open)) {
    done += await inTransaction(db, (tx) => takePart(tx, by, part));
    if (performance.now() > end) break;
  }
  await forgetIdleCopies(db);
  return { done };
}

/** The ids of copies in parts of one list and one database: a part has a record once, and refers to earlier parts alone. */
function partsOf(open: readonly HeldCopyModel[]): string[][] {
  const parts: string[][] = [];
  for (const place of [...new Set(open.map(placeOf))].sort()) {
    const ids = open.filter((held) => placeOf(held) === place).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += PART) parts.push(ids.slice(from, from + PART));
  }
  return parts;
}

/** Erasures first, then records before those that refer to them; of two databases' copies of a record the later one last. */
function placeOf({ list, kind, epoch }: HeldCopyModel): string {
  const place = COPIED_LISTS.toReversed().indexOf(wordOf(COPIED_LISTS, list));
  // The epoch of a restored database begins with a later letter than any other, and tells the time.
  return `${kind === 'row' ? 1 : 0} ${place} ${epoch}`;
}

async function leave(tx: Tx, { actor, at }: Decider, ids: string[]): Promise<number> {
  await lockCopies(tx);
  const open = await tx.heldCopy.findMany({ where: { id: { in: ids }, ...WAITING } });
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
  const open = await tx.heldCopy.findMany({ where: { id: { in: ids }, ...WAITING } });
  const copies = open.map(toCopy);
  const offered = await lockRecordsOf(tx, copies);
  const here = await readHere(tx, copies);
  const devicesOf = await namingDevices(tx, open);
  const given = open.flatMap((held): Given[] => {
    const copy = toCopy(held);
    const weighed = weigh(copy, here);
    return weighed ? [{ held, copy, weighed, givers: devicesOf(held), version: 0 }] : [];
  });
  if (given.length === 0) return 0;
  await giveVersions(tx, given);
  for (const one of given) if (one.weighed.kind === 'erases') await erase(tx, by, one, offered);
  await write(tx, by, given);
  await tx.heldCopy.updateMany({
    where: { id: { in: given.map(({ held }) => held.id) } },
    data: { state: 'taken', content: null, decidedBy: by.actor.userId, decidedAt: by.at },
  });
  const counts = given.map(({ held: { id, entries }, weighed }) => ({
    id,
    entries: entries + weighed.entries.length,
  }));
  await updateRows(tx, 'HeldCopy', { id: 'text', entries: 'integer' }, counts);
  await auditTaken(tx, by, given);
  return given.length;
}

/** A copy that is written; its record gets the last of its versions, after the missing entries and an erasure. */
interface Given {
  held: HeldCopyModel;
  copy: Copy;
  weighed: Weighed;
  givers: HoldingDevice[];
  version: number;
}

async function giveVersions(tx: Tx, given: readonly Given[]): Promise<void> {
  const counts = given.map(
    ({ copy, weighed: { kind, entries } }) =>
      (kind === 'erases' ? 1 : 0) + (copy.kind === 'gone' ? 0 : entries.length + 1),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  let version = (await raiseRevision(tx, count)) - count;
  for (const [n, one] of given.entries()) {
    version += counts[n] ?? 0;
    one.version = version;
  }
}

async function write(tx: Tx, by: Decider, given: readonly Given[]): Promise<void> {
  const rows = given.filter(({ copy }) => copy.kind !== 'gone');
  const list = rows[0]?.copy.list;
  if (!list) return;
  // A record that is there again has no tombstone.
  const entityId = { in: rows.filter(isNew).map(({ copy }) => copy.recordId) };
  await tx.tombstone.deleteMany({ where: { entity: COPIED[list].entity, entityId } });
  await WRITE[list](tx, by, rows);
}

function isNew({ weighed }: Given): boolean {
  return weighed.kind === 'new';
}

async function auditTaken(tx: Tx, { actor, at }: Decider, given: readonly Given[]): Promise<void> {
  const devices = given.flatMap(({ held }) => JSON.parse(held.devices) as StoredDevice[]);
  const named = devices.map(({ userId, device }) => `user:${userId} ${device ?? ''}`.trim());
  const detail = [...new Set(named)].sort().slice(0, MOST_NAMED).join(', ');
  const subject = subjectOf(given.map(({ copy }) => copy));
  const count = given.length;
  await audit(tx, actor, { kind: 'copies-given-back', subject, detail, count }, at);
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
async function erase(
  tx: Tx,
  { actor, at }: Decider,
  { copy, weighed, version }: Given,
  offered: string[],
): Promise<void> {
  const { list, recordId, kind } = copy;
  const isDeleted = kind === 'gone';
  const stone = {
    version: isDeleted ? version : version - weighed.entries.length - 1,
    createdAt: at,
  };
  if (list === 'campaigns') return removeCampaign(tx, Number(recordId), stone);
  const contactIds = list === 'contacts' ? [Number(recordId)] : [];
  const applicationIds = list === 'applications' ? [recordId] : [];
  if (isDeleted) {
    const where = { contactId: { in: contactIds } };
    await tx.application.updateMany({ where, data: { contactId: null, version: stone.version } });
  }
  const how = isDeleted ? 'delete' : 'anonymise';
  await eraseRecords(tx, { contactIds, applicationIds, offered }, how, stone);
  await takeOffPlayers(tx, { applicationIds, names: [] }, actor, at);
}

const WRITE = { applications: putApplications, contacts: putContacts, campaigns: putCampaigns };

async function putApplications(tx: Tx, by: Decider, given: readonly Given[]): Promise<void> {
  const inquiryOf = await readingInquiries(tx, given);
  const users = await usersOf(tx, given);
  const history: Prisma.HistoryEntryCreateManyInput[] = [];
  for (const one of given) {
    const { copy, weighed, version } = one;
    const { recordId: id } = copy;
    const link = 'contactId' in copy.row && { contactId: inquiryOf(copy) };
    const data = { ...dataOf(copy, by.at), ...link, version };
    // Checked by its columns' own schemas.
    const create = { id, ...data } as Prisma.ApplicationUncheckedCreateInput;
    const { status } = isNew(one)
      ? await tx.application.create({ data: create })
      : await tx.application.update({ where: { id }, data });
    const entries = weighed.entries.toSorted((first, second) => first.version - second.version);
    for (const [n, entry] of entries.entries()) {
      const userId = users.get(usernameKeyOf(entry.by ?? '')) ?? null;
      history.push({ ...entryRow(entry, by.at), userId, version: version - entries.length + n });
    }
    history.push({ ...tellingEntry(one, by), applicationId: id, ...bothStatuses(status), version });
  }
  await tx.historyEntry.createMany({ data: history });
}

function bothStatuses(status: string) {
  return { previousStatus: status, newStatus: status };
}

function entryRow(entry: HistoryEntry, now: Date) {
  return {
    id: entry.id,
    applicationId: entry.applicationId,
    previousStatus: entry.previousStatus,
    newStatus: entry.newStatus,
    notes: entry.notes ?? null,
    reason: entry.reason ?? null,
    edits: entry.edits ? JSON.stringify(entry.edits) : null,
    createdAt: past(entry.createdAt, now),
    arrivedAt: past(entry.arrivedAt, now),
  };
}

/** The entry that tells which devices have given back, and what that has replaced. */
function tellingEntry({ weighed, givers }: Given, { actor, at }: Decider) {
  const from = { field: 'givenBack', before: null, after: namesOfDevices(givers) };
  const replaced = weighed.kind === 'differs' ? weighed.differences.flatMap(editOf) : [];
  const edits = JSON.stringify([from, ...replaced] satisfies FieldEdit[]);
  return { id: newId(), edits, createdAt: at, arrivedAt: at, userId: actor.userId };
}

/** Finds the inquiry of an application, unless it is gone or has another application by now. */
async function readingInquiries(tx: Tx, given: readonly Given[]) {
  const ids = given.map(({ copy }) => Number(copy.row.contactId ?? 0));
  const found = await tx.contact.findMany({
    where: { id: { in: ids } },
    select: { id: true, application: { select: { id: true } } },
  });
  return ({ recordId, row }: Copy): number | null => {
    const inquiry = found.find(({ id }) => id === row.contactId);
    return inquiry && (inquiry.application?.id ?? recordId) === recordId ? inquiry.id : null;
  };
}

/** What a person sees of a value that was replaced: the pages of offers are no field. */
function editOf({ field, here, there }: Weighed['differences'][number]): FieldEdit[] {
  if (field === 'offers' || typeof here === 'boolean' || typeof there === 'boolean') return [];
  return [{ field, before: here, after: there }];
}

/** The accounts of those who made the entries, by the keys of their usernames. */
async function usersOf(tx: Tx, given: readonly Given[]): Promise<ReadonlyMap<string, number>> {
  const names = given.flatMap(({ weighed }) => weighed.entries.map(({ by }) => by ?? ''));
  const usernameKey = { in: [...new Set(names.map(usernameKeyOf))] };
  const select = { id: true, usernameKey: true };
  const users = await tx.user.findMany({ where: { usernameKey }, select });
  return new Map(users.map((user) => [user.usernameKey, user.id]));
}

async function putContacts(tx: Tx, { at }: Decider, given: readonly Given[]): Promise<void> {
  const originOf = await readingOrigins(tx, given);
  for (const one of given) {
    const { copy, weighed, version } = one;
    const { row } = copy;
    const id = Number(row.id);
    const isSet = isNew(one) || weighed.differences.some(({ field }) => field === 'state');
    const data = {
      ...dataOf(copy, at),
      ...(isSet && { setAsideAt: isOneOf(SET_ASIDE, String(row.state)) ? at : null }),
      ...('campaignId' in row && originOf(row.campaignId)),
      version,
    };
    const create = { id, ...data } as Prisma.ContactUncheckedCreateInput;
    if (isNew(one)) await tx.contact.create({ data: create, select: { id: true } });
    else await tx.contact.update({ where: { id }, data, select: { id: true } });
  }
  await skipContactIds(tx, Math.max(...given.map(({ copy }) => Number(copy.row.id))));
}

/** Finds the campaign of an inquiry, or its lease while the campaign has not come back. */
async function readingOrigins(tx: Tx, given: readonly Given[]) {
  const id = { in: given.map(({ copy }) => Number(copy.row.campaignId ?? 0)) };
  const select = { id: true };
  const campaigns = await tx.campaign.findMany({ where: { id }, select });
  const leases = await tx.campaignLease.findMany({ where: { id }, select });
  return (wanted: unknown) => {
    const idIn = (rows: { id: number }[]) => rows.find((row) => row.id === wanted)?.id ?? null;
    const campaignId = idIn(campaigns);
    return { campaignId, heldFor: campaignId === null ? idIn(leases) : null };
  };
}

/** Gives no inquiry an id that was lost with the last commits: SQLite sees to it by itself. */
async function skipContactIds(tx: Tx, last: number): Promise<void> {
  if (providerOfDb(tx) === 'sqlite') return;
  await tx.$queryRaw`
    SELECT setval(name, ${last}) FROM pg_get_serial_sequence('"Contact"', 'id') AS name
    WHERE ${last} > COALESCE(pg_sequence_last_value(name::regclass), 0)`;
}

async function putCampaigns(tx: Tx, { at }: Decider, given: readonly Given[]): Promise<void> {
  for (const one of given) {
    const { copy, version } = one;
    const id = Number(copy.recordId);
    const data = { ...dataOf(copy, at), version };
    // A copy of an id that nobody has leased is not kept, and a lease ends with its campaign alone.
    const lease = isNew(one) ? await lockLeaseOfAnyone(tx, id) : null;
    if (lease) await createLeased(tx, lease, data as typeof data & CampaignDraft);
    else if (!isNew(one)) await tx.campaign.update({ where: { id }, data, select: { id: true } });
  }
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
