import * as v from 'valibot';
import { password, USERNAME_CHARACTERS_MESSAGE, username } from '#contract/auth.ts';
import { endpoint } from '#contract/endpoint.ts';
import { isUsername } from '#contract/fields/username.ts';
import { Profile } from './profile.ts';

/** Accounts of before may have other names, so only a new name is checked. */
export const Registration = v.object({
  username: v.pipe(username, v.check(isUsername, USERNAME_CHARACTERS_MESSAGE)),
  password,
  ...Profile.entries,
});
export type Registration = v.InferOutput<typeof Registration>;

/** Makes an account of role agent. It may enter nothing until an admin approves it. */
export const register = endpoint('POST', '/api/register', {
  access: 'public',
  body: Registration,
  refusals: ['registration-closed', 'username-taken', 'busy'],
  status: 201,
});
