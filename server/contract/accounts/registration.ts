import * as v from 'valibot';
import {
  password,
  REGISTER_EMAIL_MESSAGE,
  USERNAME_CHARACTERS_MESSAGE,
  username,
} from '#contract/auth.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emailField, requiredText } from '#contract/fields/fields.ts';
import { isUsername } from '#contract/fields/username.ts';

/** Accounts of before may have other names, so only a new name is checked. */
export const Registration = v.object({
  username: v.pipe(username, v.check(isUsername, USERNAME_CHARACTERS_MESSAGE)),
  password,
  email: emailField(REGISTER_EMAIL_MESSAGE),
  firstName: requiredText,
  lastName: requiredText,
});
export type Registration = v.InferOutput<typeof Registration>;

/** Makes an account of role agent. It may enter nothing until an admin approves it. */
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  body: Registration,
  refusals: ['registration-closed', 'username-taken', 'busy'],
  status: 201,
  reply: null,
});
