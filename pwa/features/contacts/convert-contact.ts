import type { Contact } from '#contract/contacts.ts';
import { contactConverted } from '#pwa/local/changes/contacts.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { retry } from '#pwa/local/outbox-actions.ts';
import { queue } from '#pwa/local/queue.ts';

/**
 * Queues the conversion of an inquiry into the application with the id applicationIdOf(contact.id). If
 * one is queued already, retries that one when it was refused. Resolves with its key; throws NotSaved.
 */
export async function convertContact(mirror: Mirror, contact: Contact): Promise<string> {
  const key = await queue(mirror, contactConverted.make({ status: 'pending' }, contact));
  return retry(mirror, key);
}
