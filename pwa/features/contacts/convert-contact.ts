import type { Contact } from '#contract/contacts.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import { contactConverted } from '#pwa/local/changes/contacts.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';

/**
 * Queues the conversion of an inquiry into the application with the id applicationIdOf(contact.id). If
 * one is queued already, retries that one when it was refused. If that application was removed, it is brought
 * back. Resolves with its key; throws NotSaved.
 */
export async function convertContact(mirror: Mirror, contact: Contact): Promise<string> {
  const made = await readRow(mirror, 'applications', applicationIdOf(contact.id));
  // In the lane of its removal, which may still be queued.
  if (made && made.removedAt !== null) {
    return queue(mirror, applicationRemoved.make({ removed: false }, made));
  }
  const key = await queue(mirror, contactConverted.make({ status: 'pending' }, contact));
  return retry(mirror, key);
}

/** Queues the way back from a conversion: its application is removed. Resolves with its key; throws NotSaved. */
export function reverseConversion(mirror: Mirror, { id, name }: Contact): Promise<string> {
  const seen = { id: applicationIdOf(id), playerName: name, contactId: id };
  return queue(mirror, applicationRemoved.make({ removed: true }, seen));
}
