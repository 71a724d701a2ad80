import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { nullableText, rowEntries } from '#contract/fields/field-table.ts';
import { instant } from '#contract/fields/fields.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';
import { linkToken as token } from './inquiry.ts';

/** What a visitor has sent, as the private link shows it. */
export const SentInquiry = v.object({
  ...rowEntries(INQUIRY_FIELDS),
  reference: nullableText,
  /** When it arrived, and until when a reply is promised. */
  createdAt: instant,
  replyBy: instant,
  /** The office has acted on it; how, the visitor does not learn. */
  isRead: v.boolean(),
  isAnswered: v.boolean(),
  /** The number of corrections. */
  corrections: v.number(),
  /** Its texts are gone then. */
  withdrawnAt: v.nullable(instant),
});
export type SentInquiry = v.InferOutput<typeof SentInquiry>;

/**
 * What the visitor sees who has the secret of the private link. Asked by POST, so that it stands in no address. Every
 * wrong token is a `link-not-found`.
 */
export const readSentInquiry = endpoint('POST', '/api/contact/link', {
  access: 'public',
  body: v.object({ token }),
  refusals: ['link-not-found'],
  reply: SentInquiry,
});

/**
 * Takes an inquiry back: what tells who sent it is erased. A second call changes nothing. Throws as readSentInquiry
 * does.
 */
export const withdrawInquiry = endpoint('POST', '/api/contact/link/withdraw', {
  access: 'public',
  body: v.object({ token }),
  idempotent: true,
  refusals: ['link-not-found'],
});
