import * as v from 'valibot';
import { type Endpoint, type Schema, subjectOf } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';

/** A request for one documented call, alone or inside a batch. */
export interface CallRequest {
  method: string;
  /** Without the query. */
  path: string;
  params: unknown;
  query: Record<string, unknown>;
  /** The parsed JSON. */
  body: unknown;
  /** The body as it was sent; '' for none. */
  text: string;
  /** The header Idempotency-Key; '' for none. */
  key: string;
  /** The header Made-At, in milliseconds since 1970; null for none. */
  madeAt: number | null;
  /** The header Sent-Again. */
  again: boolean;
}

/** What the endpoint declares of a request, as its handler gets it. */
export interface ParsedRequest {
  params: unknown;
  query: unknown;
  /** As it was sent if there is a `refusal`. */
  body: unknown;
  /** `invalid-input`: the faults of the body. */
  refusal?: Problem;
}

/** Parses what the endpoint declares. Throws a 404 for the parameters, `invalid-input` for the query. */
export function parseRequest(endpoint: Endpoint, request: CallRequest): ParsedRequest {
  const params = parseParams(endpoint, request.params);
  const query = endpoint.query && parse(endpoint.query, request.query);
  try {
    return { params, query, body: endpoint.body && parse(endpoint.body, request.body) };
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    return { params, query, body: request.body, refusal };
  }
}

/** False for a pull without `since`: that address is the whole list, an endpoint of its own. */
export function isMeant({ query }: Endpoint, asked: Record<string, unknown>): boolean {
  return !query || asked.since !== undefined;
}

/** An id of the wrong form is the id of nothing: a 404, not a 400. */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const { params: schema } = endpoint;
  if (!schema) return undefined;
  const result = v.safeParse(schema, params);
  if (result.success) return result.output;
  return refuseMissing(subjectOf(endpoint));
}

/** Stands for every message that the contract does not word: a wrong type, an unknown choice. */
const WRONG = 'Please check this field.';
const HOW = { abortPipeEarly: true, message: WRONG } as const;

/** Throws `invalid-input` with the first message of every wrong field. */
function parse(schema: Schema, input: unknown): unknown {
  const result = v.safeParse(schema, input, HOW);
  if (result.success) return result.output;

  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue);
    if (name === null || Object.hasOwn(fields, name)) continue;
    fields[name] = issue.message === WRONG ? messageForEmpty(schema, name) : issue.message;
  }
  const [first = 'Please check the fields.'] = Object.values(fields);
  throw new Problem('invalid-input', first, { fields });
}

/** A missing field, or one of a wrong type, gets the message that an empty field gets. */
function messageForEmpty(schema: Schema, name: string): string {
  const { entries = {} } = schema as { entries?: Record<string, Schema> };
  const field = Object.hasOwn(entries, name) ? entries[name] : undefined;
  const result = field && v.safeParse(field, '', HOW);
  return result && !result.success ? result.issues[0].message : WRONG;
}
