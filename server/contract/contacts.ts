import * as v from 'valibot';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import { draftEntries, namesOf, rowEntries } from '#contract/fields/field-table.ts';
import { already, intId, optionalLongText, uuid } from '#contract/fields/fields.ts';
import { CONTACT_STATES } from '#contract/fields/vocabulary.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { Application, HistoryEntry } from './applications.ts';
import { DeltaQuery, deltaPage } from './delta.ts';
import { endpoint } from './endpoint.ts';

/** One inquiry as the back office reads it. */
export const Contact = v.object(rowEntries(CONTACT_COLUMNS));
export type Contact = v.InferOutput<typeof Contact>;

/** Sets an inquiry aside, or takes it back. */
export const ContactStateChange = v.object({ state: v.picklist(CONTACT_STATES) });
export type ContactStateChange = v.InferOutput<typeof ContactStateChange>;

/** Whether an inquiry stands in the history of a player. */
export const ContactAddition = v.object({
  applicationId: uuid,
  added: v.boolean(),
  /** Also sets its state. Pages of before said by it that the inquiry was answered. */
  state: v.optional(ContactStateChange.entries.state),
});
export type ContactAddition = v.InferOutput<typeof ContactAddition>;

/** Whether an inquiry looks like a machine's. */
export const Suspicion = v.object({ suspect: v.boolean() });
export type Suspicion = v.InferOutput<typeof Suspicion>;

/** What the agency notes about an inquiry; null for nothing. */
export const ContactNotes = v.object({ notes: optionalLongText });
export type ContactNotes = v.InferOutput<typeof ContactNotes>;

/** What a club looks for; an absent field is null. */
export const Wanted = v.object(draftEntries(WANTED_FIELDS));
/** A phone may be older than its server, and an edit repeats a choice that the phone does not know. */
export type Wanted = Pick<Contact, keyof typeof WANTED_FIELDS>;

const params = v.object({ id: intId });

export const listContacts = endpoint('GET', '/api/contacts', {
  access: 'dashboard',
  reply: v.array(Contact),
});

export const pullContacts = endpoint('GET', '/api/contacts', {
  access: 'dashboard',
  query: DeltaQuery,
  reply: deltaPage({ rows: v.array(Contact) }),
});

export const getContact = endpoint('GET', '/api/contacts/:id', {
  access: 'dashboard',
  params,
  reply: Contact,
});

/** Makes the application of an inquiry; a second call answers with the one that exists. */
export const convertContact = endpoint('POST', '/api/contacts/:id/convert', {
  access: 'dashboard',
  params,
  body: v.object({ status: v.literal('pending') }),
  refusals: ['person-not-found'],
  idempotent: true,
  reply: v.object({ ...Application.entries, contact: Contact, already }),
});

/**
 * Writes what an inquiry says into the history of a player who is here already, as a note (conversion.ts), or notes
 * there that it was taken back. That is no reply: the inquiry stays as open as it was. Nothing happens if it
 * is so already.
 */
export const addContact = endpoint('PUT', '/api/contacts/:id/addition', {
  access: 'dashboard',
  params,
  body: ContactAddition,
  refusals: ['application-not-found', 'person-not-found'],
  idempotent: true,
  reply: v.object({
    ...Application.entries,
    contact: Contact,
    /** The note; null if there was nothing to note. */
    change: v.nullable(HistoryEntry),
    already,
  }),
});

/**
 * Setting the state that it already has changes nothing. With `seen`, the state as the person saw it, a
 * state that another person has changed meanwhile, to another one, stays and is named in `conflicts`.
 */
export const changeContactState = endpoint('PATCH', '/api/contacts/:id', {
  access: 'dashboard',
  params,
  body: v.object({
    ...ContactStateChange.entries,
    seen: v.optional(v.object({ state: CONTACT_COLUMNS.state.row })),
  }),
  idempotent: true,
  reply: v.object({
    ...Contact.entries,
    /** Only of a change with `seen`. */
    conflicts: v.optional(v.array(v.literal('state'))),
  }),
});

/**
 * Says that an inquiry which looks like a machine's is real, or takes that back. From then on a visitor who waits for a
 * reply is counted as waiting, and gets the mail that the inquiry has arrived, once.
 */
export const setSuspicion = endpoint('PUT', '/api/contacts/:id/suspicion', {
  access: 'dashboard',
  params,
  body: Suspicion,
  idempotent: true,
  reply: Contact,
});

/**
 * Writes what the agency notes about an inquiry. It goes along into the application that is made of the inquiry, or into
 * the history of the player to whom it is added; one that is there already gets it as a note in its history. With `seen`
 * it is merged as by changeContactState. Notes about an anonymised person are refused with `person-not-found`.
 */
export const setContactNotes = endpoint('PUT', '/api/contacts/:id/notes', {
  access: 'dashboard',
  params,
  body: v.object({
    ...ContactNotes.entries,
    seen: v.optional(v.object({ notes: Contact.entries.notes })),
  }),
  refusals: ['person-not-found'],
  idempotent: true,
  reply: v.object({
    ...Contact.entries,
    /** Only of a change with `seen`. */
    conflicts: v.optional(v.array(v.literal('notes'))),
  }),
});

/**
 * Writes what a club looks for. With `seen` each field is merged as by changeContactState. Of an anonymised person it is
 * refused with `person-not-found`.
 */
export const setWanted = endpoint('PUT', '/api/contacts/:id/wanted', {
  access: 'dashboard',
  params,
  body: v.object({
    ...Wanted.entries,
    seen: v.optional(v.partial(v.object(rowEntries(WANTED_FIELDS)))),
  }),
  refusals: ['person-not-found'],
  idempotent: true,
  reply: v.object({
    ...Contact.entries,
    /** Only of a change with `seen`: the fields that another person has changed meanwhile, to another value. */
    conflicts: v.optional(v.array(v.picklist(namesOf(WANTED_FIELDS)))),
  }),
});
