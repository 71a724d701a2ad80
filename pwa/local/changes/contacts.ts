import * as v from 'valibot';
import type { Application } from '#contract/applications.ts';
import {
  addContact,
  type Contact,
  type ContactAddition,
  ContactNotes,
  ContactStateChange,
  changeContactState,
  convertContact,
  type Suspicion,
  setContactNotes,
  setSuspicion,
  setWanted,
  Wanted,
} from '#contract/contacts.ts';
import { ADDITION_TAKEN_BACK, draftFromContact, noteFromContact } from '#contract/conversion.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { CONTACT_STATES, isOneOf } from '#contract/fields/vocabulary.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { type Change, defineChange, type Made } from './define-change.ts';
import { changedFields, fieldText, textsOf, wayBack, withSeen, withSeenIfSaid } from './edit.ts';
import { newApplication } from './new-application.ts';

/** An inquiry becomes an application, whose id follows from the inquiry's. */
export const contactConverted = defineChange({
  type: 'contact-converted',
  endpoint: convertContact,
  list: 'contacts',
  id: ({ seen }: Made<{ status: 'pending' }, Contact>) => seen.id,
  touches: ['applications', 'contacts'],
  makes: {
    list: 'applications',
    id: ({ seen }) => applicationIdOf(seen.id),
    row: ({ seen, queuedAt }) => applicationOf(seen, queuedAt),
  },
  once: true,
  overlay: { contacts: (row) => ({ ...row, convertedToApplication: true }) },
  accept: ({ contact, already, ...application }) => ({
    rows: { applications: application, contacts: contact },
    already,
  }),
  describe: (_, text) => text('sync.change.convert'),
  title: (_, text, name) => text('contacts.converted.title', { name }),
  done: (_, text) => text('sync.toast.sent'),
  failed: { title: 'contacts.convertFailed.title', why: 'contacts.convertFailed.description' },
  reverse: ({ seen }): Change => ({
    type: 'application-removed',
    body: { removed: true },
    seen: applicationOf(seen, seen.createdAt),
  }),
  name: ({ seen }) => draftFromContact(seen).playerName,
});

/** The application that a conversion makes; `version` is that of the inquiry. */
function applicationOf(contact: Contact, madeAt: string): Application {
  const { id, version } = contact;
  return {
    ...newApplication(applicationIdOf(id), draftFromContact(contact), id, madeAt),
    version,
  };
}

/** An inquiry with the application to which it is added. */
type SeenAddition = Contact & { into: Pick<Application, 'id' | 'playerName' | 'contactId'> };

/** What an inquiry says goes into the history of a player who is here already: it is dealt with there. */
export const contactAdded = defineChange({
  type: 'contact-added',
  endpoint: addContact,
  list: 'contacts',
  id: ({ seen }: Made<ContactAddition, SeenAddition>) => seen.id,
  touches: ['applications', 'contacts'],
  also: { list: 'applications', id: ({ seen }) => seen.into.id },
  after: ({ seen: { into } }) =>
    into.contactId === null ? laneOf('applications', into.id) : laneOf('contacts', into.contactId),
  overlay: {
    applications: (row, { queuedAt }) => ({ ...row, removedAt: null, updatedAt: queuedAt }),
    contacts: (row, { body: { applicationId, added, state = row.state } }) => ({
      ...row,
      state,
      addedTo: added ? applicationId : null,
    }),
  },
  history: ({ body, seen }, before = 'pending') => ({
    applicationId: body.applicationId,
    previousStatus: before,
    newStatus: before,
    notes: body.added ? noteFromContact(seen) : ADDITION_TAKEN_BACK,
  }),
  accept: ({ contact, change, already, ...application }) => ({
    rows: { applications: application, contacts: contact },
    ...(change && { history: change }),
    already,
  }),
  describe: ({ body, seen }, text) =>
    text(body.added ? 'sync.change.addTo' : 'sync.change.takeBack', {
      player: seen.into.playerName,
    }),
  failed: { title: 'contacts.addFailed' },
  reverse: ({ body: { applicationId, added }, seen }): Change => ({
    type: 'contact-added',
    body: { applicationId, added: !added },
    seen,
  }),
  name: ({ seen }) => seen.name,
});

