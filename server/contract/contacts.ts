import * as v from 'valibot';
import { Application } from './applications.ts';
import {
  CONTACT_COLUMNS,
  INQUIRY_FIELDS,
  INQUIRY_MESSAGES,
  ORIGIN_FIELDS,
} from './contact-fields.ts';
import { DeltaQuery, deltaPage } from './delta.ts';
import { BODY_BYTES, endpoint } from './endpoint.ts';
import { draftEntries, rowEntries } from './field-table.ts';
import { bytesOf, intId, optionalText, TOO_LONG } from './fields.ts';
import { CONTACT_STATES } from './vocabulary.ts';

/**
 * What a visitor sends. Each text has its bound in characters, and all together have one in bytes,
 * BODY_BYTES: letters that are not Latin take two or three. When that is passed, the longest text is
 * the one that is too long.
 */
export const Inquiry = v.pipe(
  v.object({
    ...draftEntries(INQUIRY_FIELDS),
    privacyPolicy: v.literal(true, INQUIRY_MESSAGES.privacyPolicy),
    ...draftEntries(ORIGIN_FIELDS),
    /** A field that no person sees or fills, and how long the form was open, in milliseconds. */
    website: optionalText,
    openFor: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || bytesOf(dataset.value) <= BODY_BYTES) return;
    const input = dataset.value;
    const texts = Object.entries(input).sort(([, a], [, b]) => bytesOf(b) - bytesOf(a));
    for (const [key, value] of texts.slice(0, 1)) {
      addIssue({
        message: TOO_LONG,
        path: [{ type: 'object', origin: 'value', input, key, value }],
      });
    }
  }),
);
export type Inquiry = v.InferOutput<typeof Inquiry>;
export type InquiryDraft = v.InferInput<typeof Inquiry>;

/** One inquiry as the back office reads it. */
export const Contact = v.object(rowEntries(CONTACT_COLUMNS));
export type Contact = v.InferOutput<typeof Contact>;

/** Sets an inquiry aside, or takes it back. */
export const ContactStateChange = v.object({ state: v.picklist(CONTACT_STATES) });
export type ContactStateChange = v.InferOutput<typeof ContactStateChange>;

const params = v.object({ id: intId });

export const sendInquiry = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  body: Inquiry,
  idempotent: true,
  status: 201,
  reply: null,
});

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/contacts',
  access: 'dashboard',
  reply: v.array(Contact),
});

export const pullContacts = endpoint({
  method: 'GET',
  path: '/api/contacts',
  access: 'dashboard',
  query: DeltaQuery,
  reply: deltaPage({ rows: v.array(Contact) }),
});

export const getContact = endpoint({
  method: 'GET',
  path: '/api/contacts/:id',
  access: 'dashboard',
  params,
  reply: Contact,
});

/** Makes the application of an inquiry; a second call answers with the one that exists. */
export const convertContact = endpoint({
  method: 'POST',
  path: '/api/contacts/:id/convert',
  access: 'dashboard',
  params,
  body: v.object({ status: v.literal('pending') }),
  idempotent: true,
  reply: v.object({ ...Application.entries, contact: Contact }),
});

/** Setting the state that it already has changes nothing. */
export const changeContactState = endpoint({
  method: 'PATCH',
  path: '/api/contacts/:id',
  access: 'dashboard',
  params,
  body: ContactStateChange,
  idempotent: true,
  reply: Contact,
});
