import type { ReceivedProblem } from '#contract/problems.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { classify, type Verdict } from '#pwa/lib/classify.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';

/** An attempt to send that was not accepted. */
export interface FailedAttempt {
  verdict: Verdict;
  /** The part that is stored with the change. */
  failure: SendFailure;
  problem: ReceivedProblem | null;
  /** Milliseconds that the server asks to wait; null if it does not. */
  retryAfter: number | null;
  /** The browser had no network: nothing of the request has left the phone. */
  neverLeft: boolean;
}

/**
 * Reads what `request` has thrown.
 *
 * @param at milliseconds since 1970
 * @returns null for an error that says nothing about the server, so for a bug
 */
export function readFailure(error: unknown, at: number): FailedAttempt | null {
  if (error instanceof Unreachable) {
    const { status = null, requestId = null } = error.answer ?? {};
    return {
      verdict: classify({ status: null, code: null }),
      failure: { status, code: null, requestId, at },
      problem: null,
      retryAfter: null,
      neverLeft: error.neverLeft,
    };
  }
  if (!(error instanceof ApiError)) return null;
  const { status, problem, requestId, retryAfter } = error;
  const code = problem?.code ?? null;
  return {
    verdict: classify({ status, code }),
    failure: { status, code, requestId, at },
    problem,
    retryAfter,
    neverLeft: false,
  };
}
