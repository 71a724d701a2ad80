import type { Contact } from '#contract/contacts.ts';
import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { queue, queueAll } from '#pwa/local/outbox/queue.ts';

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

/**
 * Queues the way back from a change of several inquiries: each gets the state it had. Resolves with the keys;
 * throws NotSaved.
 *
 * @param before the inquiries before that change
 * @param state the state that they have now
 */
export function reverseContactStates(
  mirror: Mirror,
  before: readonly Contact[],
  state: ContactState,
): Promise<string[]> {
  return queueAll(
    mirror,
    before.flatMap((contact) =>
      isOneOf(CONTACT_STATES, contact.state) && contact.state !== state
        ? contactStateChanged.make({ state: contact.state }, { ...contact, state })
        : [],
    ),
  );
}
