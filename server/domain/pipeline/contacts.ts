import type {
  Contact,
  ContactNotes,
  ContactStateChange,
  Suspicion,
  Wanted,
} from '#contract/contacts.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { columnsOf, type Db, ROWS_A_PART, readParts, readRows, type Tx } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/sqlite/client.ts';
import type { ContactModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { ERASED, saysAboutErased } from '#server/domain/people/erased.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { type DeltaList, readDelta } from '#server/domain/replication/delta.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import { confirmInquiries } from './confirm-inquiries.ts';
import { answeredSince, lockContact, toContact } from './contact-row.ts';
import { noteInHistory } from './history.ts';
import { merge, mergeField, type Seen } from './merge.ts';
import { lockApplicationOf, lockRecords } from './records.ts';

/** All inquiries, newest first, in parts. For lists that are too long for `listContacts`. */
export async function* readContacts(db: Db): AsyncGenerator<Contact[]> {
  for await (const rows of readParts<ContactModel>(db, ALL, ROWS_A_PART)) yield rows.map(toContact);
}

/** Prisma's column order, so that raw SQL and Prisma give the same JSON. */
const COLUMNS = columnsOf(Prisma.ContactScalarFieldEnum, 'Contact');
const ALL = `SELECT ${COLUMNS} FROM "Contact"
  ORDER BY "createdAt" DESC, "id" DESC`;

/** All inquiries, newest first. */
export async function listContacts(db: Tx): Promise<Contact[]> {
  const rows = await db.contact.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return rows.map(toContact);
}

/** One page of changed inquiries. */
export function pullContacts(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Contact> = {
    table: 'Contact',
    limit: query.limit,
    read: async ({ gt, lt }, take) =>
      (await readRows<ContactModel>(db, CHANGED, gt, lt, take)).map(toContact),
  };
  return readDelta(db, 'contact', query, { rows });
}

const CHANGED = `SELECT ${COLUMNS} FROM "Contact"
  WHERE "version" > $1 AND "version" < $2 ORDER BY "version" DESC, "id" DESC LIMIT $3`;

/** Throws `contact-not-found`. */
export async function getContact(db: Tx, id: number): Promise<Contact> {
  const row = await db.contact.findUnique({ where: { id } });
  return toContact(row ?? refuseMissing('contact'));
}

/**
 * Sets an inquiry aside, or takes it back; with `seen` it merges (merge.ts). Throws
 * `contact-not-found`.
 */
export async function changeContactState(
  tx: Tx,
  change: Change,
  { id, state, seen }: StateChange & { id: number },
): Promise<Contact & { conflicts?: 'state'[] }> {
  const theirs = await lockContact(tx, id);
  const { after, conflicts } = mergeField<StateOf>('state', { mine: { state }, seen, theirs });
  if (after === theirs.state) return { ...theirs, ...conflicts };
  const version = await nextRevision(tx);
  return { ...(await putState(tx, change, { ...theirs, state: after, version })), ...conflicts };
}

/** Writes the state of an inquiry whose row is locked, in the revision `version`. */
export async function putState(
  tx: Tx,
  { happenedAt, arrivedAt }: Change,
  contact: Contact,
): Promise<Contact> {
  const { id, state, version } = contact;
  const setAsideAt = isOneOf(SET_ASIDE, state) ? arrivedAt : null;
  const answeredAt = answeredSince(contact, happenedAt);
  const data = { state, setAsideAt, answeredAt, version };
  return toContact(await tx.contact.update({ where: { id }, data }));
}

/**
 * Says whether an inquiry looks like a machine's. Throws `contact-not-found`.
 *
 * @param isConfirmed whether visitors get a mail that says that their inquiry has arrived
 */
export async function setSuspicion(
  tx: Tx,
  { id, suspect }: Suspicion & { id: number },
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Contact> {
  const before = await lockContact(tx, id);
  if (before.suspect === suspect) return before;
  const version = await nextRevision(tx);
  const row = await tx.contact.update({ where: { id }, data: { suspect, version } });
  if (isConfirmed) {
    const mails = { none: { kind: 'confirmation' } };
    const waiting = {
      state: 'new',
      convertedToApplication: false,
      addedTo: null,
      withdrawnAt: null,
    };
    await confirmInquiries(tx, { id, ...waiting, message: { not: '' }, mails });
  }
  return toContact(row);
}

/**
 * Writes the agency's notes; with `seen` it merges (merge.ts). An application that tells of the inquiry already gets them
 * in its history. Throws `contact-not-found`, and `person-not-found` for a person who was anonymised.
 */
export async function setContactNotes(
  tx: Tx,
  change: Change,
  { id, notes, seen }: NotesChange & { id: number },
): Promise<Contact & { conflicts?: 'notes'[] }> {
  const { addedTo } = await getContact(tx, id);
  if (addedTo === null) await lockApplicationOf(tx, id);
  else await lockRecords(tx, { applicationIds: [addedTo] });
  const theirs = await lockContact(tx, id);
  if (saysAboutErased(theirs, notes)) throw ERASED;
  const { after, conflicts } = mergeField<ContactNotes>('notes', { mine: { notes }, seen, theirs });
  if (after === theirs.notes) return { ...theirs, ...conflicts };
  const version = await noteInHistory(tx, change, theirs, after);
  const row = await tx.contact.update({ where: { id }, data: { notes: after, version } });
  return { ...toContact(row), ...conflicts };
}

const WANTED = namesOf(WANTED_FIELDS);

/**
 * Writes what a club looks for; with `seen` it merges (merge.ts). Throws `contact-not-found`, and `person-not-found` for
 * a person who was anonymised.
 */
export async function setWanted(
  tx: Tx,
  { id, seen, ...mine }: WantedChange & { id: number },
): Promise<Contact & { conflicts?: (keyof Wanted)[] }> {
  const theirs = await lockContact(tx, id);
  if (isAnonymised(theirs)) throw ERASED;
  const { changed, ...conflicts } = merge<Wanted>(WANTED, { mine, seen, theirs });
  if (Object.keys(changed).length === 0) return { ...theirs, ...conflicts };
  const version = await nextRevision(tx);
  const row = await tx.contact.update({ where: { id }, data: { ...changed, version } });
  return { ...toContact(row), ...conflicts };
}

type StateOf = Pick<Contact, 'state'>;
/** What changeContactState takes. */
type StateChange = ContactStateChange & { seen?: StateOf | undefined };
/** What setContactNotes takes. */
type NotesChange = ContactNotes & { seen?: ContactNotes | undefined };
/** What setWanted takes. */
type WantedChange = Wanted & { seen?: Seen<Wanted> | undefined };
