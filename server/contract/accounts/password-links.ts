import * as v from 'valibot';
import { password } from '#contract/auth.ts';
import { endpoint } from '#contract/endpoint.ts';
import { TOO_LONG, text } from '#contract/fields/fields.ts';

/** The part of a one-time link behind `#`. A link that was copied badly has any text. */
const linkToken = v.pipe(text, v.trim(), v.maxLength(200, TOO_LONG));

export const PasswordLinkToken = v.object({ token: linkToken });

export const NewPassword = v.object({ token: linkToken, newPassword: password });
export type NewPassword = v.InferOutput<typeof NewPassword>;

/**
 * Whose password a one-time link changes. Throws `link-not-found`, also for a link that a newer one has
 * replaced, `link-used`, and `link-expired` after 24 hours.
 */
export const readPasswordLink = endpoint('POST', '/api/auth/password-link', {
  access: 'public',
  body: PasswordLinkToken,
  refusals: ['link-not-found', 'link-used', 'link-expired', 'too-many-requests'],
  reply: v.object({ username: v.string() }),
});

/** Sets a new password by a one-time link, and ends all sessions of its user. Throws like `readPasswordLink`. */
export const usePasswordLink = endpoint('PUT', '/api/auth/password-link', {
  access: 'public',
  body: NewPassword,
  refusals: ['link-not-found', 'link-used', 'link-expired', 'busy'],
});