/** An inquiry was answered, is spam, or is set aside. */
export const contactStateChanged = defineChange({
  type: 'contact-state-changed',
  endpoint: changeContactState,
  list: 'contacts',
  id: ({ seen }: Made<ContactStateChange, Contact>) => seen.id,
  request: (entry) => withSeenIfSaid(entry, ['state']),
  overlay: { contacts: (row, { body }) => ({ ...row, state: body.state }) },
  amend: (seen: Contact, fields) => ({ body: v.parse(ContactStateChange, fields), seen }),
  describe: ({ body }, text) =>
    text('sync.change.contactState', { state: text(`contactState.${body.state}`) }),
  title: ({ body }, text, name) =>
    text('sync.toast.status', { name, status: text(`contactState.${body.state}`) }),
  failed: { title: 'contactDetail.handling.failed' },
  reverse: ({ body, seen }): Change | null => {
    // A state that only a newer server knows cannot be set here.
    if (!isOneOf(CONTACT_STATES, seen.state)) return null;
    const back = { body: { state: seen.state }, seen: { ...seen, state: body.state } };
    return { type: 'contact-state-changed', ...back };
  },
  name: ({ seen }) => seen.name,
  label: () => 'contactDetail.handling.title',
  showValue: (state, text) =>
    isOneOf(CONTACT_STATES, state) ? text(`contactState.${state}`) : state,
});

/** What the agency notes about an inquiry. */
export const contactNoted = defineChange({
  type: 'contact-noted',
  endpoint: setContactNotes,
  list: 'contacts',
  id: ({ seen }: Made<ContactNotes, Pick<Contact, 'id' | 'name' | 'notes'>>) => seen.id,
  sees: ['id', 'name', 'notes'],
  request: (entry) => withSeen(entry, ['notes']),
  overlay: { contacts: (row, { body }) => ({ ...row, ...body }) },
  amend: (seen: Contact, fields) => ({ body: v.parse(ContactNotes, fields), seen }),
  describe: (_, text) => text('sync.change.note'),
  title: (_, text, name) => text('sync.toast.note', { name }),
  failed: { title: 'contactDetail.handling.failed' },
  reverse: (change): Change => ({ type: 'contact-noted', ...wayBack(change) }),
  label: () => 'contactDetail.notes',
  note: ({ body }) => body.notes,
  texts: { notes: { isLong: true } },
  name: ({ seen }) => seen.name,
});

/** What a club looks for. */
export const wantedSet = defineChange({
  type: 'wanted-set',
  endpoint: setWanted,
  list: 'contacts',
  id: ({ seen }: Made<Wanted, Contact>) => seen.id,
  request: (entry) => withSeen(entry, namesOf(WANTED_FIELDS)),
  overlay: { contacts: (row, entry) => ({ ...row, ...changedFields(entry) }) },
  amend: (seen: Contact, fields) => ({ body: v.parse(Wanted, { ...seen, ...fields }), seen }),
  describe: (_, text) => text('contactDetail.sections.wanted'),
  failed: { title: 'contactDetail.handling.failed' },
  reverse: (change): Change => ({ type: 'wanted-set', ...wayBack(change) }),
  label: (field: keyof typeof WANTED_FIELDS) => `contactDetail.${field}`,
  texts: textsOf(WANTED_FIELDS),
  showValue: (value, text, name) =>
    fieldText(value, text, WANTED_FIELDS[name as keyof typeof WANTED_FIELDS]),
  name: ({ seen }) => seen.name,
});

/** An inquiry that looks like a machine's is real, or is not after all. */
export const suspicionSet = defineChange({
  type: 'suspicion-set',
  endpoint: setSuspicion,
  list: 'contacts',
  id: ({ seen }: Made<Suspicion, Contact>) => seen.id,
  overlay: { contacts: (row, { body }) => ({ ...row, ...body }) },
  describe: ({ body }, text) => text(body.suspect ? 'contacts.suspect' : 'contacts.real'),
  reverse: ({ body, seen }): Change => ({
    type: 'suspicion-set',
    body: { suspect: seen.suspect },
    seen: { ...seen, ...body },
  }),
  name: ({ seen }) => seen.name,
});
