import type { ReceivedProblem } from '#contract/problems.ts';
import type { TextAccess } from './text-context.tsx';
import { problemText } from './word-text.ts';

/** The part of ApiError (api/api-error.ts) that is used here: this folder may not import api. */
interface Refused {
  problem: Pick<ReceivedProblem, 'code' | 'message' | 'fields'> | null;
  status: number;
  said: string | null;
  retryAfter: number | null;
}

/**
 * Why a call failed, in the person's language: the server's reason by its code, with the wait that
 * it asks for; that something else has answered, such as a proxy, with its words if it has any for people;
 * no connection; or the error's own words.
 */
export function failureText(t: TextAccess['t'], error: unknown): string {
  if (isRefused(error)) {
    if (!error.problem) return error.said ?? t('failure.elsewhere', { status: error.status });
    const reason = problemText(t, error.problem);
    if (error.retryAfter === null) return reason;
    return `${reason} ${t('failure.retryIn', { count: Math.ceil(error.retryAfter / 1_000) })}`;
  }
  if (error instanceof Error && error.name === 'Unreachable') return t('failure.unreachable');
  return error instanceof Error && error.message ? error.message : t('failure.unknown');
}

/**
 * The server's messages about fields of a form, for a failed call: pairs of field and message.
 *
 * @param fields an object with the form's fields; messages about other fields are left out
 */
export function fieldErrorsOf<Fields extends object>(
  error: unknown,
  fields: Fields,
): [keyof Fields & string, string][] {
  const told = isRefused(error) ? (error.problem?.fields ?? {}) : {};
  return Object.entries(told).filter(
    (pair): pair is [keyof Fields & string, string] => pair[0] in fields,
  );
}

function isRefused(error: unknown): error is Refused {
  return error instanceof Error && 'problem' in error && 'retryAfter' in error;
}
