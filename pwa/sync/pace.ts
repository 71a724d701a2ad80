/** Changes that go together at first, and at most. */
const FIRST = 50;
const MOST = 250;
/** A batch that took longer, in milliseconds, does not grow. */
const QUICK = 3_000;
const GROWTH = 4;

/**
 * How many changes go together in one request. What arrives quickly may grow; what fails is halved,
 * down to one by its own documented call, so that on a bad link every step is small enough to end,
 * and a change that breaks a batch is found.
 */
export class Pace {
  #size = FIRST;

  get size(): number {
    return this.#size;
  }

  /** As many changes arrived in one request, after so many milliseconds. */
  went(count: number, took: number): void {
    if (count >= this.#size && took < QUICK) this.#size = Math.min(MOST, this.#size * GROWTH);
  }

  /** A request was not answered, or refused as a whole. */
  failed(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2));
  }
}
