import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, Schema } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type TotalledTable, totalOf } from '#prisma/kept-counts.ts';
import type { User } from '#server/domain/accounts/users.ts';
import type { Actor } from '#server/domain/common/audit.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { HELD, type OpenUnit, withIdempotency } from '#server/domain/replication/idempotency.ts';
import type { Applied, Write } from '#server/domain/replication/stored-answers.ts';
import type { Actors } from '#server/http/session/actors.ts';
import { CallBatcher } from '#server/http/transport/call-batcher.ts';
import type { Context } from '#server/http/transport/context.ts';
import type { Metrics, Outcome } from '#server/http/transport/metrics.ts';
import type { StorageWatch } from '#server/http/transport/storage-watch.ts';
import { CachedReplies } from './cached-replies.ts';
import type { Apply, CheckedCall, EndpointRegistry, Served } from './endpoint-registry.ts';
import { LongList } from './long-list.ts';

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
  /** For the audit log. */
  actor: Actor;
}

/** A refusal that is returned, not thrown, keeps what the handler has written. */
type Handle<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E extends { reply: Schema } ? ReplyOf<E> : void> | Promise<Problem | undefined>;
/** Reads the reply of an idempotent endpoint again (`UnitOfWork.repeat`). */
type Repeat<E extends Endpoint> = (call: Call<E>, applied: Applied) => Promise<ReplyOf<E>>;
type SharedCall<E extends Endpoint> = Pick<Call<E>, 'ctx' | 'params' | 'body' | 'change' | 'actor'>;

interface Options<E extends Endpoint> extends Pick<Served, 'limit'> {
  /** Needed where the reply has rows: without it the reply is stored as it is. */
  repeat?: Repeat<E>;
  /** Notifies live listeners although this call has no key; calls with a key always do. */
  notifies?: true;
}

/** Rows. A longer list is sent while it is read. */
const LONGEST_KEPT = 2_000;

interface List<Reply> {
  table: TotalledTable;
  whole(db: Db): Promise<Reply>;
  /** The same rows, part by part, as they are at one moment. */
  parts(db: Db): AsyncGenerator<unknown[]>;
}

interface ApiParts {
  db: Db;
  actors: Actors;
  notifier: ChangeNotifier;
  metrics: Metrics | undefined;
  storage: StorageWatch;
}

/**
 * Serves endpoints of the contract, one line each. Every call takes the same steps: access (401, 403),
 * epoch (412), parameters (404), query and body (400), key (400), limit (429), handler, reply.
 */
export class Api {
  readonly #registry: EndpointRegistry;
  readonly #db: Db;
  readonly #actors: Actors;
  readonly #notifier: ChangeNotifier;
  readonly #metrics: Metrics | undefined;
  readonly #storage: StorageWatch;
  readonly #cached: CachedReplies;

  constructor(registry: EndpointRegistry, { db, actors, notifier, metrics, storage }: ApiParts) {
    this.#registry = registry;
    this.#db = db;
    this.#actors = actors;
    this.#notifier = notifier;
    this.#metrics = metrics;
    this.#storage = storage;
    this.#cached = new CachedReplies(db);
  }

  /** A call that is handled by itself, in its own transaction if it is idempotent. */
  serve<const E extends Endpoint>(
    endpoint: E,
    handle: Handle<E>,
    { limit, notifies, repeat }: Options<E> = {},
  ): void {
    const alone = this.#applyAlone(endpoint, handle, repeat);
    const apply = endpoint.idempotent || notifies ? this.#notifying(alone) : alone;
    this.#register(endpoint, limit, apply);
  }

