import * as v from 'valibot';
import { REQUEST_ID, SIGNED_IN_BODY_BYTES } from '#contract/endpoint.ts';
import { bytesOf } from '#contract/fields/fields.ts';
import { type BatchAnswer, type BatchCall, sync } from '#contract/sync.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { exchange } from '#pwa/api/request.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { keepEarly, type PageAsked, PULLS } from '#pwa/sync/pull/first-pages.ts';

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

/** The documented request of a change, and when it was made if that is known exactly. */
export function requestOf(entry: OutboxEntry) {
  const { method, path, isTimeExact, queuedAt, again } = entry;
  const time = isTimeExact && { madeAt: Date.parse(queuedAt) };
  return { method, path, body: bodyOf(entry), ...time, ...(again && { again }) };
}

/** Bytes of a call in a batch besides its body, at most. */
const AROUND = 700;
/** Bytes of all calls of a batch together, at most. */
const ROOM = SIGNED_IN_BODY_BYTES - 10_000;

/** The longest prefix of the changes that fits into one batch; one change at least. */
export function fitting(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let room = ROOM;
  const end = entries.findIndex((entry, at) => {
    room -= AROUND + bytesOf(bodyOf(entry) ?? null);
    return at > 0 && room < 0;
  });
  return end < 0 ? [...entries] : entries.slice(0, end);
}

function bodyOf(entry: OutboxEntry): unknown {
  const { request } = definitionOf(entry);
  return request ? request(entry) : entry.body;
}

/** The size of the first batch, and of the largest. */
const FIRST = 50;
const MOST = 250;
/** A batch that took longer, in milliseconds, does not grow. */
const QUICK = 3_000;
const GROWTH = 4;

/**
 * The size of the next batch. It grows while batches arrive quickly and halves when one fails, down to
 * one change by its own call: on a bad connection every request becomes small enough to end, and a
 * change that breaks its batch is found.
 */
export class Pace {
  #size = FIRST;

  get size(): number {
    return this.#size;
  }

  /** A request with `count` changes was answered after `took` milliseconds. */
  went(count: number, took: number): void {
    if (count >= this.#size && took < QUICK) this.#size = Math.min(MOST, this.#size * GROWTH);
  }

  /** A request was not answered, or was refused as a whole. */
  failed(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2));
  }
}
