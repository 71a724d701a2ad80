import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { AgentAccess } from '#contract/access.ts';
import {
  type BodyOf,
  DEVICE_TIME,
  type Endpoint,
  IDEMPOTENCY_KEY,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  SENT_TO,
} from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Bell } from '#prisma/bell.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Change, happenedAt } from '#server/domain/change.ts';
import type { Order } from '#server/domain/change-statuses.ts';
import { type KeyedWrite, once, type Write } from '#server/domain/idempotency.ts';
import { refuseMissing } from '#server/domain/missing.ts';
import type { User } from '#server/domain/users.ts';
import { admit, admitQueue } from './admission.ts';
import { Bodies } from './bodies.ts';
import type { ApiRouter, Context } from './context.ts';
import { Gathering } from './gathering.ts';
import { parse } from './parse.ts';

/** What a handler is given: everything has been checked and parsed. */
export interface Call<E extends Endpoint> {
  ctx: Context;
  /** Of an idempotent endpoint the transaction of the change: use no other database inside. */
  db: E extends { idempotent: true } ? Tx : Db;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  user: E extends { access: 'public' } ? User | null : User;
  /** Of an idempotent endpoint. */
  change: Change;
}

/** Lets one documented call be served. */
export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<E extends { reply: null } ? void : ReplyOf<E>>,
  more?: ServeOptions<E>,
) => void;

interface ServeOptions<E extends Endpoint> {
  /** Throws `too-many-requests`. Called when everything else is right, before any transaction. */
  limit?: (ctx: Context) => Promise<void>;
  /** The row that the handler writes remembers the key itself, so `once` need not. */
  remembersKey?: boolean;
  /** Somebody who listens may want to know, though it takes no key; every call with a key rings. */
  rings?: true;
  /** The answer depends on nothing but the address and what is committed (bodies.ts). */
  byRevision?: true;
  /** Does the same for many calls of a batch at once; when it throws, they are made one by one. */
  together?: (
    db: Db,
    calls: readonly (Pick<Call<E>, 'params' | 'body' | 'change'> & { write: KeyedWrite })[],
    startOrder: () => Order,
  ) => Promise<unknown[]>;
  /** The same for calls that need no order: made together when they come at once, in no batch. */
  gathered?: (
    db: Db,
    calls: readonly (Pick<Call<E>, 'params' | 'body' | 'change'> & { write: KeyedWrite })[],
  ) => Promise<unknown[]>;
}

/** A request for one documented call, whether it came alone or inside a batch. */
export interface Request {
  method: string;
  /** Without the query. */
  path: string;
  params: unknown;
  query: Record<string, unknown>;
  /** The parsed JSON. */
  body: unknown;
  /** The same as it was sent, '' for a request without a body. */
  text: string;
  /** The header Idempotency-Key; '' for none. */
  key: string;
}

/** The status and the body of an answer. */
export interface Outcome {
  status: number;
  reply: unknown;
}

/** A request inside a batch, with what serves it. */
export interface Dispatched {
  /** The same for calls that can be made together; null for one that is made alone. */
  together: Endpoint | null;
  /** Makes the call alone. */
  perform(): Promise<Outcome>;
  /** Checks and parses it as if it were made alone, to be made together with others. */
  prepare(): Promise<Prepared>;
}

/** Finds what serves a request inside a batch. Throws `not-found` for what is no call. */
export interface Dispatcher {
  find(ctx: Context, request: Omit<Request, 'params'>): Dispatched;
  /** Makes calls that may be made together; a Problem stands for one that was refused. */
  makeTogether(
    endpoint: Endpoint,
    calls: readonly Prepared[],
    startOrder: () => Order,
  ): Promise<(Outcome | Problem)[]>;
}

type TogetherCalls = Parameters<NonNullable<ServeOptions<Endpoint>['together']>>[1];
type GatheredCalls<E extends Endpoint> = Parameters<NonNullable<ServeOptions<E>['gathered']>>[1];

/** Calls of different people: none waits for another one. */
const noOrder = (): Order => ({ holds: () => null, close: () => {} });

