import type { CopiedList } from '#contract/backups/copies.ts';
import type { FieldEdit } from '#contract/fields/application-fields.ts';
import { peopleOf, textOfPeople } from '#contract/fields/player-people.ts';
import type { Erasure, Whose } from '#contract/people.ts';
import { emailKey } from '#contract/values/email.ts';
import type { Tx } from '#prisma/client.ts';
import { forgetCopies, noteErased } from '#server/domain/backups/forget-copies.ts';
import { lockCopies } from '#server/domain/backups/held-copies.ts';
import { type Actor, audit, recordSubject } from '#server/domain/common/audit.ts';
import { forgetClubs, offeredTo } from '#server/domain/pipeline/offers.ts';
import { lockRecords, removeRecords } from '#server/domain/pipeline/records.ts';
import { removeViewsAbout } from '#server/domain/pipeline/views.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import { takeOffPlayers } from '#server/domain/site/site.ts';
import { ANONYMOUS_APPLICATION, ANONYMOUS_CONTACT, ANONYMOUS_ENTRY } from './erased.ts';
import {
  asShown,
  besidePlayers,
  containing,
  type Records,
  recordsOfPerson,
} from './export-person.ts';

/**
 * Erases a person for good. `anonymise` keeps the records without their personal columns, so that status, dates,
 * source and position still count.
 *
 * @returns how many inquiries and applications were erased, with those that only devices have
 * @throws Problem `person-not-found`
 */
export async function erasePerson(
  tx: Tx,
  { arrivedAt }: Change,
  actor: Actor & { userId: number },
  { how, ...whose }: Whose & { how: Erasure },
): Promise<{ contacts: number; applications: number }> {
  await lockCopies(tx);
  const records = await recordsOfPerson(tx, whose);
  const { contacts, applications } = records;
  const contactIds = contacts.map(({ id }) => id);
  const applicationIds = applications.map(({ id }) => id);
  const players = (await besidePlayers(tx, whose)).map(({ application }) => application.id);
  const offered = await offeredTo(tx, contactIds);
  await lockRecords(tx, {
    applicationIds: [...new Set([...applicationIds, ...players, ...offered])],
    contactIds,
  });
  const version = await nextRevision(tx);
  const stone = { version, createdAt: arrivedAt };
  await eraseRecords(tx, { contactIds, applicationIds, offered }, how, stone);
  // Read again under the locks: nothing that was entered meanwhile is overwritten.
  for (const { application, others } of await besidePlayers(tx, whose)) {
    if (applicationIds.includes(application.id)) continue;
    const data = { people: textOfPeople(others) || null, version };
    await tx.application.update({ where: { id: application.id }, data });
  }
  // Other people's records whose address it was once, by mistake.
  await tx.historyEntry.updateMany({
    where: { id: { in: await editsNaming(tx, whose) } },
    data: { ...ANONYMOUS_ENTRY, version },
  });
  if (whose.email !== undefined) await noteErased(tx, whose.email, arrivedAt);
  const copied = idsOfCopies(records);
  const waiting = {
    contactIds: [...contactIds, ...copied.contactIds],
    applicationIds: [...applicationIds, ...copied.applicationIds],
  };
  await forgetCopies(tx, waiting, wordsOf(whose, records), stone);
  await takeOffPlayers(tx, asShown({ contacts, applications }), actor, arrivedAt);

  const count = contactIds.length + applicationIds.length;
  const subject = recordSubject({ contactIds, applicationIds });
  await audit(tx, actor, { kind: 'person-erased', subject, detail: how, count }, arrivedAt);
  return { contacts: waiting.contactIds.length, applications: waiting.applicationIds.length };
}

/** The ids of the records that only devices have. */
function idsOfCopies({ contacts, applications, copies }: Records): Ids {
  const here = new Set<unknown>([...contacts, ...applications].map(({ id }) => id));
  const only = copies.filter(({ row }) => !here.has(row.id));
  const of = (list: CopiedList) => only.filter((copy) => copy.list === list);
  return {
    contactIds: [...new Set(of('contacts').map(({ recordId }) => Number(recordId)))],
    applicationIds: [...new Set(of('applications').map(({ recordId }) => recordId))],
  };
}

/**
 * Erases records, with what is noted about these inquiries in the history of other people and in offers to clubs. Lock
 * all of them and raise the revision before.
 *
 * @param offered the applications with offers to the clubs of these inquiries (`offeredTo`)
 */
export async function eraseRecords(
  tx: Tx,
  { contactIds, applicationIds, offered }: Ids & { offered: string[] },
  how: Erasure,
  stone: { version: number; createdAt: Date },
): Promise<void> {
  const { version } = stone;
  if (how === 'anonymise') {
    await removeViewsAbout(tx, { contactIds, applicationIds }, stone.createdAt);
    await anonymise(tx, contactIds, applicationIds, version);
  } else await removeRecords(tx, { contactIds, applicationIds }, stone);
  await forgetClubs(tx, offered, contactIds, version);
  await tx.historyEntry.updateMany({
    where: { contactId: { in: contactIds } },
    data: { ...ANONYMOUS_ENTRY, version },
  });
  await tx.outgoingMail.deleteMany({ where: { contactId: { in: contactIds } } });
}

interface Ids {
  contactIds: number[];
  applicationIds: string[];
}

/** What tells the person in texts: the address, and the numbers of the records. */
function wordsOf({ email }: Whose, { contacts, applications, copies }: Records): string[] {
  const rows = [...contacts, ...applications, ...copies.map(({ row }) => row)];
  const numbers = rows.flatMap(({ phone }) => (typeof phone === 'string' && phone) || []);
  return [...(email === undefined ? [] : [emailKey(email)]), ...numbers];
}

/**
 * The ids of the entries that tell of an edit from or to an e-mail address, of a player or beside one. It looks at all
 * edits: an erasure is rare.
 */
async function editsNaming(tx: Tx, { email }: Whose): Promise<string[]> {
  if (email === undefined) return [];
  const address = emailKey(email);
  const rows = await tx.$queryRaw<{ id: string; edits: string }[]>`
    SELECT "id", "edits" FROM "HistoryEntry"
    WHERE "edits" IS NOT NULL AND lower("edits") LIKE ${containing(address)} ESCAPE '!'`;
  const isNamed = (value: FieldEdit['before']) =>
    typeof value === 'string' &&
    [value, ...peopleOf(value).map((person) => person.email)].some(
      (each) => emailKey(each) === address,
    );
  return rows
    .filter(({ edits }) =>
      JSON.parse(edits).some(({ before, after }: FieldEdit) => isNamed(before) || isNamed(after)),
    )
    .map(({ id }) => id);
}

async function anonymise(
  tx: Tx,
  contactIds: number[],
  applicationIds: string[],
  version: number,
): Promise<void> {
  await tx.contact.updateMany({
    where: { id: { in: contactIds } },
    data: { ...ANONYMOUS_CONTACT, version },
  });
  await tx.application.updateMany({
    where: { id: { in: applicationIds } },
    data: { ...ANONYMOUS_APPLICATION, version },
  });
  await tx.historyEntry.updateMany({
    where: { applicationId: { in: applicationIds } },
    data: { ...ANONYMOUS_ENTRY, version },
  });
  await tx.offerPage.deleteMany({ where: { applicationId: { in: applicationIds } } });
}
