import type * as v from 'valibot';
import type { Access } from './access.ts';
import type { ProblemCode } from './problems.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** The largest body of a visitor's call, in bytes. */
export const BODY_BYTES = 65_536;
/**
 * The largest body of a signed-in user's call, in bytes: room for a batch, and for an edit of the
 * longest notes in three-byte letters together with the notes before the edit.
 */
export const SIGNED_IN_BODY_BYTES = 1_048_576;

/** One documented call: method, path, rights, input and reply. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with /api/; `:name` marks a parameter. */
  path: `/api/${string}`;
  access: Access;
  /**
   * Open to a user who must set up a second factor before any other call; with `new-password` also to one whose
   * password is a generated one: whoever has seen it must not be able to add a passkey that outlives it.
   */
  whileSettingUp?: 'new-password' | 'second-factor';
  /** Open on a device in a visitor's hands: it proves that the own user has it back. */
  whileHandedOver?: true;
  /**
   * Needs a sign-in, or a new proof (`proveByPassword`, `proveByPasskey`), of the last hour. Throws
   * `fresh-sign-in-needed` without one, before anything is done.
   */
  fresh?: true;
  /** The path's parameters, which arrive as strings. A value that does not fit is a 404. */
  params?: Schema;
  /** The query. An endpoint with a query answers only calls with `since`. */
  query?: Schema;
  /** The JSON body. A value that does not fit is a 400. */
  body?: Schema;
  /**
   * How the call can be refused, beyond what follows from the lines above and from the state of the server
   * (`refusalsOf`). Every answer in a test is checked against it.
   */
  refusals?: readonly ProblemCode[];
  /** The status of a success, if it is not 200 with a reply, or 204 without one. */
  status?: 201;
  /**
   * Takes an `Idempotency-Key` (a UUID): the call is applied once per key. A repeated one is answered with the rows as
   * they are by then, and with the conflicts and the refusal that it had.
   */
  idempotent?: true;
  /** The body of a success, which is empty without it. */
  reply?: Schema;
}

/**
 * Declares an endpoint and keeps its exact type. The mark lets a page leave out the endpoints that it
 * does not call.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Declared extends Omit<Endpoint, 'method' | 'path'>,
>(method: Method, path: Path, declared: Declared) {
  return { method, path, ...declared };
}

/** The status of a success. */
export function statusOf({ status, reply }: Endpoint): number {
  return status ?? (reply ? 200 : 204);
}

const SUBJECTS = [
  'application',
  'contact',
  'campaign',
  'user',
  'session',
  'passkey',
  'mail',
  'site-version',
  'view',
] as const;

/** The kind of record that the first parameter of an endpoint's path names. */
export function subjectOf({ path }: Pick<Endpoint, 'path'>): (typeof SUBJECTS)[number] {
  const subject = SUBJECTS.find((each) => path.startsWith(`/api/${each}s/:`));
  if (!subject) throw new Error(`${path} names no record.`);
  return subject;
}

type Of<E, K extends keyof Endpoint> = E extends { [P in K]: infer S extends Schema } ? S : never;

/** Parsed values, as a handler gets them. `never` for a part that the endpoint does not declare. */
export type ParamsOf<E extends Endpoint> = v.InferOutput<Of<E, 'params'>>;
export type QueryOf<E extends Endpoint> = v.InferOutput<Of<E, 'query'>>;
export type BodyOf<E extends Endpoint> = v.InferOutput<Of<E, 'body'>>;
/** The body as a caller may send it. */
export type DraftOf<E extends Endpoint> = v.InferInput<Of<E, 'body'>>;
/** The body of a success; undefined for an empty one. */
export type ReplyOf<E extends Endpoint> = E extends { reply: infer S extends Schema }
  ? v.InferOutput<S>
  : undefined;

/** draft-ietf-httpapi-idempotency-key-header-07. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** On every answer: the id of the request, which the server's log line has too. */
export const REQUEST_ID = 'X-Request-Id';
/**
 * The device's clock when it sends, in milliseconds since 1970. A key is a UUIDv7 and holds the time of
 * the change by the same clock; the difference to the server's clock corrects that time.
 */
export const DEVICE_TIME = 'Device-Time';
/** With a visit: by how many minutes the device's clock is ahead of UTC. */
export const DEVICE_ZONE = 'Device-Zone';
/**
 * When the change was made, in milliseconds since 1970: by the server's clock, from the error that the
 * device knew its own clock to have at that moment. It is right even if that clock is corrected before the
 * change is sent. A device that did not know the error leaves it out.
 */
export const MADE_AT = 'Made-At';
/**
 * `1` on a change that another database had accepted: a restored backup lacks it, and the device sends it again. What was
 * decided later than it then stands.
 */
export const SENT_AGAIN = 'Sent-Again';
/** The id of the user whose queue is sent. The server refuses it in another user's session. */
export const SENT_FOR = 'Sent-For';
/**
 * The epoch of the database that has the earlier changes of a queue (delta.ts), encoded by
 * `encodeURIComponent`. A database of another epoch takes no changes until the device has asked which
 * of its changes are lost.
 */
export const SENT_TO = 'Sent-To';
/**
 * How many changes of the session's user are on the device and not sent yet, those of this request
 * included. An admin sees the number in the list of devices.
 */
export const UNSENT = 'Unsent';
