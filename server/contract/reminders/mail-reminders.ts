import * as v from 'valibot';
import { PasswordLinkToken } from '#contract/accounts/password-links.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emailField } from '#contract/fields/fields.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { Reminders } from './reminders.ts';

const { language, timeZone, kinds, quietFrom, quietTo } = Reminders.entries;

/** How a user is reminded by mail. The user's devices share the quiet hours: the last ones count. */
export const MailReminders = v.object({ language, timeZone, kinds, quietFrom, quietTo });
export type MailReminders = v.InferOutput<typeof MailReminders>;

const ADDRESS_MESSAGE = 'Please enter a valid email address';

/** The reminders by mail of the calling user, and the address that they go to. */
export const readMailReminders = endpoint('GET', '/api/mail-reminders', {
  access: 'dashboard',
  reply: v.object({
    /** False if the server sends no mails. */
    enabled: v.boolean(),
    /** Of the account. */
    email: v.string(),
    confirmed: v.boolean(),
    /**
     * An address to which a link went in the last 24 hours, and that was not confirmed since; null if there
     * is none.
     */
    pending: v.nullable(v.string()),
    /** Null while the user gets no reminders by mail. */
    reminders: v.nullable(MailReminders),
  }),
});

/** Turns on the reminders by mail, or changes them. Throws `email-not-confirmed`. */
export const keepMailReminders = endpoint('PUT', '/api/mail-reminders', {
  access: 'dashboard',
  body: MailReminders,
  refusals: ['email-not-confirmed'],
});

/** Turns off the reminders by mail. */
export const stopMailReminders = endpoint('DELETE', '/api/mail-reminders', {
  access: 'dashboard',
});

/**
 * Sends a link to an address, which becomes the account's when it is opened. An earlier link ends. At most three a day
 * to one mailbox. Throws `no-mail-server`, and `forbidden` before an admin has approved the account.
 */
export const askForAddress = endpoint('POST', '/api/auth/address', {
  access: 'signed-in',
  fresh: true,
  body: v.object({ email: emailField(ADDRESS_MESSAGE), language: v.picklist(LANGUAGE_CODES) }),
  refusals: ['no-mail-server', 'too-many-requests'],
});

/** Confirms an address by the link of a mail. Throws `link-not-found`, and `link-expired` after 24 hours. */
export const confirmAddress = endpoint('PUT', '/api/auth/address', {
  access: 'public',
  body: PasswordLinkToken,
  refusals: ['link-not-found', 'link-expired'],
});
