import { PROBLEMS, type ProblemBody } from '#contract/problems.ts';
import { statusText } from './status-text.ts';

/**
 * The server, or something on the way to it, answered with a status that is no success.
 * The message is exactly '{status}: {body text}', or the status text when the body is empty (§8, X-09).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What our server said; null when the answer does not have our shape, so is perhaps not ours. */
  readonly problem: ProblemBody | null;
  /** Milliseconds that the server asks to wait, from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(answer: Pick<Response, 'status' | 'statusText' | 'headers'>, body: string) {
    super(`${answer.status}: ${body || answer.statusText || statusText(answer.status)}`);
    this.status = answer.status;
    this.problem = problemIn(body);
    this.retryAfter = waitIn(answer.headers.get('Retry-After'));
  }
}

/**
 * No answer of ours: no network, a time-out, or somebody else's answer, such as the sign-in page of
 * a captive portal. A write that ends so may have been applied; send it again under the same key.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

function problemIn(body: string): ProblemBody | null {
  try {
    const said: unknown = JSON.parse(body);
    return isProblem(said) ? said : null;
  } catch {
    return null;
  }
}

function isProblem(said: unknown): said is ProblemBody {
  if (typeof said !== 'object' || said === null) return false;
  const { message, code } = said as Partial<Record<keyof ProblemBody, unknown>>;
  return typeof message === 'string' && typeof code === 'string' && Object.hasOwn(PROBLEMS, code);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
function waitIn(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
