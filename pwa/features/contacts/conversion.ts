import type { Contact } from '#contract/contacts.ts';
import { playerOf } from '#contract/conversion.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import { contactConverted } from '#pwa/local/changes/contacts.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import type { Whose } from '#pwa/local/rows/same-person.ts';

/**
 * The change that turns an inquiry into the application with the id applicationIdOf(contact.id). If that application
 * was removed, it is brought back.
 */
export async function conversionOf(mirror: Mirror, contact: Contact): Promise<Mutation> {
  const made = await readRow(mirror, 'applications', applicationIdOf(contact.id));
  // In the lane of its removal, which may still be queued.
  if (made && made.removedAt !== null) return applicationRemoved.make({ removed: false }, made);
  return contactConverted.make({ status: 'pending' }, contact);
}

/** The player of an inquiry, as `findSame` looks for other records. */
export function playerIn(contact: Contact): Whose {
  const { id: contactId, name, email, phone, currentClub, position, addedTo } = contact;
  const applicationId = applicationIdOf(contactId);
  const player = { name: playerOf(contact) ?? name, currentClub, position };
  return { ...player, email, phone, contactId, applicationId, addedTo };
}
