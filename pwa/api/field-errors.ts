import { ApiError } from './api-error.ts';

/**
 * The server's messages about fields of a form, for a failed call: pairs of field and message.
 *
 * @param fields an object with the form's fields; messages about other fields are left out
 */
export function fieldErrorsOf<Fields extends object>(
  error: unknown,
  fields: Fields,
): [keyof Fields & string, string][] {
  const told = error instanceof ApiError ? (error.problem?.fields ?? {}) : {};
  return Object.entries(told).filter(
    (pair): pair is [keyof Fields & string, string] => pair[0] in fields,
  );
}
