import { Problem } from '#contract/problems.ts';
import { failureOf } from '#prisma/failures.ts';

/** Calls that are made together at most: while they are, others wait for the database. */
export const MOST_TOGETHER = 250;

/** A call that may be made together with others of its kind. */
interface Gathered<Call> {
  call: Call;
  /** Makes it in a transaction of its own. */
  alone(): Promise<unknown>;
}

interface Waiting<Call> extends Gathered<Call> {
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * Makes calls together that come while others of their kind are being made: what many have to wait
 * for, the disk at the end of a transaction, they then wait for once. Each is answered only after
 * that. A call that comes alone is made alone, at once.
 */
export class Gathering<Call> {
  readonly #together: (calls: Call[]) => Promise<unknown[]>;
  #waiting: Waiting<Call>[] = [];
  #busy = false;

  /**
   * @param together makes calls in one transaction: an outcome for each, a Problem for one that is
   *   refused. When it throws nothing was written, and the calls are made alone
   */
  constructor(together: (calls: Call[]) => Promise<unknown[]>) {
    this.#together = together;
  }

  /** The reply of a call; throws what it is refused with. */
  make(gathered: Gathered<Call>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...gathered, resolve, reject });
      if (this.#busy) return;
      this.#busy = true;
      // What has arrived at the same moment is read from its connections before this.
      setImmediate(() => void this.#makeAll());
    });
  }

  async #makeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.splice(0, MOST_TOGETHER);
      if (calls.length === 1 || !(await this.#makeTogether(calls))) await makeAlone(calls);
      // Those who were answered call again: that is gathered, too.
      await new Promise(setImmediate);
    }
    this.#busy = false;
  }

  /** False when each must be made alone: then one that fails fails for itself. */
  async #makeTogether(calls: Waiting<Call>[]): Promise<boolean> {
    try {
      const outcomes = await this.#together(calls.map(({ call }) => call));
      for (const [n, { resolve, reject }] of calls.entries()) {
        const outcome = outcomes[n];
        if (outcome instanceof Problem) reject(outcome);
        else resolve(outcome);
      }
      return true;
    } catch (error) {
      const failure = failureOf(error);
      // Alone they would all wait for the same again.
      const forAll = failure === 'unavailable' || failure === 'storage-full';
      if (forAll) for (const { reject } of calls) reject(error);
      return forAll;
    }
  }
}

async function makeAlone<Call>(calls: Waiting<Call>[]): Promise<void> {
  for (const { alone, resolve, reject } of calls) await alone().then(resolve, reject);
}
