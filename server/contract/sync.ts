import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { text, uuid } from './fields.ts';

/** Documented writes that one batch carries at most. */
export const BATCH_CALLS = 500;
/** Documented reads that a batch brings back at most. */
export const BATCH_READS = 8;

const path = v.pipe(text, v.startsWith('/api/'), v.maxLength(500));

/** One documented write as it would be sent alone, with the place that it has among the others. */
export const BatchCall = v.object({
  /** Its `Idempotency-Key`. */
  key: v.string(),
  method: v.picklist(['POST', 'PUT', 'PATCH', 'DELETE']),
  path,
  /** Its JSON body; left out for a call without one. */
  body: v.optional(v.unknown()),
  /** Calls of one lane are made in their order, and the first that is not accepted stops the rest. */
  lane: v.pipe(text, v.maxLength(200)),
  /** The key of a call of another lane that must have been accepted, if it is in this batch. */
  after: v.optional(v.nullable(v.string()), null),
});
export type BatchCall = v.InferOutput<typeof BatchCall>;

/**
 * What a call inside a batch came to: the status and body that it would have had alone. A call that
 * was not looked at is a 424 `held`: one before it in its lane, or the one that it must come after,
 * was not accepted, or the server's time for one batch was over. It may be made again as it is.
 */
export const BatchAnswer = v.object({
  status: v.number(),
  /** The reply, a refusal, or null where the answer has no body. */
  body: v.unknown(),
  /** Whole seconds, as the header `Retry-After`. */
  retryAfter: v.optional(v.number()),
});
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>;

/**
 * Makes many documented writes in one round trip, each exactly once under its own key, with the same
 * checks, rights and answers as alone; then the documented reads, which see all that was written.
 * One that is refused or fails stops nothing outside of its lane. The headers `Device-Time`,
 * `Sent-For` and `Sent-To` count for all of them.
 */
export const sync = endpoint({
  method: 'POST',
  path: '/api/sync',
  access: 'signed-in',
  body: v.object({
    calls: v.pipe(v.array(BatchCall), v.maxLength(BATCH_CALLS)),
    /** Paths with their queries, e.g. `/api/applications?since=7`. */
    reads: v.optional(v.pipe(v.array(path), v.maxLength(BATCH_READS)), []),
  }),
  reply: v.object({
    /** One for each call, in the order of the calls. */
    answers: v.array(BatchAnswer),
    /** One for each read, in the order of the reads. */
    reads: v.array(BatchAnswer),
  }),
});

/**
 * Which changes of this user the server does not have, by their keys: after a backup was put back,
 * those that it had accepted since; after a phone has lost its storage, those that were lost with it.
 * Asked by POST, for the keys of one request fill no address.
 */
export const unknownKeys = endpoint({
  method: 'POST',
  path: '/api/unknown-keys',
  access: 'signed-in',
  body: v.object({ keys: v.pipe(v.array(uuid), v.maxLength(BATCH_CALLS)) }),
  reply: v.object({
    /** Of the database that was asked (contract/delta.ts). */
    epoch: v.string(),
    /** In the order in which they were asked about. */
    unknown: v.array(v.string()),
    /** Those that it knows and has refused, unless there was no such record any more. */
    refused: v.array(v.string()),
  }),
});
