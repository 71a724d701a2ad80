import * as v from 'valibot';
import { text, uuid } from '#contract/fields/fields.ts';
import { version } from './delta.ts';
import { endpoint } from './endpoint.ts';

/** The most writes in one batch. */
export const BATCH_CALLS = 500;
/** The most reads in one batch. */
export const BATCH_READS = 8;

const path = v.pipe(text, v.regex(/^\/api\//), v.maxLength(500));

/** One documented write as it would be sent alone, and its place in the batch. */
export const BatchCall = v.object({
  /** Its `Idempotency-Key`. */
  key: v.string(),
  method: v.picklist(['POST', 'PUT', 'PATCH', 'DELETE']),
  path,
  /** Its JSON body; left out for a call without one. */
  body: v.optional(v.unknown()),
  /** Its `Made-At`, if it has one. */
  madeAt: v.optional(v.number()),
  /** Its `Sent-Again`, if it has one. */
  again: v.optional(v.literal(true)),
  /** Calls of one lane are made in order; a refused one holds the rest of its lane. */
  lane: v.pipe(text, v.maxLength(200)),
  /** The key of a call in another lane that must be accepted first, if it is in this batch. */
  after: v.optional(v.nullable(v.string()), null),
});
export type BatchCall = v.InferOutput<typeof BatchCall>;

/**
 * The answer to a call of a batch: the status and body that it would have had alone. A 424 `held` was
 * not tried: a call before it in its lane, or its `after`, was refused, or the time for one batch was
 * over. It may be sent again unchanged.
 */
export const BatchAnswer = v.object({
  status: v.number(),
  /** The reply, a refusal, or null where the answer has no body. */
  body: v.unknown(),
  /** In whole seconds, like the header `Retry-After`. */
  retryAfter: v.optional(v.number()),
});
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>;

/**
 * Makes many documented writes in one round trip, each exactly once under its own key, with the same
 * checks, rights and answers as alone. Then makes the reads, which see these writes. A refused or failed
 * call stops only its lane. The headers `Device-Time`, `Sent-For` and `Sent-To` apply to all calls.
 */
export const sync = endpoint('POST', '/api/sync', {
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
 * Which of these keys of the user have no stored answer: changes that are lost after a backup was
 * restored, or that a phone lost with its storage. A POST, because the keys are too long for an address.
 */
export const unknownKeys = endpoint('POST', '/api/unknown-keys', {
  access: 'signed-in',
  body: v.object({
    keys: v.pipe(v.array(uuid), v.maxLength(BATCH_CALLS)),
    /** The epoch of the database that the device has rows of. */
    epoch: v.optional(v.pipe(text, v.maxLength(100))),
  }),
  reply: v.object({
    /** The epoch of the database (delta.ts). */
    epoch: v.string(),
    /**
     * The revision up to which the database of the given epoch and this one are the same: what a device has above it may
     * be lost (backups/copies.ts). Only with `epoch`; 0 for one that is not known here.
     */
    left: v.optional(version),
    /** In the order of the request. */
    unknown: v.array(v.string()),
    /** Keys with a stored refusal, except refusals because the record was gone. */
    refused: v.array(v.string()),
  }),
});
