/** The size of the first batch, and of the largest. */
const FIRST = 50;
const MOST = 250;
/** A batch that took longer, in milliseconds, does not grow. */
const QUICK = 3_000;
const GROWTH = 4;

/**
 * The size of the next batch. It grows while batches arrive quickly and halves when one fails, down to
 * one change by its own call: on a bad connection every request becomes small enough to end, and a
 * change that breaks its batch is found.
 */
export class Pace {
  #size = FIRST;

  get size(): number {
    return this.#size;
  }

  /** A request with `count` changes was answered after `took` milliseconds. */
  went(count: number, took: number): void {
    if (count >= this.#size && took < QUICK) this.#size = Math.min(MOST, this.#size * GROWTH);
  }

  /** A request was not answered, or was refused as a whole. */
  failed(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2));
  }
}
