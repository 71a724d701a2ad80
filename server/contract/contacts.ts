import * as v from 'valibot';
import { Application } from './applications.ts';
import { DeltaQuery, deltaPage, version } from './delta.ts';
import { BODY_BYTES, endpoint } from './endpoint.ts';
import {
  bytesOf,
  emailField,
  instant,
  intId,
  LONG_TEXT,
  optionalLongText,
  optionalText,
  rowId,
  SHORT_TEXT,
  TOO_LONG,
  text,
} from './fields.ts';
import { CONTACT_STATES, INQUIRY_TYPES, LANGUAGES } from './vocabulary.ts';

/** The inquiry form's messages in English; the page translates them by these same words (§5). */
export const INQUIRY_MESSAGES = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  inquiryType: 'Please select an inquiry type.',
  message: 'Message must be at least 10 characters.',
  privacyPolicy: 'You must agree to the privacy policy.',
} as const;

/** The texts in which a visitor may write at length. */
const LONG_FIELDS = ['currentClub', 'position', 'achievements', 'careerGoals', 'message'] as const;

/**
 * What a visitor sends (§3). The campaign and utm fields come from the link that was followed. Each
 * text has its bound in characters, and all together have one in bytes, BODY_BYTES: letters that are
 * not Latin take two or three. When that is passed, the longest text is the one that is too long.
 */
export const Inquiry = v.pipe(
  v.object({
    name: v.pipe(
      text,
      v.trim(),
      v.minLength(2, INQUIRY_MESSAGES.name),
      v.maxLength(SHORT_TEXT, TOO_LONG),
    ),
    email: emailField(INQUIRY_MESSAGES.email),
    phone: optionalText,
    inquiryType: v.picklist(INQUIRY_TYPES, INQUIRY_MESSAGES.inquiryType),
    includeHistory: v.optional(v.boolean(), false),
    currentClub: optionalLongText,
    position: optionalLongText,
    achievements: optionalLongText,
    careerGoals: optionalLongText,
    message: v.pipe(
      text,
      v.trim(),
      v.minLength(10, INQUIRY_MESSAGES.message),
      v.maxLength(LONG_TEXT, TOO_LONG),
    ),
    privacyPolicy: v.literal(true, INQUIRY_MESSAGES.privacyPolicy),
    campaignId: v.optional(v.nullable(rowId), null),
    utmSource: optionalText,
    utmMedium: optionalText,
    utmCampaign: optionalText,
    /** The language in which the visitor wrote. */
    language: v.optional(v.nullable(v.picklist(LANGUAGES)), null),
    /** A field that no person sees or fills, and how long the form was open, in milliseconds. */
    website: optionalText,
    openFor: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || bytesOf(dataset.value) <= BODY_BYTES) return;
    const input = dataset.value;
    const [key] = [...LONG_FIELDS].sort((a, b) => bytesOf(input[b]) - bytesOf(input[a]));
    if (key)
      addIssue({
        message: TOO_LONG,
        path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
      });
  }),
);
export type Inquiry = v.InferOutput<typeof Inquiry>;
export type InquiryDraft = v.InferInput<typeof Inquiry>;

const nullableText = v.nullable(v.string());

/** One inquiry as the back office reads it (E-03). */
export const Contact = v.object({
  id: rowId,
  name: v.string(),
  email: v.string(),
  phone: nullableText,
  inquiryType: v.picklist(INQUIRY_TYPES),
  includeHistory: v.boolean(),
  currentClub: nullableText,
  position: nullableText,
  achievements: nullableText,
  careerGoals: nullableText,
  message: v.string(),
  campaignId: v.nullable(rowId),
  /** The campaign's name when the inquiry came, kept when the campaign is deleted. */
  campaignName: nullableText,
  utmSource: nullableText,
  utmMedium: nullableText,
  utmCampaign: nullableText,
  language: nullableText,
  /** When the visitor pressed Send, by the device's corrected clock: the moment of consent. */
  consentAt: instant,
  /** Looks like a machine wrote it; nothing is dropped. */
  suspect: v.boolean(),
  convertedToApplication: v.boolean(),
  state: v.picklist(CONTACT_STATES),
  /** When it reached the server. */
  createdAt: instant,
  version,
});
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
