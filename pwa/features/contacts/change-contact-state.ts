import type { Contact } from '#contract/contacts.ts';
import type { ContactState } from '#contract/vocabulary.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { queue, queueAll } from '#pwa/local/queue.ts';

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
 * Queues the same state for several inquiries, an entry each: all are on the disk or none. Those that
 * have it already are left out. Throws NotSaved.
 */
export function changeContactStates(
  mirror: Mirror,
  contacts: readonly Contact[],
  state: ContactState,
): Promise<string[]> {
  return queueAll(
    mirror,
    contacts
      .filter((contact) => contact.state !== state)
      .map((seen) => ({ type: 'contact-state-changed', body: { state }, seen })),
  );
}
