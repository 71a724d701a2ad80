import type { ProblemCode } from '#contract/problems.ts';
import type { TextAccess } from './text-context.tsx';

/** What ApiError carries (pwa/api/api-error.ts); texts know no calls, so it is told by its shape. */
interface Refused {
  problem: { code: ProblemCode } | null;
  retryAfter: number | null;
}

/**
 * Why a call failed, in the person's language: the server's reason by its code, with the wait
 * that it asks for; no connection; or, for an answer that nobody planned, its own words.
 */
export function failureText(t: TextAccess['t'], error: unknown): string {
  if (isRefused(error) && error.problem) {
    const reason = t(`problem.${error.problem.code}`);
    if (error.retryAfter === null) return reason;
    return `${reason} ${t('failure.retryIn', { count: Math.ceil(error.retryAfter / 1_000) })}`;
  }
  if (error instanceof Error && error.name === 'Unreachable') return t('failure.unreachable');
  return error instanceof Error && error.message ? error.message : t('failure.unknown');
}

function isRefused(error: unknown): error is Refused {
  return error instanceof Error && 'problem' in error && 'retryAfter' in error;
}
