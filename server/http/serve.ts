import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type AgentAccess, areasOf } from '#contract/access.ts';
import {
  type BodyOf,
  DEVICE_TIME,
  type Endpoint,
  IDEMPOTENCY_KEY,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Schema,
  SENT_FOR,
} from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { ROLES } from '#contract/vocabulary.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Change, happenedAt } from '#server/domain/change.ts';
import { once } from '#server/domain/idempotency.ts';
import { refuseMissing } from '#server/domain/missing.ts';
import type { User } from '#server/domain/users.ts';
import { wordOf } from '#server/domain/words.ts';
import type { ApiRouter, Context } from './context.ts';

/** What a handler is given: everything has been checked and parsed. */
export interface Call<E extends Endpoint> {
  ctx: Context;
  /** Of an idempotent endpoint the transaction of the change: use no other database inside. */
  db: E extends { idempotent: true } ? Tx : Db;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  user: E extends { access: 'public' } ? User | null : User;
  change: Change;
}

/** Lets one documented call be served. */
export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<E extends { reply: null } ? void : ReplyOf<E>>,
  more?: ServeOptions,
) => void;

interface ServeOptions {
  /** Throws `too-many-requests`. Called when everything else is right, before any transaction. */
  limit?: (ctx: Context) => Promise<void>;
  /** The row that the handler writes remembers the key itself, so `once` need not. */
  remembersKey?: boolean;
}

/**
 * Serves endpoints of the contract, each in the same order: access (401, 403), parameters (404),
 * query and body (400), key (400), limit (429), then the handler, then its reply.
 *
 * The handler of an idempotent endpoint runs inside `once`: its writes, the key and the answer are
 * committed together, and the same key is answered again with the same answer.
 */
export function makeServe(
  router: ApiRouter,
  { db, agentAccess }: { db: Db; agentAccess: AgentAccess },
): Serve {
  return (endpoint, handle, more) => {
    router.register(endpoint.path, [endpoint.method], async (ctx, next) => {
      // An endpoint with a query shares its path with one without.
      if (endpoint.query && ctx.query.since === undefined) return next();

      const user = admit(ctx, endpoint, agentAccess);
      const params = parseParams(endpoint, ctx.params);
      const query = endpoint.query && parse(endpoint.query, ctx.query);
      const body = endpoint.body && parse(endpoint.body, ctx.request.body);
      const key = endpoint.idempotent ? readKey(ctx) : null;
      await more?.limit?.(ctx);

      const change = changeOf(ctx, key, user);
      const status = endpoint.status ?? 200;
      // The parts were parsed by the schemas of which `Call` tells the types.
      const call = (on: Db | Tx) =>
        ({ ctx, db: on, params, query, body, user, change }) as Call<typeof endpoint>;
      const write = {
        scope: scopeOf(user),
        key: more?.remembersKey ? null : key,
        request: digestOf(ctx),
        status,
      };
      const reply = endpoint.idempotent
        ? await once(db, write, (tx) => handle(call(tx)))
        : await handle(call(db));
      answer(ctx, status, reply);
    });
  };
}

function admit(ctx: Context, { access }: Endpoint, agentAccess: AgentAccess): User | null {
  const user = ctx.state.session?.user ?? null;
  if (access === 'public') return user;
  if (!user) throw new Problem('signed-out', 'Please sign in.');

  const owner = ctx.get(SENT_FOR);
  if (owner !== '' && owner !== String(user.id)) {
    throw new Problem('forbidden', 'This change was made by another user.');
  }
  const { approved } = user;
  const areas = areasOf({ role: wordOf(ROLES, user.role), approved }, agentAccess);
  if (access !== 'signed-in' && !areas.includes(access)) {
    throw new Problem('forbidden', "You don't have permission to access this area.");
  }
  return user;
}

/** What does not fit is the id of nothing, so a 404 (design: D13). */
function parseParams({ params: schema, path }: Endpoint, params: unknown): unknown {
  if (!schema) return undefined;
  const result = v.safeParse(schema, params);
  if (result.success) return result.output;
  if (path.startsWith('/api/applications/')) return refuseMissing('application');
  return refuseMissing(path.startsWith('/api/contacts/') ? 'contact' : 'campaign');
}

/** Throws `invalid-input` with the first message of every field that is wrong. */
function parse(schema: Schema, input: unknown): unknown {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;

  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue);
    if (name !== null && !Object.hasOwn(fields, name)) fields[name] = issue.message;
  }
  const [first] = result.issues;
  throw new Problem('invalid-input', first.message, { fields });
}

/** The key may be quoted, as draft-ietf-httpapi-idempotency-key-header-07 writes it. */
function readKey(ctx: Context): string | null {
  const header = ctx.get(IDEMPOTENCY_KEY).trim();
  if (header === '') return null;
  const result = v.safeParse(uuid, header.replace(/^"(.*)"$/, '$1'));
  if (result.success) return result.output;
  throw new Problem('invalid-input', `${IDEMPOTENCY_KEY} must be a UUID.`, {
    fields: { [IDEMPOTENCY_KEY]: `${IDEMPOTENCY_KEY} must be a UUID.` },
  });
}

function changeOf(ctx: Context, key: string | null, user: User | null): Change {
  const arrivedAt = new Date();
  const device = ctx.get(DEVICE_TIME);
  const deviceTime = /^\d{1,15}$/.test(device) ? Number(device) : null;
  return {
    id: key ?? newId(),
    happenedAt: key === null ? arrivedAt : happenedAt(key, deviceTime, arrivedAt),
    arrivedAt,
    userId: user?.id ?? null,
  };
}

function scopeOf(user: User | null): string {
  return user ? String(user.id) : 'visitor';
}

function digestOf(ctx: Context): string {
  const { rawBody = '' } = ctx.request;
  return createHash('sha256').update(`${ctx.method} ${ctx.path}\n${rawBody}`).digest('hex');
}

function answer(ctx: Context, status: number, reply: unknown): void {
  ctx.status = status;
  if (reply !== undefined && reply !== null) {
    ctx.body = reply;
    return;
  }
  if (status === 204) return;
  ctx.body = '';
  ctx.remove('Content-Type');
}