/** A call that was admitted, checked and parsed. */
export interface Prepared {
  params: unknown;
  query: unknown;
  body: unknown;
  user: User | null;
  change: Change;
  write: Write;
}

/** One endpoint with what serves it. */
interface Served {
  endpoint: Endpoint;
  pattern: RegExp;
  more: ServeOptions<Endpoint> | undefined;
  prepare(ctx: Context, request: Request): Promise<Prepared>;
  perform(ctx: Context, request: Request): Promise<Outcome>;
}

/**
 * Serves endpoints of the contract, each in the same order: access (401, 403), the database that is
 * meant (412), parameters (404), query and body (400), key (400), limit (429), then the handler, then
 * its reply.
 *
 * The handler of an idempotent endpoint runs inside `once`: its writes, the key and the answer are
 * committed together, and the same key is answered again with the same answer. Then `bell` rings.
 *
 * The dispatcher does the same for requests inside a batch.
 */
export function makeServe(
  router: ApiRouter,
  { db, bell, agentAccess }: { db: Db; bell: Bell; agentAccess: AgentAccess },
): { serve: Serve; dispatcher: Dispatcher } {
  const all: Served[] = [];
  const bodies = new Bodies(db);

  const serve: Serve = (endpoint, handle, more) => {
    const prepare = async (ctx: Context, request: Request): Promise<Prepared> => {
      const user = admit(ctx, endpoint.access, agentAccess);
      const params = parseParams(endpoint, request.params);
      const query = endpoint.query && parse(endpoint.query, request.query);
      const body = endpoint.body && parse(endpoint.body, request.body);
      const key = endpoint.idempotent ? readKey(request.key) : null;
      await more?.limit?.(ctx);
      const write = {
        // Who signs in while an inquiry waits to be sent again has not made another one.
        scope: scopeOf(endpoint.access === 'public' ? null : user),
        key: more?.remembersKey ? null : key,
        request: endpoint.idempotent ? digestOf(request) : '',
        status: endpoint.status ?? 200,
      };
      const change = endpoint.idempotent ? changeOf(ctx, key, user) : NO_CHANGE;
      return { params, query, body, user, change, write };
    };

    const alone = async (ctx: Context, { write, ...parts }: Prepared): Promise<unknown> => {
      // The parts were parsed by the schemas of which `Call` tells the types.
      const call = (on: Db | Tx) => ({ ctx, db: on, ...parts }) as Call<typeof endpoint>;
      const reply = endpoint.idempotent
        ? await once(db, write, (tx) => handle(call(tx)))
        : await handle(call(db));
      if (endpoint.idempotent || more?.rings) bell.ring();
      return reply;
    };
    const gathering = gatheringOf(more);

    const perform = async (ctx: Context, request: Request): Promise<Outcome> => {
      const prepared = await prepare(ctx, request);
      const { status } = prepared.write;
      if (!gathering || request.key === '') return { status, reply: await alone(ctx, prepared) };
      const gathered = { call: prepared, alone: () => alone(ctx, prepared) };
      return { status, reply: await gathering.make(gathered) };
    };

    all.push({ endpoint, pattern: patternOf(endpoint.path), more, prepare, perform });
    router.register(endpoint.path, [endpoint.method], async (ctx, next) => {
      if (!isAskedFor(endpoint, ctx.query)) return next();
      if (ctx.get(SENT_TO) !== '') {
        admit(ctx, endpoint.access, agentAccess);
        await admitQueue(ctx, db);
      }
      const { method, path, params, query } = ctx;
      const { body, rawBody: text = '' } = ctx.request;
      const key = ctx.get(IDEMPOTENCY_KEY).trim();
      const request = { method, path, params, query, body, text, key };
      if (!more?.byRevision) return answer(ctx, await perform(ctx, request));
      const { write: _, ...parts } = await prepare(ctx, request);
      await bodies.answer(ctx, () => handle({ ctx, db, ...parts } as Call<typeof endpoint>));
    });
  };

  function gatheringOf<E extends Endpoint>(
    more: ServeOptions<E> | undefined,
  ): Gathering<Prepared> | null {
    const { together, gathered } = more ?? {};
    if (!together && !gathered) return null;
    return new Gathering(async (calls) => {
      // Only calls with keys are gathered, and the endpoint's schemas have parsed them.
      const given = calls as unknown as GatheredCalls<E>;
      const outcomes = gathered ? await gathered(db, given) : await together?.(db, given, noOrder);
      bell.ring();
      return outcomes ?? [];
    });
  }

  const dispatcher: Dispatcher = {
    find(ctx, request) {
      for (const { endpoint, pattern, more, prepare, perform } of all) {
        const found = endpoint.method === request.method && pattern.exec(request.path);
        if (!found || !isAskedFor(endpoint, request.query)) continue;
        // A write inside a batch is repeated with its batch, so it must be one that may be repeated.
        if (request.method !== 'GET' && !endpoint.idempotent) break;
        const whole = { ...request, params: { ...found.groups } };
        return {
          together: more?.together ? endpoint : null,
          perform: () => perform(ctx, whole),
          prepare: () => prepare(ctx, whole),
        };
      }
      throw new Problem('not-found', 'There is no such call.');
    },

    async makeTogether(endpoint, calls, startOrder) {
      const together = all.find((served) => served.endpoint === endpoint)?.more?.together;
      // Calls of a batch have keys, and the parts that the endpoint's schemas have parsed.
      const outcomes = await together?.(db, calls as unknown as TogetherCalls, startOrder);
      bell.ring();
      return (outcomes ?? []).map((outcome, n) =>
        outcome instanceof Problem
          ? outcome
          : { status: calls[n]?.write.status ?? 200, reply: outcome },
      );
    },
  };

  return { serve, dispatcher };
}

