import { ANONYMISED } from '#contract/anonymised.ts';
import { APPLICATION_COLUMNS, HISTORY_COLUMNS } from '#contract/application-fields.ts';
import type { Application } from '#contract/applications.ts';
import { CONTACT_COLUMNS } from '#contract/contact-fields.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Column, NameOf, Personal } from '#contract/field-table.ts';
import type { Erasure, Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { Tx } from '#prisma/client.ts';
import { toApplication } from './application-row.ts';
import type { Change } from './change.ts';
import { toContact } from './contact-row.ts';
import { toHistoryEntry, WITH_USER } from './history.ts';
import { refuseMissing } from './missing.ts';
import { nextRevision, TOUCH } from './revision.ts';

/** Everything that is stored about a person. Throws `person-not-found`. */
export async function exportPerson(db: Tx, email: string): Promise<Person> {
  const { contacts, applications } = await recordsOf(db, email);
  const entries = await db.historyEntry.findMany({
    where: { applicationId: { in: applications.map(({ id }) => id) } },
    orderBy: { version: 'asc' },
    include: WITH_USER,
  });
  const history = entries.map(toHistoryEntry);
  return {
    email,
    exportedAt: new Date().toISOString(),
    contacts,
    applications: applications.map((application) => ({
      ...application,
      history: history.filter(({ applicationId }) => applicationId === application.id),
    })),
  };
}

/**
 * Erases a person for good, also from the stored responses of idempotent calls. `anonymise` keeps the
 * records without their personal columns, so that status, dates, source and position still count.
 *
 * @returns how many inquiries and applications were erased
 * @throws Problem `person-not-found`
 */
export async function erasePerson(
  tx: Tx,
  { arrivedAt }: Change,
  { email, how }: { email: string; how: Erasure },
): Promise<{ contacts: number; applications: number }> {
  const { contacts, applications } = await recordsOf(tx, email);
  const contactIds = contacts.map(({ id }) => id);
  const applicationIds = applications.map(({ id }) => id);
  // Rows are locked before the revision: a transaction that holds one may be waiting for the revision.
  await tx.contact.updateMany({ where: { id: { in: contactIds } }, data: TOUCH });
  await tx.application.updateMany({ where: { id: { in: applicationIds } }, data: TOUCH });

  const version = await nextRevision(tx);
  if (how === 'anonymise') await anonymise(tx, contactIds, applicationIds, version);
  else await remove(tx, contactIds, applicationIds, { version, createdAt: arrivedAt });
  await forgetAnswers(tx, contacts, applications);
  return { contacts: contacts.length, applications: applications.length };
}

/** The records under an e-mail address, and those that were converted from or into them. */
async function recordsOf(
  db: Tx,
  email: string,
): Promise<{ contacts: Contact[]; applications: Application[] }> {
  const address = email.toLowerCase();
  // Both databases have `lower`; it is enough because addresses are ASCII (contract/fields.ts).
  const contactIds = await db.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Contact" WHERE lower("email") = ${address}
    UNION SELECT "contactId" FROM "Application"
    WHERE lower("email") = ${address} AND "contactId" IS NOT NULL`;
  const applicationIds = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Application" WHERE lower("email") = ${address}
    UNION SELECT a."id" FROM "Application" a JOIN "Contact" c ON c."id" = a."contactId"
    WHERE lower(c."email") = ${address}`;
  if (address === ANONYMISED.email || contactIds.length + applicationIds.length === 0) {
    refuseMissing('person');
  }
  const contacts = await db.contact.findMany({ where: { id: { in: idsOf(contactIds) } } });
  const applications = await db.application.findMany({
    where: { id: { in: idsOf(applicationIds) } },
  });
  return {
    contacts: contacts.map(toContact).sort((one, other) => one.id - other.id),
    applications: applications
      .map(toApplication)
      .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt)),
  };
}

function idsOf<Id>(rows: { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
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
}

const ANONYMOUS_CONTACT = anonymousOf(CONTACT_COLUMNS);
const ANONYMOUS_APPLICATION = anonymousOf(APPLICATION_COLUMNS);
const ANONYMOUS_ENTRY = anonymousOf(HISTORY_COLUMNS);

type Anonymous<C> = {
  [K in NameOf<C> as C[K] extends { personal: true } ? K : never]: C[K] extends {
    anonymised: infer Instead;
  }
    ? Instead
    : null;
};

/** What stands in the personal columns of an anonymised row. */
function anonymousOf<C extends Record<string, Column & Personal>>(columns: C): Anonymous<C> {
  const personal = Object.entries(columns).filter(([, column]) => column.personal);
  return Object.fromEntries(
    personal.map(([name, { anonymised = null }]) => [name, anonymised]),
  ) as Anonymous<C>;
}

async function remove(
  tx: Tx,
  contactIds: number[],
  applicationIds: string[],
  stone: { version: number; createdAt: Date },
): Promise<void> {
  await tx.application.deleteMany({ where: { id: { in: applicationIds } } });
  await tx.contact.deleteMany({ where: { id: { in: contactIds } } });
  await tx.tombstone.createMany({
    data: [
      ...applicationIds.map((entityId) => ({ entity: 'application', entityId, ...stone })),
      ...contactIds.map((id) => ({ entity: 'contact', entityId: String(id), ...stone })),
    ],
  });
}

/** Overwrites the stored responses about the person: a retry must not be answered with erased data. */
async function forgetAnswers(
  tx: Tx,
  contacts: readonly Contact[],
  applications: readonly Application[],
): Promise<void> {
  const emails = [...contacts, ...applications].map(({ email }) => email.toLowerCase());
  const marks = [
    ...[...new Set(emails)].map((email) => JSON.stringify(email)),
    ...applications.map(({ id }) => id),
  ];
  const answer = JSON.stringify(new Problem('person-not-found', 'This person was erased.'));
  for (const mark of marks) {
    const kept = await tx.$queryRaw<{ scope: string; key: string; answer: string }[]>`
      SELECT "scope", "key", "answer" FROM "IdempotencyKey"
      WHERE lower("answer") LIKE ${`%${mark}%`}`;
    for (const { scope, key, answer: old } of kept) {
      // LIKE reads _ and % as wildcards.
      if (!old.toLowerCase().includes(mark)) continue;
      await tx.idempotencyKey.update({
        where: { scope_key: { scope, key } },
        data: { status: 404, answer },
        select: { key: true },
      });
    }
  }
}
