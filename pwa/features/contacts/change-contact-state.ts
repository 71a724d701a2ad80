import type { Contact } from '#contract/contacts.ts';
import type { ContactState } from '#contract/vocabulary.ts';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { queue, queueAll } from '#pwa/local/queue.ts';

/** Queues the state of an inquiry: answered, spam or set aside. Resolves with its key; throws NotSaved. */
export function changeContactState(
  mirror: Mirror,
  contact: Contact,
  state: ContactState,
): Promise<string> {
  return queue(mirror, contactStateChanged.make({ state }, contact));
}

/**
 * Queues the same state for several inquiries, all or none. Leaves out those that already have it.
 * Resolves with the keys; throws NotSaved.
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
      .map((contact) => contactStateChanged.make({ state }, contact)),
  );
}
