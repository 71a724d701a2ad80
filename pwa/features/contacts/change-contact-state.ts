import type { Contact } from '#contract/contacts.ts';
import type { ContactState } from '#contract/vocabulary.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { queue } from '#pwa/local/queue.ts';

/**
 * Queues that an inquiry was answered, is spam, or is set aside. It is on the disk when this resolves
 * with its key; throws NotSaved.
 */
export function changeContactState(
  mirror: Mirror,
  contact: Contact,
  state: ContactState,
): Promise<string> {
  return queue(mirror, { type: 'contact-state-changed', body: { state }, seen: contact });
}

/**
 * Queues the same state for several inquiries, one entry each; those that have it already are left
 * out. Throws NotSaved at the first that could not be kept; those before it are.
 */
export async function changeContactStates(
  mirror: Mirror,
  contacts: readonly Contact[],
  state: ContactState,
): Promise<string[]> {
  const keys: string[] = [];
  for (const contact of contacts) {
    if (contact.state !== state) keys.push(await changeContactState(mirror, contact, state));
  }
  return keys;
}
