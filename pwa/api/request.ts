import * as v from 'valibot';
import {
  DEVICE_TIME,
  type Endpoint,
  IDEMPOTENCY_KEY,
  MADE_AT,
  REQUEST_ID,
  SENT_FOR,
  SENT_TO,
  UNSENT,
} from '#contract/endpoint.ts';
import { markAnswered, markUnanswered } from '#pwa/lib/connection.ts';
import { hearOfEnd } from '#pwa/lib/storage/ended-session.ts';
import { unsentOf } from '#pwa/lib/storage/unsent-count.ts';
import { Deadline } from '#pwa/lib/time/deadline.ts';
import { learnClock } from '#pwa/lib/time/server-clock.ts';
import { ApiError, Unreachable } from './api-error.ts';

/** The longest silence of the network that a request waits through, in milliseconds. */
const SILENCE = 15_000;
/** Shorter bodies fit into one packet uncompressed, in characters. */
const WORTH_ZIPPING = 1_400;

export interface RequestOptions {
  /** The `Idempotency-Key` of a write. */
  key?: string | undefined;
  /** The id of the user for whom this is sent; the session of another user is refused. */
  sentFor?: number | undefined;
  /** The epoch of the database for which this is sent; one that has replaced it refuses. */
  sentTo?: string | null | undefined;
  /** When the change was made, in milliseconds since 1970 by the server's clock. */
  madeAt?: number | undefined;
  /** Tells the server this device's clock, as every request with a key does. */
  tellTime?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** How long the network may be silent, before the answer or within it, in ms; 15 s by default. */
  timeoutMs?: number | undefined;
}

export interface ApiRequest extends RequestOptions {
  method: Endpoint['method'];
  /** With its parameters and query filled in. */
  path: string;
  /** Sent as JSON; without it there is no body and no content type. */
  body?: unknown;
  /** Compresses a long body where the browser can; only for calls that accept it. */
  zips?: boolean | undefined;
  /** What the answer must be; undefined where it is not read. */
  reply?: Endpoint['reply'] | undefined;
}

/** A checked answer, with the id under which the server has logged the request. */
export interface Exchange {
  reply: unknown;
  requestId: string | null;
}

/** As `exchange`, for the reply alone. */
export async function request(asked: ApiRequest): Promise<unknown> {
  return (await exchange(asked)).reply;
}

/**
 * Makes one request with the session's cookie and returns the checked answer.
 *
 * Throws ApiError on any status that is no success; Unreachable when nothing answers, when the
 * network stays silent for too long, or when a success is not what the contract promises (a captive
 * portal's page, a redirect to somewhere else). Aborting by `signal` throws the signal's reason.
 * The outcome also decides whether the product believes itself offline (lib/connection.ts).
 */
export async function exchange(asked: ApiRequest): Promise<Exchange> {
  const { method, path, signal } = asked;
  const startedAt = performance.now();
  const silence = new Deadline(asked.timeoutMs ?? SILENCE, signal);
  try {
    return await attempt(asked, silence);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    markUnanswered(startedAt);
    throw error instanceof Unreachable
      ? error
      : new Unreachable(`No answer to ${method} ${path}.`, { cause: error });
  } finally {
    silence.end();
  }
}

async function attempt(asked: ApiRequest, silence: Deadline): Promise<Exchange> {
  const { method, path, body } = asked;
  const sentAt = Date.now();
  const headers = headersOf(asked, sentAt);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const zipped = asked.zips && text !== undefined ? await zip(text) : null;
  if (zipped) headers.set('Content-Encoding', 'gzip');
  const response = await fetchOrNever(path, {
    method,
    headers,
    ...(text !== undefined && { body: zipped ?? text }),
    credentials: 'include',
    cache: 'no-store',
    redirect: 'error',
    signal: silence.signal,
  });
  const answer = await textOf(response, silence);
  if (!response.ok) throw refusal(response, answer, sentAt);
  const reply = replyIn(response, answer, asked.reply);
  markHeard(response, sentAt);
  return { reply, requestId: response.headers.get(REQUEST_ID) };
}

/** False once an answer came through a network that the browser says it does not have. */
let isAbsenceTrue = true;

/**
 * As `fetch`. Throws Unreachable with `neverLeft` if the browser has failed the request by itself and was
 * without a network all the time: before the request, at its end, and with no `online` event in between.
 * How long that took, on a slow phone seconds, proves nothing.
 */
async function fetchOrNever(path: string, init: RequestInit): Promise<Response> {
  let isAbsent = isAbsenceTrue && hasNoNetwork();
  const appear = () => {
    isAbsent = false;
  };
  if (typeof window !== 'undefined') window.addEventListener('online', appear);
  try {
    const response = await fetch(path, init);
    if (isAbsent && hasNoNetwork()) isAbsenceTrue = false;
    return response;
  } catch (cause) {
    const neverLeft = isAbsent && hasNoNetwork() && !init.signal?.aborted;
    throw neverLeft ? new Unreachable('There is no network.', { cause, neverLeft }) : cause;
  } finally {
    if (typeof window !== 'undefined') window.removeEventListener('online', appear);
  }
}

/** True if the browser says that nothing can pass; false proves nothing. */
function hasNoNetwork(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

function headersOf(asked: ApiRequest, sentAt: number): Headers {
  const { body, key, madeAt, sentFor, sentTo, tellTime } = asked;
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (key !== undefined) headers.set(IDEMPOTENCY_KEY, key);
  if (key !== undefined || tellTime) headers.set(DEVICE_TIME, String(sentAt));
  if (madeAt !== undefined) headers.set(MADE_AT, String(madeAt));
  if (sentFor !== undefined) headers.set(SENT_FOR, String(sentFor));
  const unsent = sentFor === undefined ? null : unsentOf(sentFor);
  if (unsent !== null) headers.set(UNSENT, String(unsent));
  if (sentTo) headers.set(SENT_TO, encodeURIComponent(sentTo));
  return headers;
}

/** The gzipped text; null if it is short, or if the browser cannot. */
async function zip(text: string): Promise<ArrayBuffer | null> {
  if (text.length < WORTH_ZIPPING || typeof CompressionStream === 'undefined') return null;
  const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(zipped).arrayBuffer();
}

/** Reads the answer to its end; every chunk restarts the silence. */
async function textOf(response: Response, silence: Deadline): Promise<string> {
  if (!response.body) return response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    silence.restart();
    text += decoder.decode(value, { stream: true });
  }
}

/** The error of an answer that is no success. Only one in our own shape proves that we are heard. */
function refusal(response: Response, text: string, sentAt: number): Error {
  const error = new ApiError(response, text);
  if (error.problem) markHeard(response, sentAt);
  hearOfEnd(error.problem);
  return error;
}

function markHeard(response: Response, sentAt: number): void {
  learnClock(response.headers.get('Date'), sentAt);
  markAnswered();
}

function replyIn(response: Response, text: string, schema: Endpoint['reply']): unknown {
  const type = response.headers.get('Content-Type') ?? '';
  if (!schema) {
    if (type.startsWith('text/html')) throw unusable(response, 'A page answered, not our server.');
    return undefined;
  }
  const parsed = v.safeParse(schema, json(response, text));
  if (parsed.success) return parsed.output;
  const cause = new v.ValiError(parsed.issues);
  throw unusable(response, 'The answer is not what our server says.', cause);
}

function json(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable(response, 'The answer is not JSON.', cause);
  }
}

function unusable({ status, headers }: Response, message: string, cause?: unknown): Unreachable {
  const answer = { status, requestId: headers.get(REQUEST_ID) };
  return new Unreachable(message, { cause, answer });
}
