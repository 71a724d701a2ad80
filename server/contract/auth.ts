import * as v from 'valibot';
import {
  emailField,
  instant,
  requiredText,
  rowId,
  TOO_LONG,
  text,
} from '#contract/fields/fields.ts';
import { isUsername } from '#contract/fields/username.ts';
import { ROLES } from '#contract/fields/vocabulary.ts';
import { AREAS } from './access.ts';
import { endpoint } from './endpoint.ts';

/**
 * The signed-in user. `areas` are the guarded parts that the account may enter (access.ts). `approved`
 * is true when an admin has let the account in; a phone of an older version has not stored it.
 * `mustChangePassword` is there, and true, while the password is a made-up one: until it is changed, other
 * calls are refused with `new-password-needed`. `mustSetUpPasskey` likewise, with `second-factor-missing`.
 */
export const CurrentUser = v.object({
  id: rowId,
  username: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  role: v.picklist(ROLES),
  areas: v.array(v.picklist(AREAS)),
  approved: v.optional(v.boolean(), true),
  mustChangePassword: v.optional(v.boolean()),
  mustSetUpPasskey: v.optional(v.boolean()),
});
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

/** Messages of the English forms; the page looks up its translations by these words. */
export const USERNAME_MESSAGE = 'Username is required (min 2 characters)';
export const USERNAME_CHARACTERS_MESSAGE =
  'Please use letters, digits and signs of the keyboard only.';
export const USERNAME_TAKEN_MESSAGE = 'This username is taken.';
export const PASSWORD_MESSAGE = 'Password must be at least 6 characters';
export const REGISTER_EMAIL_MESSAGE = 'Please enter a valid email address';
export const COMMON_PASSWORD_MESSAGE = 'This password is too common.';
export const CURRENT_PASSWORD_MESSAGE = 'This is not your current password.';
export const SAME_PASSWORD_MESSAGE = 'Please choose another password than the current one.';

const username = v.pipe(
  text,
  v.trim(),
  v.minLength(2, USERNAME_MESSAGE),
  v.maxLength(60, TOO_LONG),
);
const password = v.pipe(text, v.minLength(6, PASSWORD_MESSAGE), v.maxLength(200, TOO_LONG));

export const Credentials = v.object({ username, password });
export type Credentials = v.InferOutput<typeof Credentials>;

/** Accounts of before may have other names, so only a new name is checked. */
export const Registration = v.object({
  username: v.pipe(username, v.check(isUsername, USERNAME_CHARACTERS_MESSAGE)),
  password,
  email: emailField(REGISTER_EMAIL_MESSAGE),
  firstName: requiredText,
  lastName: requiredText,
});
export type Registration = v.InferOutput<typeof Registration>;

/** The new password has the bounds of any password; the current one is only compared. */
export const PasswordChange = v.object({
  currentPassword: v.pipe(text, v.nonEmpty('This field is required.'), v.maxLength(200, TOO_LONG)),
  newPassword: password,
});
export type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** The part of a one-time link behind `#`. A link that was copied badly has any text. */
const linkToken = v.pipe(text, v.trim(), v.maxLength(200, TOO_LONG));

export const PasswordLinkToken = v.object({ token: linkToken });

export const NewPassword = v.object({ token: linkToken, newPassword: password });
export type NewPassword = v.InferOutput<typeof NewPassword>;

/** A device with an open session. */
export const Device = v.object({
  /** Names the session in calls; it opens nothing. */
  id: v.string(),
  /** Browser and system, such as "Chrome · Android"; null when they are not known. */
  device: v.nullable(v.string()),
  createdAt: instant,
  /** To the hour. */
  lastSeenAt: instant,
  /** When the device last sent or pulled changes; null if it never did. */
  syncedAt: v.nullable(instant),
  /** The number of changes that the device had not sent then; null if it has never told one. */
  unsent: v.nullable(v.number()),
  /** True for the session of this call. */
  current: v.boolean(),
});
export type Device = v.InferOutput<typeof Device>;

/** Life of an unused session, and the longest life of any, in milliseconds. */
export const SESSION_LIFE = { idle: 14 * 24 * 60 * 60_000, whole: 30 * 24 * 60 * 60_000 };

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signed-in',
  whileSettingUp: true,
  reply: CurrentUser,
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  body: Credentials,
  reply: CurrentUser,
});

/** Makes an account of role agent. It may enter nothing until an admin approves it. */
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  body: Registration,
  status: 201,
  reply: null,
});

/**
 * Ends every other session of the user. It takes no idempotency key, because a plain digest of two
 * passwords would be stored with it. A repeated call is refused: the current password has changed.
 */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signed-in',
  whileSettingUp: true,
  body: PasswordChange,
  status: 204,
  reply: null,
});

/**
 * Whose password a one-time link changes. Throws `link-not-found`, also for a link that a newer one has
 * replaced, `link-used`, and `link-expired` after 24 hours.
 */
export const readPasswordLink = endpoint({
  method: 'POST',
  path: '/api/auth/password-link',
  access: 'public',
  body: PasswordLinkToken,
  reply: v.object({ username: v.string() }),
});

/** Sets a new password by a one-time link, and ends all sessions of its user. Throws like `readPasswordLink`. */
export const usePasswordLink = endpoint({
  method: 'PUT',
  path: '/api/auth/password-link',
  access: 'public',
  body: NewPassword,
  status: 204,
  reply: null,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  reply: v.array(Device),
});

const sessionParams = v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{20}$/)) });

/**
 * Ends one session: of the user, or for an admin of anybody. The device wipes its copy at the next contact
 * and keeps its unsent changes for the user. Throws `session-not-found`, also for a session that is not
 * the caller's to end.
 */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'signed-in',
  params: sessionParams,
  status: 204,
  idempotent: true,
  reply: null,
});

/** Ends one session, and has its device wipe everything at the next contact, unsent changes included. */
export const reportLost = endpoint({
  method: 'POST',
  path: '/api/sessions/:id/lost',
  access: 'signed-in',
  params: sessionParams,
  status: 204,
  idempotent: true,
  reply: null,
});

/** Signs the user out everywhere but here. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'signed-in',
  status: 204,
  idempotent: true,
  reply: null,
});