/** An endpoint with a query shares its path with one without. */
function isAskedFor({ query }: Endpoint, asked: Record<string, unknown>): boolean {
  return !query || asked.since !== undefined;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

/** What does not fit is the id of nothing, so a 404 (design: D13). */
function parseParams({ params: schema, path }: Endpoint, params: unknown): unknown {
  if (!schema) return undefined;
  const result = v.safeParse(schema, params);
  if (result.success) return result.output;
  const subject = SUBJECTS.find((each) => path.startsWith(`/api/${each}s/`));
  return refuseMissing(subject ?? 'campaign');
}

const SUBJECTS = ['application', 'contact', 'user'] as const;

/** The key may be quoted, as draft-ietf-httpapi-idempotency-key-header-07 writes it. */
function readKey(header: string): string | null {
  if (header === '') return null;
  const result = v.safeParse(uuid, header.replace(/^"(.*)"$/, '$1'));
  if (result.success) return result.output;
  throw new Problem('invalid-input', `${IDEMPOTENCY_KEY} must be a UUID.`, {
    fields: { [IDEMPOTENCY_KEY]: `${IDEMPOTENCY_KEY} must be a UUID.` },
  });
}

/** Of a call that is no change. */
const NO_CHANGE: Change = {
  id: '',
  happenedAt: new Date(0),
  arrivedAt: new Date(0),
  userId: null,
};

function changeOf(ctx: Context, key: string | null, user: User | null): Change {
  const arrivedAt = new Date();
  const userId = user?.id ?? null;
  if (key === null) return { id: newId(), happenedAt: arrivedAt, arrivedAt, userId };
  const device = ctx.get(DEVICE_TIME);
  const deviceTime = /^\d{1,15}$/.test(device) ? Number(device) : null;
  return { id: key, happenedAt: happenedAt(key, deviceTime, arrivedAt), arrivedAt, userId };
}

function scopeOf(user: User | null): string {
  return user ? String(user.id) : 'visitor';
}

function digestOf({ method, path, text }: Request): string {
  return createHash('sha256').update(`${method} ${path}\n${text}`).digest('hex');
}

function answer(ctx: Context, { status, reply }: Outcome): void {
  ctx.status = status;
  if (reply !== undefined && reply !== null) {
    ctx.body = reply;
    return;
  }
  if (status === 204) return;
  ctx.body = '';
  ctx.remove('Content-Type');
}
