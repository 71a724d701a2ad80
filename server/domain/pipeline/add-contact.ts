import type { Application, HistoryEntry } from '#contract/applications.ts';
import type { Contact, ContactAddition } from '#contract/contacts.ts';
import { ADDITION_TAKEN_BACK, noteFromContact } from '#contract/conversion.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { Problem } from '#contract/problems.ts';
import type { Tx } from '#prisma/client.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { ERASED } from '#server/domain/people/erased.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { toApplication } from './application-row.ts';
import { openStatusChanges } from './change-status.ts';
import { lockContact } from './contact-row.ts';
import { getContact, putState } from './contacts.ts';
import { entryOf } from './history.ts';

/** An application with an inquiry and the note that tells of it. */
type WithAddition = Application & {
  contact: Contact;
  change: HistoryEntry | null;
  already?: true;
};

/**
 * Notes in the history of an application what an inquiry says, or that it was taken back. Nothing happens if the last
 * note about this inquiry says so already.
 *
 * @throws Problem `contact-not-found`, `application-not-found`, or `person-not-found` if either was anonymised
 */
export async function addContact(
  tx: Tx,
  change: Change,
  { id, applicationId, added, state }: ContactAddition & { id: number },
): Promise<WithAddition> {
  const contact = await getContact(tx, id);
  const status = 'pending';
  const notes = added ? noteFromContact(contact) : ADDITION_TAKEN_BACK;
  const call = {
    change,
    params: { id: applicationId },
    // A note leaves the status as it is.
    body: { status, notes, seen: { status } },
  } as const;
  // Locks the application, then the inquiry.
  const unit = await openStatusChanges(tx, [call]);
  const locked = await lockContact(tx, id);
  if (isAnonymised(locked)) throw ERASED;
  const last = await tx.historyEntry.findFirst({
    where: { applicationId, contactId: id },
    orderBy: { version: 'desc' },
    select: { notes: true },
  });
  const isAdded = last !== null && last.notes !== ADDITION_TAKEN_BACK;
  if (isAdded === added && locked.state === (state ?? locked.state)) {
    return { ...(await getAddition(tx, change.id, { id, applicationId })), already: true };
  }
  const applied = await unit.apply(call);
  if (applied instanceof Problem) throw applied;
  await unit.flush?.();
  await tx.historyEntry.update({ where: { id: change.id }, data: { contactId: id } });
  const { conflicts: _, ...noted } = applied;
  // One revision is the work of one key.
  const { version } = noted;
  const before = locked.addedTo === applicationId ? null : locked.addedTo;
  const addedTo = added ? applicationId : before;
  await tx.contact.update({ where: { id }, data: { addedTo } });
  const after = { ...locked, addedTo, state: state ?? locked.state, version };
  return { ...noted, contact: await putState(tx, change, after) };
}

/** The reply to a change that was made. Throws like `addContact`. */
export async function getAddition(
  tx: Tx,
  key: string,
  { id, applicationId }: { id: number; applicationId: string },
): Promise<WithAddition> {
  const contact = await getContact(tx, id);
  const row = await tx.application.findUnique({ where: { id: applicationId } });
  return {
    ...toApplication(row ?? refuseMissing('application')),
    contact,
    change: await entryOf(tx, key),
  };
}
