import * as v from 'valibot';
import { REQUEST_ID, SIGNED_IN_BODY_BYTES } from '#contract/endpoint.ts';
import { bytesOf } from '#contract/fields.ts';
import { type BatchAnswer, type BatchCall, sync } from '#contract/sync.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { exchange } from '#pwa/api/request.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import type { FirstPage, PageAsked } from './first-pages.ts';

/** How long the network may be silent while the server works on a batch, in milliseconds. */
const SILENCE = 20_000;
/** Bytes of a call besides its body, and of all calls together, at most. */
const AROUND = 700;
const ROOM = SIGNED_IN_BODY_BYTES - 10_000;

/** For each change its reply, or the error in its place; and the pages that were asked for. */
export interface Answers {
  calls: unknown[];
  pages: FirstPage[];
}

/**
 * Sends changes in one request, in this order, and asks for first pages of lists. Throws as `request`
 * does if the request as a whole fails; an answer that the contract does not promise counts as none.
 *
 * @param sentTo the epoch of the database that has this phone's earlier changes
 */
export async function sendTogether(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
  pages: readonly PageAsked[],
  signal: AbortSignal,
  sentTo: string | null = null,
): Promise<Answers> {
  const body = { calls: entries.map(callOf), reads: pages.map(({ path }) => path) };
  const { reply, requestId } = await exchange({
    method: sync.method,
    path: sync.path,
    body,
    zips: true,
    sentFor: mirror.userId,
    sentTo,
    tellTime: true,
    signal,
    timeoutMs: SILENCE,
    reply: sync.reply,
  });
  // Parsed by the schema of `sync`.
  const { answers, reads } = reply as v.InferOutput<typeof sync.reply>;
  if (answers.length !== entries.length) throw new Unreachable('A batch without all its answers.');
  return {
    calls: entries.map((entry, at) => replyIn(entry, answers[at], requestId)),
    pages: pages.flatMap((asked, at) => {
      const read = reads[at];
      return read?.status === 200 ? { ...asked, body: read.body } : [];
    }),
  };
}

/** The longest prefix of the changes that fits into one request; one change at least. */
export function fitting(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let room = ROOM;
  const end = entries.findIndex((entry, at) => {
    room -= AROUND + bytesOf(bodyOf(entry) ?? null);
    return at > 0 && room < 0;
  });
  return end < 0 ? [...entries] : entries.slice(0, end);
}

/** The documented request of a change. */
export function requestOf(entry: OutboxEntry) {
  return { method: entry.method, path: entry.path, body: bodyOf(entry) };
}

function callOf(entry: OutboxEntry): BatchCall {
  const { key, entity: lane, dependsOn: after } = entry;
  return { ...requestOf(entry), key, lane, after };
}

function bodyOf(entry: OutboxEntry): unknown {
  const { request } = definitionOf(entry);
  return request ? request(entry) : entry.body;
}

/** The reply that the contract promises to a change, or the error that it would have had alone. */
function replyIn(
  entry: OutboxEntry,
  answer: BatchAnswer | undefined,
  requestId: string | null,
): unknown {
  if (!answer) return new Unreachable('There is no answer.');
  const { status, body, retryAfter } = answer;
  if (status >= 400) {
    const headers = new Headers();
    // The log has one line for the whole batch.
    if (requestId !== null) headers.set(REQUEST_ID, requestId);
    if (retryAfter !== undefined) headers.set('Retry-After', `${retryAfter}`);
    return new ApiError({ status, statusText: '', headers }, JSON.stringify(body), true);
  }
  const schema = definitionOf(entry).endpoint.reply;
  if (schema === null) return undefined;
  const parsed = v.safeParse<v.GenericSchema>(schema, body);
  if (parsed.success) return parsed.output;
  const unusable = { status, requestId };
  return new Unreachable('The answer is not what was promised.', { answer: unusable });
}
