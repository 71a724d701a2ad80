import * as v from 'valibot';
import { CurrentUser, REGISTER_EMAIL_MESSAGE } from '#contract/auth.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emailField, requiredText } from '#contract/fields/fields.ts';

/** The name and the e-mail address of an account. */
export const Profile = v.object({
  email: emailField(REGISTER_EMAIL_MESSAGE),
  firstName: requiredText,
  lastName: requiredText,
});
export type Profile = v.InferOutput<typeof Profile>;

/** Changes the caller's own. Nothing is mailed to another address before a link in a mail has confirmed it. */
export const changeProfile = endpoint('PUT', '/api/auth/user', {
  access: 'signed-in',
  fresh: true,
  body: Profile,
  idempotent: true,
  reply: CurrentUser,
});
