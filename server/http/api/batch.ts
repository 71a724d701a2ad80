import { Problem } from '#contract/problems.ts';
import type { BatchAnswer, BatchCall } from '#contract/sync.ts';
import { HELD } from '#server/domain/replication/idempotency.ts';
import { type BatchPlace, RefusedLanes } from '#server/domain/replication/refused-lanes.ts';
import { MOST_TOGETHER } from '#server/http/transport/call-batcher.ts';
import type { Context } from '#server/http/transport/context.ts';
import type { Log } from '#server/http/transport/log.ts';
import { describeError, problemOf } from '#server/http/transport/problems.ts';
import type { CheckedCall, EndpointRegistry, Served } from './endpoint-registry.ts';
import type { CallRequest } from './parse.ts';

/** No further call is begun after this time, in milliseconds, so that the answer is not late. */
const TIME_FOR_CALLS = 5_000;

/** The calls of one request, each made as if it had come alone. */
export class Batch {
  readonly #ctx: Context;
  readonly #registry: EndpointRegistry;
  readonly #log: Log;
  readonly #refused = new RefusedLanes();
  /** Whether a call was made: the session was read before the first one. */
  #isBegun = false;

  constructor(ctx: Context, registry: EndpointRegistry, log: Log) {
    this.#ctx = ctx;
    this.#registry = registry;
    this.#log = log;
  }

  /** Makes writes in their order. A refused one holds the rest of its lane. */
  async makeCalls(calls: readonly BatchCall[]): Promise<BatchAnswer[]> {
    const lastMoment = performance.now() + TIME_FOR_CALLS;
    const answers: BatchAnswer[] = [];
    while (answers.length < calls.length) {
      const rest = calls.slice(answers.length, answers.length + MOST_TOGETHER);
      const isLate = performance.now() > lastMoment;
      const outcomes = isLate ? rest.map(() => refusalOf(HELD)) : await this.#makeFirst(rest);
      for (const [n, call] of rest.slice(0, outcomes.length).entries()) {
        this.#note(call, outcomes[n]?.reply);
        this.#logRefusal({ ...call, query: {} }, outcomes[n]?.reply);
      }
      answers.push(...outcomes.map(({ status, reply }) => batchAnswer(status, reply)));
    }
    return answers;
  }

  /** Makes reads, one after the other. */
  async makeReads(paths: readonly string[]): Promise<BatchAnswer[]> {
    const answers: BatchAnswer[] = [];
    for (const path of paths) {
      const read = readOf(path);
      const [{ status, reply } = refusalOf(HELD)] = await this.#make(async () => {
        const { served, call } = await this.#check(read);
        return { served, calls: [call] };
      });
      this.#logRefusal(read, reply);
      answers.push(batchAnswer(status, reply));
    }
    return answers;
  }

  /** Makes the first call, together with those behind it that can share its transaction. */
  async #makeFirst([first, ...others]: readonly BatchCall[]): Promise<Outcome[]> {
    if (!first || this.#refused.blocks(first)) return [refusalOf(HELD)];
    return this.#make(() => this.#groupOf(first, others));
  }

  async #make(group: () => Promise<Group>): Promise<Outcome[]> {
    try {
      if (this.#isBegun) await this.#registry.renewSession(this.#ctx);
      this.#isBegun = true;
      const { served, calls } = await group();
      const replies = await this.#apply(served, calls);
      return calls.map(({ write: { status } }, n) => ({ status, reply: replies[n] }));
    } catch (error) {
      return [refusalOf(this.#problemOf(error))];
    }
  }

  async #groupOf(first: BatchCall, others: readonly BatchCall[]): Promise<Group> {
    const { served, call } = await this.#check(writeOf(first), first);
    const calls = [call];
    if (!served.isShared) return { served, calls };
    try {
      for (const each of others) {
        const next = await this.#check(writeOf(each), each);
        if (next.served !== served) break;
        calls.push(next.call);
      }
    } catch {
      // A call that does not pass its checks is refused when its turn comes.
    }
    return { served, calls };
  }

  async #check(request: Omit<CallRequest, 'params'>, place?: BatchCall) {
    const found = this.#registry.find(request);
    // A write is repeated with its batch, so it must be one that may be repeated.
    if (!found || (place && !found.served.endpoint.idempotent)) {
      throw new Problem('not-found', 'There is no such call.');
    }
    const { served, params } = found;
    const call = await this.#registry.check(served, this.#ctx, { ...request, params });
    return { served, call: { ...call, place } };
  }

  /** Applies calls together. If that fails nothing was written, and each is retried on its own. */
  async #apply(served: Served, calls: readonly CheckedCall[]): Promise<unknown[]> {
    try {
      return await served.apply(calls, this.#refused);
    } catch (error) {
      if (calls.length === 1) return [this.#problemOf(error)];
      this.#logError(error, 'together');
    }
    const replies: unknown[] = [];
    for (const call of calls) {
      const isHeld = call.place && this.#refused.blocks(call.place);
      const [reply] = isHeld ? [HELD] : await this.#apply(served, [call]);
      this.#note(call.place, reply);
      replies.push(reply);
    }
    return replies;
  }

  #note(place: BatchPlace | undefined, reply: unknown): void {
    if (place && reply instanceof Problem) this.#refused.add(place);
  }

  #problemOf(error: unknown): Problem {
    const problem = problemOf(error);
    if (problem.status >= 500) this.#logError(error, problem.code);
    return problem;
  }

  /** One line, as for a call that came alone. */
  #logRefusal(request: Asked, reply: unknown): void {
    if (!(reply instanceof Problem) || reply === HELD || reply.status >= 500) return;
    const { requestId, session } = this.#ctx.state;
    const route = this.#registry.find(request)?.served.endpoint.path ?? '/api/?';
    const { method } = request;
    const user = session?.user.id ?? null;
    this.#log.info({ requestId, method, route, status: reply.status, user });
  }

  #logError(error: unknown, message: string): void {
    const { requestId } = this.#ctx.state;
    this.#log.error({ requestId, error: describeError(error) }, message);
  }
}

type Asked = Pick<CallRequest, 'method' | 'path' | 'query'>;

/** Calls of one endpoint; several only if they can share a transaction. */
interface Group {
  served: Served;
  calls: readonly CheckedCall[];
}

interface Outcome {
  status: number;
  /** A Problem for a call that was not accepted. */
  reply: unknown;
}

function refusalOf(problem: Problem): Outcome {
  return { status: problem.status, reply: problem };
}

/** Throws the refusal of a call that cannot be checked like one that came alone. */
function writeOf(call: BatchCall): Omit<CallRequest, 'params'> {
  const { method, path, body, madeAt = null, again = false } = call;
  const key = call.key.trim();
  if (key === '') throw new Problem('invalid-input', 'A call in a batch needs a key.');
  const text = body === undefined ? '' : textOf(body);
  if (text === null) throw new Problem('invalid-json', 'The body is nested too deep.');
  return { method, path, query: {}, body: body ?? {}, text, key, madeAt, again };
}

/** The body as a phone writes it when it sends the call alone; null when it is nested too deep. */
function textOf(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}

function readOf(address: string): Omit<CallRequest, 'params'> {
  const [path = '', parameters] = address.split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(parameters));
  return { method: 'GET', path, query, body: {}, text: '', key: '', madeAt: null, again: false };
}

/** An answer as it stands in a batch. */
function batchAnswer(status: number, outcome: unknown): BatchAnswer {
  if (!(outcome instanceof Problem)) return { status, body: outcome ?? null };
  const { retryAfter } = outcome;
  return {
    status: outcome.status,
    body: outcome.toJSON(),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
