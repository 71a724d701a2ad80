import { type Registration, register as registration } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';

/**
 * Makes an account; it signs nobody in. Throws ApiError: 409 `username-taken` and 400 name the
 * fields that are wrong in `problem.fields`; and Unreachable.
 */
export async function register(wanted: Registration): Promise<void> {
  await call(registration, { body: wanted });
}
