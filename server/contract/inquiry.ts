import * as v from 'valibot';
import { draftEntries } from '#contract/fields/field-table.ts';
import { bytesOf, optionalText, TOO_LONG } from '#contract/fields/fields.ts';
import {
  INQUIRY_FIELDS,
  INQUIRY_MESSAGES,
  ORIGIN_FIELDS,
} from '#contract/fields/inquiry-fields.ts';
import { BODY_BYTES, endpoint } from './endpoint.ts';

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
    /**
     * The secret of a private link to this inquiry, made on the visitor's device (inquiry-link.ts): 256 random bits in
     * base64url. The server refuses others; without it there is no link.
     */
    linkToken: optionalText,
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

/** Where the form posts itself without JavaScript, and the page that thanks for it. Both answer with pages. */
export const INQUIRY_FORM_PATH = '/api/contact/form';
export const INQUIRY_SENT_PATH = '/api/contact/sent';

export const sendInquiry = endpoint('POST', '/api/contact', {
  access: 'public',
  body: Inquiry,
  idempotent: true,
  status: 201,
  refusals: ['person-not-found'],
});

/** Any text, so that every wrong token has the same answer. */
export const linkToken = v.pipe(v.string(), v.maxLength(1_000));

/**
 * Replaces the sent inquiry that a private link leads to (inquiry-link.ts). The back office still sees the earlier
 * texts. Throws as readSentInquiry does, and `too-many-corrections`: then the inquiry stays as it was.
 */
export const correctInquiry = endpoint('PUT', '/api/contact/link', {
  access: 'public',
  body: v.object({
    token: linkToken,
    ...draftEntries(INQUIRY_FIELDS),
    /** A page of before does not know it: left out it stays. */
    playerName: v.optional(INQUIRY_FIELDS.playerName.draft),
  }),
  idempotent: true,
  refusals: ['link-not-found', 'too-many-corrections'],
});
