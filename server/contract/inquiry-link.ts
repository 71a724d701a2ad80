import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { draftEntries, nullableText, rowEntries } from '#contract/fields/field-table.ts';
import { instant } from '#contract/fields/fields.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';

/** Any text, so that every wrong token has the same answer. */
const token = v.pipe(v.string(), v.maxLength(1_000));

/** What a visitor has sent, as the private link shows it. */
export const SentInquiry = v.object({
  ...rowEntries(INQUIRY_FIELDS),
  reference: nullableText,
  /** When it arrived, and until when a reply is promised. */
  createdAt: instant,
  replyBy: instant,
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
 * Replaces the sent inquiry. The back office still sees the earlier texts. Throws as readSentInquiry does, and
 * `too-many-corrections`: then the inquiry stays as it was.
 */
export const correctInquiry = endpoint('PUT', '/api/contact/link', {
  access: 'public',
  body: v.object({
    token,
    ...draftEntries(INQUIRY_FIELDS),
    /** A page of before does not know it: left out it stays. */
    playerName: v.optional(INQUIRY_FIELDS.playerName.draft),
  }),
  idempotent: true,
  refusals: ['link-not-found', 'too-many-corrections'],
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
