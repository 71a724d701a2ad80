import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  DEVICE_TIME,
  type Endpoint,
  IDEMPOTENCY_KEY,
  MADE_AT,
  SENT_AGAIN,
  statusOf,
} from '#contract/endpoint.ts';
import { uuid } from '#contract/fields/fields.ts';
import { newId } from '#contract/fields/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import type { User } from '#server/domain/accounts/users.ts';
import { type Change, happenedAt } from '#server/domain/replication/change.ts';
import type { WriteCall } from '#server/domain/replication/idempotency.ts';
import type { RefusedLanes } from '#server/domain/replication/refused-lanes.ts';
import { VISITORS, type Write, wasApplied } from '#server/domain/replication/stored-answers.ts';
import { readSession } from '#server/http/session/session.ts';
import type { ApiRouter, Context } from '#server/http/transport/context.ts';
import { type AccessRules, checkAccess, checkEpoch } from './access.ts';
import { type CallRequest, isMeant, type ParsedRequest, parseRequest } from './parse.ts';

/** A call that passed access, parsing and limit. */
export interface CheckedCall extends WriteCall, ParsedRequest {
  ctx: Context;
  user: User | null;
  change: Change;
}

/** Applies one call, or several that share a transaction: a reply or a Problem for each. */
export type Apply = (calls: readonly CheckedCall[], refused?: RefusedLanes) => Promise<unknown[]>;

/** One endpoint with what serves it. */
export interface Served {
  endpoint: Endpoint;
  /** Whether its calls can share a transaction. */
  isShared: boolean;
  /** Throws `too-many-requests`. Runs last before the handler, outside of any transaction. */
  limit?: ((ctx: Context, write: Write) => Promise<void>) | undefined;
  apply: Apply;
}

/** The endpoints on the router. Calls of a batch find them by the same routes. */
export class EndpointRegistry {
  readonly #router: ApiRouter;
  readonly #db: Db;
  readonly #rules: AccessRules;
  readonly #byLayer = new Map<unknown, Served>();

  constructor(router: ApiRouter, { db, rules }: { db: Db; rules: AccessRules }) {
    this.#router = router;
    this.#db = db;
    this.#rules = rules;
  }

  /** @param respond answers a call that came alone */
  register(served: Served, respond: (ctx: Context, call: CheckedCall) => Promise<void>): void {
    const { path, method } = served.endpoint;
    this.#refuseHidden(method, path);
    const layer = this.#router.register(path, [method], async (ctx, next) => {
      if (!isMeant(served.endpoint, ctx.query)) return next();
      checkAccess(ctx, served.endpoint, this.#rules);
      await checkEpoch(ctx, this.#db);
      await respond(ctx, await this.check(served, ctx, requestOf(ctx)));
    });
    this.#byLayer.set(layer, served);
  }

  /** `/things/summary` registered after `/things/:id` would be answered as a thing that is not there. */
  #refuseHidden(method: string, path: string): void {
    const hiding = this.#router
      .match(path, method)
      .pathAndMethod.find((layer) => this.#byLayer.has(layer) && layer.path !== path);
    if (hiding)
      throw new Error(`Register ${method} ${path} before ${hiding.path}, which hides it.`);
  }

  /** The endpoint of a request inside a batch, and the path's parameters; null if there is none. */
  find({
    method,
    path,
    query,
  }: Pick<CallRequest, 'method' | 'path' | 'query'>): { served: Served; params: unknown } | null {
    for (const layer of this.#router.match(path, method).pathAndMethod) {
      const served = this.#byLayer.get(layer);
      if (!served || !isMeant(served.endpoint, query)) continue;
      return { served, params: layer.params(path, layer.captures(path)) };
    }
    return null;
  }

  /** Reads the session of a request again: a right that was taken away counts for the next call of its batch. */
  async renewSession({ state }: Context): Promise<void> {
    const { secondFactor } = this.#rules;
    if (state.session) await readSession(this.#db, state, { ...state.session, secondFactor });
  }

  /** Throws the Problem that refuses the call before it reaches its handler. */
  async check(
    { endpoint, limit }: Served,
    ctx: Context,
    request: CallRequest,
  ): Promise<CheckedCall> {
    const user = checkAccess(ctx, endpoint, this.#rules);
    const parsed = parseRequest(endpoint, request);
    const change = changeOf(ctx, endpoint, request, user);
    const { refusal } = parsed;
    // An earlier release may have applied what this one refuses: its answer was lost.
    if (refusal && !(await wasApplied(this.#db, change.write))) throw refusal;
    await limit?.(ctx, change.write);
    return { ctx, user, ...parsed, ...change };
  }
}

function requestOf(ctx: Context): CallRequest {
  const { method, path, params, query } = ctx;
  const { body, rawBody: text = '' } = ctx.request;
  const key = ctx.get(IDEMPOTENCY_KEY).trim();
  const madeAt = millisecondsIn(ctx, MADE_AT);
  const again = ctx.get(SENT_AGAIN) === '1';
  return { method, path, params, query, body, text, key, madeAt, again };
}

/** What a write is stored under, and when and by whom it was made. Throws for a key that is no UUID. */
function changeOf(
  ctx: Context,
  endpoint: Endpoint,
  request: CallRequest,
  user: User | null,
): { change: Change; write: Write } {
  const key = endpoint.idempotent ? parseKey(request.key) : null;
  const arrivedAt = new Date();
  // A visitor who signs in before a retry has not made another inquiry: public calls share a scope.
  const scope = user && endpoint.access !== 'public' ? String(user.id) : VISITORS;
  return {
    change: {
      id: key ?? newId(),
      happenedAt:
        key === null
          ? arrivedAt
          : happenedAt({
              key,
              arrivedAt,
              madeAt: request.madeAt,
              deviceTime: millisecondsIn(ctx, DEVICE_TIME),
            }),
      arrivedAt,
      isAgain: request.again,
      userId: user?.id ?? null,
    },
    write: {
      scope,
      key,
      request: key === null ? '' : digestOf(request),
      status: statusOf(endpoint),
    },
  };
}

/** The key may be quoted, as draft-ietf-httpapi-idempotency-key-header-07 writes it. */
function parseKey(header: string): string | null {
  if (header === '') return null;
  const result = v.safeParse(uuid, header.replace(/^"(.*)"$/, '$1'));
  if (result.success) return result.output;
  const message = `${IDEMPOTENCY_KEY} must be a UUID.`;
  throw new Problem('invalid-input', message, { fields: { [IDEMPOTENCY_KEY]: message } });
}

/** A header of milliseconds since 1970; null for any other text. */
function millisecondsIn(ctx: Context, name: string): number | null {
  const header = ctx.get(name);
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}

function digestOf({ method, path, text }: CallRequest): string {
  return createHash('sha256').update(`${method} ${path}\n${text}`).digest('hex');
}
