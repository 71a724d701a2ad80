import { Problem } from '#contract/problems.ts';
import { failureOf } from '#prisma/failures.ts';

/** Calls that share a transaction at most: other writes wait for it. */
export const MOST_TOGETHER = 250;

interface Waiting<Call> {
  call: Call;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * Applies calls together that arrive while others of their kind are being applied: they share one
 * transaction and so one wait for the disk. A call that arrives alone is applied at once.
 */
export class CallBatcher<Call> {
  readonly #apply: (calls: readonly Call[]) => Promise<unknown[]>;
  #waiting: Waiting<Call>[] = [];
  #busy = false;

  /**
   * @param apply applies calls in one transaction: an outcome for each, a Problem for a refused call.
   *   When it throws, nothing was written, and each call is retried on its own
   */
  constructor(apply: (calls: readonly Call[]) => Promise<unknown[]>) {
    this.#apply = apply;
  }

  /** The number of calls that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** The reply to a call. Throws its refusal. */
  add(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      if (this.#busy) return;
      this.#busy = true;
      // Requests that have arrived at the same moment are read from their connections first.
      setImmediate(() => void this.#applyAll());
    });
  }

  async #applyAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#settle(this.#waiting.splice(0, MOST_TOGETHER));
      // Callers that were answered call again: lets their next calls arrive.
      await new Promise(setImmediate);
    }
    this.#busy = false;
  }

  async #settle(group: Waiting<Call>[]): Promise<void> {
    try {
      const outcomes = await this.#apply(group.map(({ call }) => call));
      for (const [n, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[n];
        if (outcome instanceof Problem) reject(outcome);
        else resolve(outcome);
      }
    } catch (error) {
      if (group.length === 1 || isForAll(error)) for (const { reject } of group) reject(error);
      else for (const each of group) await this.#settle([each]);
    }
  }
}

/** A failure that would meet each call again. */
function isForAll(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'unavailable' || failure === 'storage-full';
}
