import * as v from 'valibot';
import { REQUEST_ID } from '#contract/endpoint.ts';
import { type BatchAnswer, type BatchCall, sync } from '#contract/sync.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { exchange } from '#pwa/api/request.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { keepEarly } from '#pwa/sync/pull/early-pages.ts';
import { type PageAsked, PULLS } from '#pwa/sync/pull/first-pages.ts';
import { requestOf } from './change-request.ts';

/** How long the network may be silent while the server works on a batch, in milliseconds. */
const SILENCE = 20_000;

/** A batch of changes to send and of pages to read; either may be empty. */
export interface Batch {
  /** Sent in this order. */
  entries: readonly OutboxEntry[];
  pages: readonly PageAsked[];
  /** The epoch of the database that has this phone's earlier changes; null where none is sent. */
  sentTo: string | null;
}

/**
 * Sends a batch in one request. Pages that could be read are kept for their pulls. Throws as `request` does if
 * the request as a whole fails; an answer that the contract does not promise counts as none.
 *
 * @returns for each change its reply, or the error in its place
 */
export async function sendBatch(
  mirror: Mirror,
  { entries, pages, sentTo }: Batch,
  signal: AbortSignal,
): Promise<unknown[]> {
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
  if (answers.length !== entries.length) throw new Unreachable('Answers are missing.');
  for (const [at, { list, path }] of pages.entries()) {
    const read = reads[at];
    const page = v.safeParse<v.GenericSchema>(PULLS[list].reply, read?.body);
    if (read?.status === 200 && page.success) keepEarly(mirror, path, Promise.resolve(page.output));
  }
  return entries.map((entry, at) => replyIn(entry, answers[at], requestId));
}

function callOf(entry: OutboxEntry): BatchCall {
  const { key, entity: lane, dependsOn: after } = entry;
  return { ...requestOf(entry), key, lane, after };
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
  if (!schema) return undefined;
  const parsed = v.safeParse<v.GenericSchema>(schema, body);
  if (parsed.success) return parsed.output;
  const unusable = { status, requestId };
  return new Unreachable('The answer is not as promised.', { answer: unusable });
}
