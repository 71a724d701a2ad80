import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import type { BatchAnswer, BatchCall } from '#contract/sync.ts';
import type { Context } from './context.ts';
import { MOST_TOGETHER } from './gathering.ts';
import type { Log } from './log.ts';
import { describeError, problemOf } from './problems.ts';
import type { Dispatcher, Outcome, Prepared, Request } from './serve.ts';

/** After so long no further call of a batch is begun, in milliseconds: the answer must not be late. */
const TIME_FOR_CALLS = 5_000;

/** Makes the calls that came in one request, each as if it had come alone. */
export interface Batches {
  /** The writes, in their order; the first of a lane that is not accepted holds the rest of it. */
  makeCalls(ctx: Context, calls: readonly BatchCall[]): Promise<BatchAnswer[]>;
  /** The reads, one after the other. */
  makeReads(ctx: Context, paths: readonly string[]): Promise<BatchAnswer[]>;
}

export function makeBatches(dispatcher: Dispatcher, log: Log): Batches {
  async function attempt(ctx: Context, make: () => Promise<Outcome>): Promise<BatchAnswer> {
    try {
      return answerOf(await make());
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status >= 500) {
        log.error({ requestId: ctx.state.requestId, error: describeError(error) }, problem.code);
      }
      return answerOf(problem);
    }
  }

  async function makeOne(ctx: Context, call: BatchCall, gate: Gate): Promise<BatchAnswer> {
    const answer = gate.holds(call)
      ? answerOf(HELD)
      : await attempt(ctx, async () => dispatcher.find(ctx, writeOf(call)).perform());
    if (answer.status >= 400) gate.close(call);
    return answer;
  }

  /** Null when the transaction failed: then they are made one by one. */
  async function makeTogether(
    { endpoint, prepared }: Run,
    calls: readonly BatchCall[],
    gate: Gate,
    requestId: string,
  ): Promise<BatchAnswer[] | null> {
    if (!endpoint || prepared.length < 2) return null;
    try {
      const startOrder = () => gate.copy().orderOf(calls);
      const outcomes = await dispatcher.makeTogether(endpoint, prepared, startOrder);
      const answers = outcomes.map(answerOf);
      for (const [n, call] of calls.entries()) {
        if ((answers[n]?.status ?? 500) >= 400) gate.close(call);
      }
      return answers;
    } catch (error) {
      log.error({ requestId, error: describeError(error) }, 'together');
      return null;
    }
  }

  return {
    async makeCalls(ctx, calls) {
      const lastMoment = performance.now() + TIME_FOR_CALLS;
      const gate = new Gate();
      const answers: BatchAnswer[] = [];
      while (answers.length < calls.length) {
        const rest = calls.slice(answers.length, answers.length + MOST_TOGETHER);
        if (performance.now() > lastMoment) {
          answers.push(...rest.map(() => answerOf(HELD)));
          continue;
        }
        const run = await runOf(ctx, rest, dispatcher);
        const now = rest.slice(0, Math.max(1, run.prepared.length));
        const together = await makeTogether(run, now, gate, ctx.state.requestId);
        if (together) answers.push(...together);
        else for (const call of now) answers.push(await makeOne(ctx, call, gate));
      }
      return answers;
    },

    async makeReads(ctx, paths) {
      const answers: BatchAnswer[] = [];
      for (const path of paths) {
        answers.push(await attempt(ctx, async () => dispatcher.find(ctx, readOf(path)).perform()));
      }
      return answers;
    },
  };
}

type BatchRequest = Omit<Request, 'params'>;

const HELD = new Problem('held', 'This call waits for one before it.');

/** The first calls of a list that can be made together, and by what; none when the first cannot. */
interface Run {
  endpoint: Endpoint | null;
  prepared: Prepared[];
}

async function runOf(
  ctx: Context,
  calls: readonly BatchCall[],
  dispatcher: Dispatcher,
): Promise<Run> {
  const run: Run = { endpoint: null, prepared: [] };
  try {
    for (const call of calls) {
      const found = dispatcher.find(ctx, writeOf(call));
      run.endpoint ??= found.together;
      if (run.endpoint === null || found.together !== run.endpoint) break;
      run.prepared.push(await found.prepare());
    }
  } catch {
    // What is wrong in itself is refused when its turn comes.
  }
  return run;
}

/** Knows which calls of a batch may be made: those behind one that was not accepted may not. */
class Gate {
  #lanes = new Set<string>();
  #keys = new Set<string>();

  copy(): Gate {
    const copy = new Gate();
    copy.#lanes = new Set(this.#lanes);
    copy.#keys = new Set(this.#keys);
    return copy;
  }

  holds({ lane, after }: BatchCall): boolean {
    return this.#lanes.has(lane) || (after !== null && this.#keys.has(after));
  }

  close({ lane, key }: BatchCall): void {
    this.#lanes.add(lane);
    this.#keys.add(key);
  }

  /** The same for calls by their number. */
  orderOf(calls: readonly BatchCall[]) {
    const at = (n: number): BatchCall => {
      const call = calls[n];
      if (!call) throw new RangeError(`There is no call ${n}.`);
      return call;
    };
    return {
      holds: (n: number) => (this.holds(at(n)) ? HELD : null),
      close: (n: number) => this.close(at(n)),
    };
  }
}

function answerOf(outcome: Outcome | Problem): BatchAnswer {
  if (!(outcome instanceof Problem)) {
    return { status: outcome.status, body: outcome.reply ?? null };
  }
  const { status, retryAfter } = outcome;
  return { status, body: outcome.toJSON(), ...(retryAfter !== undefined && { retryAfter }) };
}

/** Throws what the same call alone would be refused with before it is looked at. */
function writeOf({ method, path, body, key }: BatchCall): BatchRequest {
  if (key.trim() === '') throw new Problem('invalid-input', 'A call in a batch needs a key.');
  const text = body === undefined ? '' : textOf(body);
  if (text === null) throw new Problem('invalid-json', 'The body is nested too deep.');
  return { method, path, query: {}, body: body ?? {}, text, key: key.trim() };
}

/** A body as a phone writes it when it sends the call alone; null when it is nested too deep. */
function textOf(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}

function readOf(asked: string): BatchRequest {
  const [path = '', parameters] = asked.split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(parameters));
  return { method: 'GET', path, query, body: {}, text: '', key: '' };
}
