import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work goes on in one turn of the event loop, in milliseconds. */
const LONGEST_TURN = 8;

/**
 * Divides work into turns of the event loop. SQLite answers at once, so a call of many queries, or many calls
 * that wait for one another, would be one turn without an end, in which no other call is answered.
 */
export class FairTurns {
  /** When the work of this turn began; null before it. */
  #since: number | null = null;

  /** Runs `work` in this turn, or in the next one if this one has lasted long enough. */
  async within<R>(work: () => Promise<R>): Promise<R> {
    const now = performance.now();
    if (this.#since !== null && now - this.#since > LONGEST_TURN) await nextTurn();
    if (this.#since === null) {
      this.#since = performance.now();
      setImmediate(() => {
        this.#since = null;
      });
    }
    return work();
  }
}
