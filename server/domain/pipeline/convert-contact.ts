import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { draftFromContact } from '#contract/conversion.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import type { Tx } from '#prisma/client.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { ERASED } from '#server/domain/people/erased.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import { toApplication } from './application-row.ts';
import { answeredSince, lockContact, toContact } from './contact-row.ts';
import { getContact } from './contacts.ts';
import { readOvertaken } from './overtaken.ts';
import { lockApplicationOf } from './records.ts';

/** The application of an inquiry, with it. Throws `contact-not-found` or `application-not-found`. */
export async function getConverted(
  tx: Tx,
  contactId: number,
): Promise<Application & { contact: Contact }> {
  const contact = await getContact(tx, contactId);
  const application = await tx.application.findUnique({ where: { contactId } });
  return { ...toApplication(application ?? refuseMissing('application')), contact };
}

/**
 * Makes the application of an inquiry, with status pending and an id that every phone can compute. A
 * second call, also at the same moment, returns the existing application; one that was
 * removed is back (overtaken.ts).
 *
 * @returns the application, with the inquiry as `contact`; `already` if nothing had to be made
 * @throws Problem `contact-not-found`; `person-not-found` if its person is erased or has withdrawn it
 */
export async function convertContact(
  tx: Tx,
  made: Change,
  contactId: number,
): Promise<Application & { contact: Contact; already?: true }> {
  await lockApplicationOf(tx, contactId);
  const contact = await lockContact(tx, contactId);
  const id = applicationIdOf(contactId);
  const existing = await tx.application.findFirst({ where: { OR: [{ id }, { contactId }] } });
  if (existing) {
    const application = toApplication(existing);
    const overtaken = await readOvertaken(tx, [{ id: application.id, made }]);
    const isKept = overtaken.removedAfter(application, made) !== null;
    if (isKept || contact.convertedToApplication) return { ...application, contact, already: true };
  }
  if (!existing && isAnonymised(contact)) throw ERASED;

  const { happenedAt, arrivedAt } = made;
  const version = await nextRevision(tx);
  const converted = await tx.contact.update({
    where: { id: contactId },
    data: {
      convertedToApplication: true,
      answeredAt: answeredSince({ ...contact, convertedToApplication: true }, happenedAt),
      version,
    },
  });
  // The id of one that was deleted for good is used again: phones hear of the row, not of its end.
  const where = { entity: 'application', entityId: id };
  if (!existing) await tx.tombstone.deleteMany({ where });
  const application = existing
    ? await tx.application.update({
        where: { id: existing.id },
        data: { removedAt: null, version },
      })
    : await tx.application.create({
        data: {
          id,
          contactId,
          ...draftFromContact(contact),
          createdAt: arrivedAt,
          updatedAt: arrivedAt,
          version,
        },
      });
  return { ...toApplication(application), contact: toContact(converted) };
}
