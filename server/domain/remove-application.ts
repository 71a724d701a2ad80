import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { REMOVAL_NOTES, type Removal } from '#contract/removal.ts';
import type { Tx } from '#prisma/client.ts';
import { lockApplication, toApplication } from './application-row.ts';
import { getApplication } from './applications.ts';
import { audit, type Doer, recordSubject } from './audit.ts';
import type { Change } from './change.ts';
import { answeredSince, lockContact, toContact } from './contact-row.ts';
import { nextRevision } from './revision.ts';

/**
 * Removes an application that was made by mistake, or brings it back; its inquiry is open again while it is removed.
 * The history says so. Nothing happens if it is so already. Throws `application-not-found`.
 *
 * @returns the application, with its inquiry as `contact`
 */
export async function removeApplication(
  tx: Tx,
  { id: changeId, happenedAt, arrivedAt, userId }: Change,
  doer: Doer,
  { id, removed }: Removal & { id: string },
): Promise<Application & { contact: Contact | null }> {
  const { contactId } = await getApplication(tx, id);
  // As in a conversion: the inquiry is locked before the application.
  const contact = contactId === null ? null : await lockContact(tx, contactId);
  const before = await lockApplication(tx, id);
  if ((before.removedAt !== null) === removed) return { ...before, contact };

  const version = await nextRevision(tx);
  const row = await tx.application.update({
    where: { id },
    data: { removedAt: removed ? arrivedAt : null, version },
  });
  await tx.historyEntry.create({
    data: {
      id: changeId,
      applicationId: id,
      previousStatus: before.status,
      newStatus: before.status,
      notes: REMOVAL_NOTES[removed ? 'removed' : 'broughtBack'],
      createdAt: happenedAt,
      arrivedAt,
      userId,
      version,
    },
  });
  const opened =
    contact &&
    (await tx.contact.update({
      where: { id: contact.id },
      data: {
        convertedToApplication: !removed,
        answeredAt: answeredSince({ ...contact, convertedToApplication: !removed }, happenedAt),
        version,
      },
    }));
  const kind = removed ? 'application-removed' : 'application-brought-back';
  const subject = recordSubject({ contactIds: [], applicationIds: [id] });
  await audit(tx, doer, { kind, subject }, arrivedAt);
  return { ...toApplication(row), contact: opened && toContact(opened) };
}
