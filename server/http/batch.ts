import { Problem } from '#contract/problems.ts';
import { type BatchAnswer, type BatchCall, BODY_BYTES } from '#contract/sync.ts';
import type { Context } from './context.ts';
import type { Log } from './log.ts';
import { describeError, problemOf } from './problems.ts';
import type { Dispatch, Request } from './serve.ts';

/** After so long no further call of a batch is begun, in milliseconds: the answer must not be late. */
const TIME_FOR_CALLS = 5_000;

/** Makes the calls that came in one request, each as if it had come alone. */
export interface Batches {
  /** The writes, in their order; the first of a lane that is not accepted holds the rest of it. */
  makeCalls(ctx: Context, calls: readonly BatchCall[]): Promise<BatchAnswer[]>;
  /** The reads, one after the other. */
  makeReads(ctx: Context, paths: readonly string[]): Promise<BatchAnswer[]>;
}

export function makeBatches(dispatch: Dispatch, log: Log): Batches {
  async function attempt(ctx: Context, make: () => BatchRequest): Promise<BatchAnswer> {
    try {
      const { status, reply } = await dispatch(ctx, make());
      return { status, body: reply ?? null };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status >= 500) {
        log.error({ requestId: ctx.state.requestId, error: describeError(error) }, problem.code);
      }
      return answerOf(problem);
    }
  }

  return {
    async makeCalls(ctx, calls) {
      const lastMoment = performance.now() + TIME_FOR_CALLS;
      const gate = new Gate();
      const answers: BatchAnswer[] = [];
      for (const call of calls) {
        const isHeld = gate.holds(call) || performance.now() > lastMoment;
        const answer = isHeld ? answerOf(HELD) : await attempt(ctx, () => writeOf(call));
        if (answer.status >= 400) gate.close(call);
        answers.push(answer);
      }
      return answers;
    },

    async makeReads(ctx, paths) {
      const answers: BatchAnswer[] = [];
      for (const path of paths) answers.push(await attempt(ctx, () => readOf(path)));
      return answers;
    },
  };
}

type BatchRequest = Omit<Request, 'params'>;

const HELD = new Problem('held', 'This call waits for one before it.');

/** Knows which calls of a batch may be made: those behind one that was not accepted may not. */
class Gate {
  readonly #lanes = new Set<string>();
  readonly #keys = new Set<string>();

  holds({ lane, after }: BatchCall): boolean {
    return this.#lanes.has(lane) || (after !== null && this.#keys.has(after));
  }

  close({ lane, key }: BatchCall): void {
    this.#lanes.add(lane);
    this.#keys.add(key);
  }
}

function answerOf(problem: Problem): BatchAnswer {
  const { status, retryAfter } = problem;
  return { status, body: problem.toJSON(), ...(retryAfter !== undefined && { retryAfter }) };
}

/** Throws what the same call alone would be refused with before it is looked at. */
function writeOf({ method, path, body, key }: BatchCall): BatchRequest {
  if (key.trim() === '') throw new Problem('invalid-input', 'A call in a batch needs a key.');
  const text = body === undefined ? '' : textOf(body);
  if (text === null) throw new Problem('invalid-json', 'The body is nested too deep.');
  if (Buffer.byteLength(text) > BODY_BYTES) {
    throw new Problem('body-too-large', 'The body is too large.');
  }
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
