import * as v from 'valibot';
import { AREAS } from './access.ts';
import { endpoint } from './endpoint.ts';
import { emailField, instant, requiredText, rowId, TOO_LONG, text } from './fields.ts';
import { ROLES } from './vocabulary.ts';

/**
 * The signed-in user. `areas` says which guarded parts the account may enter (access.ts); `approved`,
 * whether an admin has let it in at all, which phones of an older version have not kept.
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
});
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

/** The messages are what the English forms say; the page translates them by these same words (§5). */
export const USERNAME_MESSAGE = 'Username is required (min 2 characters)';
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

export const Registration = v.object({
  username,
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

/** A sign-in of one's own that has not ended. */
export const OwnSession = v.object({
  /** Browser and system, such as "Chrome · Android"; null when they are not known. */
  device: v.nullable(v.string()),
  createdAt: instant,
  /** To the hour. */
  lastSeenAt: instant,
  /** The one that asks. */
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signed-in',
  reply: CurrentUser,
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  body: Credentials,
  reply: CurrentUser,
});

/** Makes an account of role agent that enters nothing until an admin approves it. */
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  body: Registration,
  status: 201,
  reply: null,
});

/**
 * Ends every other session of the user. It takes no key: what would be kept of the request is a plain
 * digest of two passwords, and a second call is refused by the first.
 */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signed-in',
  body: PasswordChange,
  status: 204,
  reply: null,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  reply: v.array(OwnSession),
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
