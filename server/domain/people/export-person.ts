import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { type PlayerPerson, peopleOf } from '#contract/fields/player-people.ts';
import type { Person, Whose } from '#contract/people.ts';
import { emailKey } from '#contract/values/email.ts';
import type { Tx } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/sqlite/client.ts';
import { copiesOfPerson } from '#server/domain/backups/forget-copies.ts';
import type { Copy } from '#server/domain/backups/held-copies.ts';
import { type Actor, audit, recordSubject } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { toApplication } from '#server/domain/pipeline/application-row.ts';
import { toContact } from '#server/domain/pipeline/contact-row.ts';
import { toHistoryEntry, WITH_USER } from '#server/domain/pipeline/history.ts';
import { playersAbout, type ShownPerson } from '#server/domain/site/site.ts';

/** Everything that is stored about a person. Throws `person-not-found`. */
export async function exportPerson(db: Tx, actor: Actor, whose: Whose): Promise<Person> {
  const { contacts, applications, copies } = await recordsOfPerson(db, whose);
  const where = { applicationId: { in: applications.map(({ id }) => id) } };
  const pages = await db.offerPage.findMany({ where: { ...where, picture: { not: null } } });
  const entries = await db.historyEntry.findMany({
    where,
    orderBy: { version: 'asc' },
    include: WITH_USER,
  });
  const history = entries.map(toHistoryEntry);
  await audit(db, actor, {
    kind: 'person-exported',
    subject: recordSubject({
      contactIds: contacts.map(({ id }) => id),
      applicationIds: applications.map(({ id }) => id),
    }),
    count: contacts.length + applications.length,
  });
  return {
    email: whose.email ?? '',
    exportedAt: new Date().toISOString(),
    contacts,
    applications: applications.map((application) => ({
      ...application,
      history: history.filter(({ applicationId }) => applicationId === application.id),
      offerPictures: pages.flatMap(({ applicationId, picture }) =>
        applicationId === application.id && picture ? [picture] : [],
      ),
    })),
    shownPlayers: await playersAbout(db, asShown({ contacts, applications })),
    beside: (await besidePlayers(db, whose)).flatMap(({ application: { id }, named }) =>
      named.map((person) => ({ applicationId: id, ...person })),
    ),
    copies: copies.map(({ list, row, history }) => ({ list, row: row as CopiedValues, history })),
  };
}

type CopiedValues = Person['copies'][number]['row'];

/** As the players on the public site may name the person of these records. */
export function asShown({
  contacts,
  applications,
}: Pick<Records, 'contacts' | 'applications'>): ShownPerson {
  return {
    applicationIds: applications.map(({ id }) => id),
    names: [...contacts.map(({ name }) => name), ...applications.map((one) => one.playerName)],
  };
}

/**
 * Like `recordsUnder`, with what waits of the person. Throws `person-not-found` if there is nothing, and nobody of this
 * address beside a player.
 */
export async function recordsOfPerson(db: Tx, whose: Whose): Promise<Records> {
  const records = await recordsUnder(db, whose);
  const isNobody = Object.values(records).every(({ length }) => length === 0);
  if (isNobody && (await besidePlayers(db, whose)).length === 0) refuseMissing('person');
  return records;
}

/** A player beside whom there is a person of an e-mail address: that person, and the others. */
interface BesidePlayer {
  application: Application;
  named: PlayerPerson[];
  others: PlayerPerson[];
}

/** Where an address stands among the people of players. It looks at all of them: an erasure is rare. */
export async function besidePlayers(db: Tx, { email }: Whose): Promise<BesidePlayer[]> {
  if (email === undefined) return [];
  const address = emailKey(email);
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Application" WHERE lower("people") LIKE ${containing(address)} ESCAPE '!'`;
  const found = await db.application.findMany({ where: { id: { in: idsOf(rows) } } });
  return found
    .map((row) => {
      const people = peopleOf(row.people);
      const isNamed = (person: PlayerPerson) => emailKey(person.email) === address;
      return {
        application: toApplication(row),
        named: people.filter(isNamed),
        others: people.filter((person) => !isNamed(person)),
      };
    })
    .filter(({ named }) => named.length > 0);
}

/** The pattern of a text that contains another one. */
export function containing(part: string): string {
  return `%${part.replace(/[%_!]/g, '!$&')}%`;
}

export interface Records {
  contacts: Contact[];
  applications: Application[];
  /** What devices have of the person and the database lacks. */
  copies: Copy[];
}

/**
 * The records of a person, the records converted from or into them, what others have written about the person, as far as
 * it was added to these applications, and what waits of all these.
 */
async function recordsUnder(db: Tx, whose: Whose): Promise<Records> {
  const { contactIds, applicationIds } = await idsOfPerson(db, whose);
  const written = await db.contact.findMany({ where: { id: { in: contactIds } } });
  // Two reads by an index each: for one with OR or a join, SQLite may look at every row.
  const own = await db.application.findMany({ where: { id: { in: applicationIds } } });
  const converted = await db.application.findMany({ where: { contactId: { in: contactIds } } });
  const applications = [...new Map([...own, ...converted].map((row) => [row.id, row])).values()];
  const addedTo = { in: applications.map(({ id }) => id) };
  const added = await db.contact.findMany({ where: { addedTo } });
  const contacts = [...new Map([...written, ...added].map((row) => [row.id, row])).values()];
  const ids = {
    contactIds: contacts.map(({ id }) => id),
    applicationIds: applications.map(({ id }) => id),
  };
  return {
    copies: await copiesOfPerson(db, whose, ids),
    contacts: contacts.map(toContact).sort((one, other) => one.id - other.id),
    applications: applications
      .map(toApplication)
      .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt)),
  };
}

/** The ids of the records under an e-mail address, or of one application that has none and of its inquiry. */
async function idsOfPerson(db: Tx, { email, applicationId = '' }: Whose) {
  if (email === undefined) {
    const where = { id: applicationId, email: '' };
    const found = await db.application.findMany({ where, select: { id: true, contactId: true } });
    const contactIds = found.flatMap(({ contactId }) => contactId ?? []);
    return { contactIds, applicationIds: idsOf(found) };
  }
  const address = emailKey(email);
  // Anonymised records share one address but not one person.
  if (address === ANONYMISED.email) return { contactIds: [], applicationIds: [] };
  const contactIds = idsOf(await db.$queryRaw<{ id: number }[]>(contactsUnder(address)));
  const applicationIds = idsOf(await db.$queryRaw<{ id: string }[]>(applicationsUnder(address)));
  return { contactIds, applicationIds };
}

/**
 * The ids of a person's inquiries. Both databases have `lower` and an index of it; it is enough because
 * addresses are ASCII (contract/fields/fields.ts).
 */
export function contactsUnder(address: string): Prisma.Sql {
  return Prisma.sql`
    SELECT "id" FROM "Contact" WHERE lower("email") = ${address}
    UNION SELECT "contactId" FROM "Application"
    WHERE lower("email") = ${address} AND "contactId" IS NOT NULL`;
}

/** The ids of the applications under an address; applications converted from its inquiries may have another. */
export function applicationsUnder(address: string): Prisma.Sql {
  return Prisma.sql`SELECT "id" FROM "Application" WHERE lower("email") = ${address}`;
}

function idsOf<Id>(rows: { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}
