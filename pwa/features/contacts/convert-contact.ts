import type { Contact } from '#contract/contacts.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { queue } from '#pwa/local/queue.ts';
import { retry } from '#pwa/local/refusals.ts';

/**
 * Queues the conversion of an inquiry into an application, whose id is applicationIdOf(contact.id).
 * It is on the disk when this resolves with its key. Pressed again, it is the same conversion; after
 * a refusal it is tried again. Throws NotSaved.
 */
export async function convertContact(mirror: Mirror, contact: Contact): Promise<string> {
  const key = await queue(mirror, {
    type: 'contact-converted',
    body: { status: 'pending' },
    seen: contact,
  });
  return retry(mirror, key);
}
