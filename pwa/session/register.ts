import { type Registration, register as registration } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';

/**
 * Creates an account without signing in. Throws ApiError (409 `username-taken` and 400 name the wrong
 * fields in `problem.fields`) and Unreachable.
 */
export async function register(wanted: Registration): Promise<void> {
  await call(registration, { body: wanted });
}
