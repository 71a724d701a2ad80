import type { AgentAccess } from '#contract/access.ts';
import {
  type BodyOf,
  type Endpoint,
  IDEMPOTENCY_KEY,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { Change } from '#server/domain/change.ts';
import {
  type OpenUnit,
  type Write,
  type WriteCall,
  withIdempotency,
} from '#server/domain/idempotency.ts';
import type { RefusedLanes } from '#server/domain/refused-lanes.ts';
import type { User } from '#server/domain/users.ts';
import { checkAccess, checkEpoch } from './access.ts';
import { CachedReplies } from './cached-replies.ts';
import { CallBatcher } from './call-batcher.ts';
import type { ApiRouter, Context } from './context.ts';
import { changeOf } from './idempotency.ts';
import { type CallRequest, isMeant, parseRequest } from './parse.ts';
import { sendReply } from './reply.ts';

/** A checked and parsed call, as its handler gets it. */
export interface Call<E extends Endpoint> {
  ctx: Context;
  /** The transaction of an idempotent endpoint: its handler uses no other connection. */
  db: E extends { idempotent: true } ? Tx : Db;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  user: E extends { access: 'public' } ? User | null : User;
  change: Change;
}

type Handle<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E extends { reply: null } ? void : ReplyOf<E>>;
type SharedCall<E extends Endpoint> = Pick<Call<E>, 'params' | 'body' | 'change'>;

interface Options {
  /** Throws `too-many-requests`. Runs last before the handler, outside of any transaction. */
  limit?: (ctx: Context) => Promise<void>;
  /** Notifies live listeners although this call has no key; calls with a key always do. */
  notifies?: true;
}

/** Registers endpoints of the contract, one line each. */
export interface Api {
  /** A call that is handled by itself, in its own transaction if it is idempotent. */
  serve<const E extends Endpoint>(endpoint: E, handle: Handle<E>, options?: Options): void;
  /** A read whose reply depends only on its address and the committed rows: made once per revision. */
  serveCached<const E extends Endpoint>(endpoint: E, handle: Handle<E>): void;
  /** A write whose calls share transactions: those that arrive at once, and neighbours in a batch. */
  serveShared<const E extends Endpoint>(
    endpoint: E,
    open: OpenUnit<SharedCall<E>, E extends { reply: null } ? null : ReplyOf<E>>,
    options?: Pick<Options, 'limit'>,
  ): void;
}

/** A call that passed access, parsing and limit. */
export interface CheckedCall extends WriteCall {
  ctx: Context;
  params: unknown;
  query: unknown;
  body: unknown;
  user: User | null;
  change: Change;
  write: Write;
}

/** One registered endpoint. */
export interface Served {
  endpoint: Endpoint;
  /** Whether its calls can share a transaction. */
  isShared: boolean;
  /** Throws the Problem that refuses the call before it reaches its handler. */
  check(ctx: Context, request: CallRequest): Promise<CheckedCall>;
  /** Applies one call, or several that share a transaction: a reply or a Problem for each. */
  apply: Apply;
}

type Apply = (calls: readonly CheckedCall[], refused?: RefusedLanes) => Promise<unknown[]>;

/** Finds the endpoint of a request inside a batch; null where there is none. */
export type FindServed = (
  request: Pick<CallRequest, 'method' | 'path' | 'query'>,
) => { served: Served; params: Record<string, string> } | null;

interface Parts {
  db: Db;
  notifier: ChangeNotifier;
  agentAccess: AgentAccess;
}

/**
 * Serves endpoints on the router, each by the same steps: access (401, 403), epoch (412), parameters
 * (404), query and body (400), key (400), limit (429), handler, reply. Requests inside a batch take
 * the same steps by `find`.
 */
export function makeApi(router: ApiRouter, parts: Parts): { api: Api; find: FindServed } {
  const { db } = parts;
  const byLayer = new Map<unknown, Served>();
  const cached = new CachedReplies(db);

  function register(
    endpoint: Endpoint,
    served: Pick<Served, 'isShared' | 'apply'> & Pick<Options, 'limit'>,
    respond: (ctx: Context, call: CheckedCall) => Promise<void>,
  ): void {
    const check = checkOf(endpoint, parts.agentAccess, served.limit);
    const layer = router.register(endpoint.path, [endpoint.method], async (ctx, next) => {
      if (!isMeant(endpoint, ctx.query)) return next();
      checkAccess(ctx, endpoint.access, parts.agentAccess);
      await checkEpoch(ctx, db);
      await respond(ctx, await check(ctx, requestOf(ctx)));
    });
    byLayer.set(layer, { endpoint, ...served, check });
  }

  const api: Api = {
    serve(endpoint, handle, options = {}) {
      const apply = notifying(parts.notifier, endpoint, options, applyAlone(db, endpoint, handle));
      register(endpoint, { isShared: false, apply, ...options }, async (ctx, call) => {
        const [outcome] = await apply([call]);
        if (outcome instanceof Problem) throw outcome;
        sendReply(ctx, call.write.status, outcome);
      });
    },

    serveCached(endpoint, handle) {
      const apply = applyAlone(db, endpoint, handle);
      register(endpoint, { isShared: false, apply }, (ctx, call) =>
        cached.send(ctx, async () => (await apply([call]))[0]),
      );
    },

    serveShared(endpoint, open, options = {}) {
      // The endpoint's schemas have parsed the calls.
      const openUnit = open as unknown as OpenUnit<CheckedCall, unknown>;
      const apply = notifying(parts.notifier, endpoint, options, (calls, refused) =>
        withIdempotency(db, calls, openUnit, refused),
      );
      const batcher = new CallBatcher<CheckedCall>(apply);
      register(endpoint, { isShared: true, apply, ...options }, async (ctx, call) =>
        sendReply(ctx, call.write.status, await batcher.add(call)),
      );
    },
  };

  const find: FindServed = ({ method, path, query }) => {
    for (const layer of router.match(path, method).pathAndMethod) {
      const served = byLayer.get(layer);
      if (!served || !isMeant(served.endpoint, query)) continue;
      return { served, params: layer.params(path, layer.captures(path)) };
    }
    return null;
  };

  return { api, find };
}

function checkOf(
  endpoint: Endpoint,
  agentAccess: AgentAccess,
  limit: Options['limit'],
): Served['check'] {
  return async (ctx, request) => {
    const user = checkAccess(ctx, endpoint.access, agentAccess);
    const parsed = parseRequest(endpoint, request);
    const change = changeOf(ctx, endpoint, request, user);
    await limit?.(ctx);
    return { ctx, user, ...parsed, ...change };
  };
}

function applyAlone<E extends Endpoint>(db: Db, endpoint: E, handle: Handle<E>): Apply {
  // The endpoint's schemas have parsed the call.
  const make = (on: Db | Tx, call: CheckedCall) =>
    handle({ ...call, db: on } as unknown as Call<E>);
  return endpoint.idempotent
    ? (calls) => withIdempotency(db, calls, async (tx) => ({ apply: (call) => make(tx, call) }))
    : (calls) => Promise.all(calls.map((call) => make(db, call)));
}

/** Notifies live listeners when a call of the endpoint was accepted. */
function notifying(
  notifier: ChangeNotifier,
  { idempotent }: Endpoint,
  { notifies }: Options,
  apply: Apply,
): Apply {
  if (!idempotent && !notifies) return apply;
  return async (calls, refused) => {
    const outcomes = await apply(calls, refused);
    if (outcomes.some((outcome) => !(outcome instanceof Problem))) notifier.notify();
    return outcomes;
  };
}

function requestOf(ctx: Context): CallRequest {
  const { method, path, params, query } = ctx;
  const { body, rawBody: text = '' } = ctx.request;
  const key = ctx.get(IDEMPOTENCY_KEY).trim();
  return { method, path, params, query, body, text, key };
}
