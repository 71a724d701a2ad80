import type * as v from 'valibot';
import type { Access } from './access.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** Bytes that the body of a call may have. */
export const BODY_BYTES = 65_536;
/**
 * The same of who is signed in: room for a batch, and for an edit of the longest notes in letters of
 * three bytes, which is sent with the notes as they were.
 */
export const SIGNED_IN_BODY_BYTES = 1_048_576;

/** One documented call: how it is made, who may make it, what goes in and what comes out. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with /api/; `:name` marks a parameter. */
  path: `/api/${string}`;
  access: Access;
  /** Of the path's parameters, which arrive as strings. What does not fit is a 404. */
  params?: Schema;
  /** Of the query. An endpoint with a query answers only calls that carry `since`. */
  query?: Schema;
  /** Of the JSON body. What does not fit is a 400. */
  body?: Schema;
  /** The status of a success: 200 unless told. */
  status?: 201 | 204;
  /** Takes an `Idempotency-Key` header, a UUID: the same key applies once and answers the same. */
  idempotent?: true;
  reply: Schema | null;
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Of<E, K extends keyof Endpoint> = E extends { [P in K]: infer S extends Schema } ? S : never;

/** What a handler is given: parsed values. `never` where the endpoint declares no such part. */
export type ParamsOf<E extends Endpoint> = v.InferOutput<Of<E, 'params'>>;
export type QueryOf<E extends Endpoint> = v.InferOutput<Of<E, 'query'>>;
export type BodyOf<E extends Endpoint> = v.InferOutput<Of<E, 'body'>>;
/** What a caller may send as body. */
export type DraftOf<E extends Endpoint> = v.InferInput<Of<E, 'body'>>;
/** What an answer holds; `void` where the body is not to be read. */
export type ReplyOf<E extends Endpoint> = E extends { reply: infer S extends Schema }
  ? v.InferOutput<S>
  : undefined;

/** The header under which a change is applied once (draft-ietf-httpapi-idempotency-key-header-07). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** On every answer: the id of the request, which the server's log line has too. */
export const REQUEST_ID = 'X-Request-Id';
/**
 * The device's clock when it sends, in milliseconds since 1970. A key is a UUIDv7, which tells when
 * the change was made by that same clock; the difference to the server's clock corrects it.
 */
export const DEVICE_TIME = 'Device-Time';
/** The id of the user for whom a queue is sent; the server refuses a queue of somebody else (W-13). */
export const SENT_FOR = 'Sent-For';
/**
 * The epoch of the database that has the earlier changes of a queue (contract/delta.ts), as
 * `encodeURIComponent` writes it. One that a backup has replaced takes none before the device has
 * asked what it does not know any more.
 */
export const SENT_TO = 'Sent-To';
