import * as v from 'valibot';
import { rowId, TOO_LONG, text } from '#contract/fields/fields.ts';
import { ROLES } from '#contract/fields/vocabulary.ts';
import { AREAS } from './access.ts';
import { endpoint } from './endpoint.ts';

/**
 * The signed-in user. `areas` are the guarded parts that the account may enter (access.ts). `approved`
 * is true when an admin has let the account in; a phone of an older version has not stored it.
 * `mustChangePassword` is there, and true, while the password is a generated one: until it is changed, all
 * other calls are refused with `new-password-needed`. `mustSetUpPasskey` likewise, with `second-factor-missing`.
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

/** A name to sign in with: accounts of before may have any letters. */
export const username = v.pipe(
  text,
  v.trim(),
  v.minLength(2, USERNAME_MESSAGE),
  v.maxLength(60, TOO_LONG),
);
/** The bounds of any new password. */
export const password = v.pipe(text, v.minLength(6, PASSWORD_MESSAGE), v.maxLength(200, TOO_LONG));

export const Credentials = v.object({ username, password });
export type Credentials = v.InferOutput<typeof Credentials>;

/** The new password has the bounds of any password; the current one is only compared. */
export const PasswordChange = v.object({
  currentPassword: v.pipe(
    text,
    v.minLength(1, 'This field is required.'),
    v.maxLength(200, TOO_LONG),
  ),
  newPassword: password,
});
export type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** Life of an unused session, and the longest life of any, in milliseconds. */
export const SESSION_LIFE = { idle: 14 * 24 * 60 * 60_000, whole: 30 * 24 * 60 * 60_000 };

export const currentUser = endpoint('GET', '/api/auth/user', {
  access: 'signed-in',
  whileSettingUp: 'new-password',
  reply: CurrentUser,
});

/**
 * Who looks at a page that is open to everybody: null for a visitor, and on a device in a visitor's hands. There the 401
 * of `currentUser` would be an error in every visitor's console.
 */
export const whoAmI = endpoint('GET', '/api/auth/whoami', {
  access: 'public',
  reply: v.object({ user: v.nullable(CurrentUser) }),
});

export const login = endpoint('POST', '/api/login', {
  access: 'public',
  body: Credentials,
  refusals: ['wrong-credentials', 'password-ended', 'second-factor-needed', 'busy'],
  reply: CurrentUser,
});

/**
 * Ends every other session of the user. It takes no idempotency key, because a plain digest of two
 * passwords would be stored with it. A repeated call is refused: the current password has changed.
 */
export const changePassword = endpoint('PUT', '/api/auth/password', {
  access: 'signed-in',
  whileSettingUp: 'new-password',
  body: PasswordChange,
  refusals: ['too-many-requests', 'busy'],
});
