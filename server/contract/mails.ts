import * as v from 'valibot';
import { instant, uuid } from '#contract/fields/fields.ts';
import { endpoint } from './endpoint.ts';

/**
 * What the server writes mails for. `confirmation`: to a visitor whose inquiry has arrived; `address`: a link that
 * confirms the address of an account; `password-link`: a link to choose a new password; `reminder`: tasks that are due.
 */
export const MAIL_KINDS = ['confirmation', 'address', 'password-link', 'reminder'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `failed`: given up. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;

/**
 * Why an attempt failed. `refused`: the mail server takes no mail for this address; `later`: it asks to come again;
 * `unreachable`; `sign-in`: it refuses user or password; `sender`: it refuses MAIL_FROM; `encryption`: no TLS, or a
 * certificate of an unknown issuer.
 */
export const MAIL_FAILURES = [
  'refused',
  'later',
  'unreachable',
  'sign-in',
  'sender',
  'encryption',
  'other',
] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** A mail that waits or was given up. */
export const OutgoingMail = v.object({
  id: uuid,
  /** One of MAIL_KINDS; a newer server may know more. */
  kind: v.string(),
  address: v.string(),
  createdAt: instant,
  state: v.picklist(MAIL_STATES),
  tries: v.number(),
  /** The earliest time of the next attempt; ignored for a mail that was given up. */
  nextTryAt: instant,
  /** The last attempt; null before the first has failed. */
  failure: v.nullable(v.picklist(MAIL_FAILURES)),
  /** What the mail server said at the last attempt; null if it said nothing. */
  answer: v.nullable(v.string()),
});
export type OutgoingMail = v.InferOutput<typeof OutgoingMail>;

/** The state of the queue of mails. */
export const MailReport = v.object({
  /** False if the operator has set up no mail server. */
  enabled: v.boolean(),
  waiting: v.number(),
  /** Of the last 30 days. */
  sent: v.number(),
  failed: v.number(),
  /** The failed mails, then the queued ones, newest first; 50 at most. */
  mails: v.array(OutgoingMail),
});
export type MailReport = v.InferOutput<typeof MailReport>;

/** The state of the mails that the server sends, for admins. */
export const readMails = endpoint('GET', '/api/mails', {
  access: 'admin',
  reply: MailReport,
});

/** Has a mail that was given up tried again at once. Throws `mail-not-found`, also for any other mail. */
export const retryMail = endpoint('POST', '/api/mails/:id/retry', {
  access: 'admin',
  params: v.object({ id: uuid }),
  idempotent: true,
});
