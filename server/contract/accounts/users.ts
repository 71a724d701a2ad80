import * as v from 'valibot';
import { AGENT_ACCESS } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, intId, rowId } from '#contract/fields/fields.ts';
import { LANGUAGE_CODES, ROLES } from '#contract/fields/vocabulary.ts';
import { Device } from './sessions.ts';

/**
 * `pending` waits for an admin's approval, `denied` was refused it, `disabled` was closed after it had
 * been approved. Only an `active` account may enter an area.
 */
export const ACCOUNT_STATES = ['pending', 'active', 'disabled', 'denied'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** An account as an admin sees it. */
export const Account = v.object({
  id: rowId,
  username: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  role: v.picklist(ROLES),
  /** Whether this agent enters the dashboard where `agentAccess` opens it to no one; a phone may have stored none. */
  entersDashboard: v.optional(v.boolean(), false),
  state: v.picklist(ACCOUNT_STATES),
  createdAt: instant,
  /** To the hour; null for an account that was never used. */
  lastSeenAt: v.nullable(instant),
  /** The number of open sessions. */
  sessions: v.number(),
  /** Whether the account has a second factor. */
  hasPasskey: v.boolean(),
  /** Whether a link in a mail showed that the address is the user's; a phone may have stored an account without it. */
  emailConfirmed: v.optional(v.boolean(), false),
});
export type Account = v.InferOutput<typeof Account>;

/** All accounts, newest first, and what this server lets every agent enter. */
export const Accounts = v.object({
  accounts: v.array(Account),
  agentAccess: v.picklist(AGENT_ACCESS),
});
export type Accounts = v.InferOutput<typeof Accounts>;

/**
 * A change to another user's account; an omitted field stays. `open` approves a pending or denied
 * account and enables a disabled one; `closed` denies a pending account and disables any other.
 */
export const AccountChange = v.pipe(
  v.object({
    role: v.optional(v.picklist(ROLES)),
    entersDashboard: v.optional(v.boolean()),
    access: v.optional(v.picklist(['open', 'closed'])),
  }),
  v.forward(
    v.check(
      (change) => Object.values(change).some((value) => value !== undefined),
      'Nothing to change.',
    ),
    ['access'],
  ),
);
export type AccountChange = v.InferOutput<typeof AccountChange>;

const params = v.object({ id: intId });

export const listUsers = endpoint('GET', '/api/users', {
  access: 'admin',
  reply: Accounts,
});

/** A new role, a closed dashboard or a closed account ends its sessions. Throws `own-account` for the caller's own. */
export const changeUser = endpoint('PATCH', '/api/users/:id', {
  access: 'admin',
  fresh: true,
  params,
  body: AccountChange,
  idempotent: true,
  refusals: ['own-account'],
  reply: Account,
});

/** The devices of a user, last used first. */
export const listUserSessions = endpoint('GET', '/api/users/:id/sessions', {
  access: 'admin',
  params,
  reply: v.array(Device),
});

/** Signs another user out everywhere. The user may sign in again. */
export const endUserSessions = endpoint('DELETE', '/api/users/:id/sessions', {
  access: 'admin',
  params,
  refusals: ['own-account'],
  idempotent: true,
});

/** Removes the passkeys and recovery codes of another user, who has lost them, and ends the sessions. */
export const removeUserFactor = endpoint('DELETE', '/api/users/:id/second-factor', {
  access: 'admin',
  fresh: true,
  params,
  refusals: ['own-account'],
  idempotent: true,
});

/** A one-time link by which a user chooses a new password. */
export const PasswordLink = v.object({ url: v.string(), expiresAt: instant });
export type PasswordLink = v.InferOutput<typeof PasswordLink>;

/**
 * Makes a one-time link by which another user chooses a new password within 24 hours; an earlier one ends.
 * It takes no idempotency key, because the link would be stored with it.
 */
export const makePasswordLink = endpoint('POST', '/api/users/:id/password-link', {
  access: 'admin',
  fresh: true,
  params,
  refusals: ['own-account'],
  status: 201,
  reply: PasswordLink,
});

/**
 * Mails such a link to the confirmed address of the account. Throws `email-not-confirmed`, and `no-mail-server` if the
 * server sends no mails.
 */
export const mailPasswordLink = endpoint('POST', '/api/users/:id/password-link/mail', {
  access: 'admin',
  fresh: true,
  params,
  body: v.object({ language: v.picklist(LANGUAGE_CODES) }),
  refusals: ['own-account', 'email-not-confirmed', 'no-mail-server'],
  idempotent: true,
});

/**
 * Removes an account that was never approved or never used; its name is free again. Any other may be named
 * in the history of applications, so it can only be disabled or erased (`account-in-use`).
 */
export const deleteUser = endpoint('DELETE', '/api/users/:id', {
  access: 'admin',
  fresh: true,
  params,
  refusals: ['own-account', 'account-in-use'],
  idempotent: true,
});

/** What becomes of an erased user's name in the history of applications. */
export const ERASED_NAMES = ['keep', 'remove'] as const;
export type ErasedName = (typeof ERASED_NAMES)[number];

/**
 * Erases a person who has left: e-mail address, name, password and sessions, for good. `keep` leaves the
 * username in the history, and no user can take it again; `remove` leaves entries without a name (`by` is
 * null), and it is free again.
 */
export const eraseUser = endpoint('POST', '/api/users/:id/erase', {
  access: 'admin',
  fresh: true,
  params,
  body: v.object({ name: v.picklist(ERASED_NAMES) }),
  refusals: ['own-account'],
  idempotent: true,
});
