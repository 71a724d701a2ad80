import { REQUEST_ID } from '#contract/endpoint.ts';
import { PROBLEMS, type ReceivedProblem } from '#contract/problems.ts';

/**
 * An answer with an error status, from our server or from a proxy on the way.
 * The message is exactly '{status}: {body text}', or the status text when the body is empty.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What our server said; null when the answer has not our shape or is no JSON: a proxy or a portal gave it. */
  readonly problem: ReceivedProblem | null;
  /** The `message` of a JSON answer, whoever gave it. */
  readonly said: string | null;
  /** Milliseconds that the server asks to wait, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** The id under which the server has logged the request, from `X-Request-Id`. */
  readonly requestId: string | null;

  /** @param isOurs our server gave the answer: its policy is on every one, a proxy has none */
  constructor(
    answer: Pick<Response, 'status' | 'statusText' | 'headers'>,
    body: string,
    isOurs = answer.headers.has('Content-Security-Policy'),
  ) {
    super(`${answer.status}: ${body || answer.statusText || statusText(answer.status)}`);
    this.status = answer.status;
    const json = jsonIn(body);
    const isJson = /^application\/json\b/.test(answer.headers.get('Content-Type') ?? '');
    this.problem = (isOurs || isJson) && isProblem(json, isOurs) ? json : null;
    this.said = hasMessage(json) ? json.message : null;
    this.retryAfter = waitIn(answer.headers.get('Retry-After'));
    this.requestId = answer.headers.get(REQUEST_ID);
  }
}

/** The known parts of an answer that could not be used. */
export interface UnusableAnswer {
  status: number;
  requestId: string | null;
}

/**
 * Our server has not answered: no network, a time-out, or another server's answer, such as the sign-in
 * page of a captive portal. The write may have been applied; send it again under the same key.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** The browser had no network at all, from before the request began: nothing of it has left. */
  readonly neverLeft: boolean;
  /** The answer that arrived but is not what the contract promises; null when none arrived. */
  readonly answer: UnusableAnswer | null;

  constructor(
    message: string,
    options: ErrorOptions & { neverLeft?: boolean; answer?: UnusableAnswer } = {},
  ) {
    super(message, options);
    this.neverLeft = options.neverLeft ?? false;
    this.answer = options.answer ?? null;
  }
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function hasMessage(said: unknown): said is { message: string; code?: unknown } {
  return (
    typeof said === 'object' &&
    said !== null &&
    'message' in said &&
    typeof said.message === 'string'
  );
}

/** A code that this build does not know is a newer server's, unless something between has answered. */
function isProblem(said: unknown, isOurs: boolean): said is ReceivedProblem {
  if (!hasMessage(said) || typeof said.code !== 'string') return false;
  return isOurs || Object.hasOwn(PROBLEMS, said.code);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function waitIn(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** The standard phrases (RFC 9110, section 15): HTTP/2 answers carry none of their own. */
const PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  425: 'Too Early',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  511: 'Network Authentication Required',
};

/** The phrase of an HTTP status; one that is not in the table gets its class ("Client Error"). */
function statusText(status: number): string {
  return PHRASES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}