  #register(endpoint: Endpoint, limit: Served['limit'], apply: Apply): void {
    this.#registry.register({ endpoint, isShared: false, limit, apply }, async (ctx, call) => {
      const [outcome] = await apply([call]);
      if (outcome instanceof Problem) throw outcome;
      sendReply(ctx, call.write.status, outcome);
    });
  }

  /** A read whose reply depends only on its address and the committed rows: made once per revision. */
  serveCached<const E extends Endpoint>(endpoint: E, handle: Handle<E>): void {
    const apply = this.#applyAlone(endpoint, handle);
    this.#registry.register({ endpoint, isShared: false, apply }, (ctx, call) =>
      this.#cached.send(ctx, async () => (await apply([call]))[0]),
    );
  }

  /**
   * A list that is read as a whole. A short one is served like `serveCached`; a long one is sent while it
   * is read, so that it takes little memory. A batch gets either as a whole.
   */
  serveList<const E extends Endpoint>(
    endpoint: E,
    { table, whole, parts }: List<ReplyOf<E>>,
  ): void {
    const apply: Apply = (calls) => Promise.all(calls.map(() => whole(this.#db)));
    this.#registry.register({ endpoint, isShared: false, apply }, (ctx) =>
      this.#cached.send(ctx, async () => {
        const { count } = await totalOf(this.#db, table);
        return count > LONGEST_KEPT ? new LongList(parts(this.#db)) : whole(this.#db);
      }),
    );
  }

  /** A write whose calls share transactions: calls that arrive at once, and neighbours in a batch. */
  serveShared<const E extends Endpoint>(
    endpoint: E,
    open: OpenUnit<SharedCall<E>, E extends { reply: Schema } ? ReplyOf<E> : null>,
    { limit }: Pick<Served, 'limit'> = {},
  ): void {
    // The endpoint's schemas have parsed the calls.
    const openUnit = open as unknown as OpenUnit<CheckedCall, unknown>;
    const apply = this.#notifying((calls, refused) =>
      withIdempotency(this.#db, calls.map(this.#withActor), openUnit, refused),
    );
    const batcher = new CallBatcher<CheckedCall>(apply);
    this.#metrics?.queue(`${endpoint.method} ${endpoint.path}`, () => batcher.length);
    this.#registry.register({ endpoint, isShared: true, limit, apply }, async (ctx, call) =>
      sendReply(ctx, call.write.status, await batcher.add(call)),
    );
  }

  #applyAlone<E extends Endpoint>(endpoint: E, handle: Handle<E>, repeat?: Repeat<E>): Apply {
    const db = this.#db;
    // The endpoint's schemas have parsed the call.
    const on = (db: Db | Tx, call: CheckedCall) =>
      Object.assign(this.#withActor(call), { db }) as unknown as Call<E>;
    if (!endpoint.idempotent) {
      return (calls) => Promise.all(calls.map((call) => handle(on(db, call))));
    }
    return (calls) =>
      withIdempotency<CheckedCall, unknown>(db, calls, async (tx) => ({
        apply: (call) => handle(on(tx, call)),
        ...(repeat && { repeat: (call, applied) => repeat(on(tx, call), applied) }),
      }));
  }

  readonly #withActor = (call: CheckedCall): CheckedCall & { readonly actor: Actor } => {
    const actors = this.#actors;
    return {
      ...call,
      // Few calls need it.
      get actor() {
        return actors.of(call.ctx);
      },
    };
  };

  /** Counts outcomes, watches the storage, and notifies live listeners when a call was accepted. */
  #notifying(apply: Apply): Apply {
    return async (calls, refused) => {
      const outcomes = await apply(calls, refused).catch((error: unknown) => {
        this.#storage.failed(error);
        throw error;
      });
      const isChanged = outcomes.some((outcome) => !(outcome instanceof Problem));
      if (isChanged) this.#notifier.notify();
      for (const [n, { write }] of calls.entries()) {
        if (!write.isRepeated && !(outcomes[n] instanceof Problem)) this.#storage.written();
        if (write.key !== null) this.#metrics?.written(kindOf(write, outcomes[n]));
      }
      return outcomes;
    };
  }
}

function kindOf({ isRepeated }: Write, outcome: unknown): Outcome {
  if (outcome === HELD) return 'held';
  if (isRepeated) return 'replayed';
  if (outcome instanceof Problem) return 'refused';
  const { conflicts = [] } = (outcome ?? {}) as { conflicts?: readonly string[] };
  return conflicts.length > 0 ? 'conflict' : 'accepted';
}

/** Answers a call that came alone. */
function sendReply(ctx: Context, status: number, reply: unknown): void {
  ctx.status = status;
  if (reply !== undefined && reply !== null) {
    ctx.body = reply;
    return;
  }
  if (status === 204) return;
  ctx.body = '';
  ctx.remove('Content-Type');
}
