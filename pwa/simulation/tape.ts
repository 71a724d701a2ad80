import { seeded } from '#pwa/test/seeded.ts';

/**
 * The random numbers of a run, kept by step. A run that leaves steps out deals the same numbers to each step that is
 * left; a step that needs more than it had draws new ones, which the seed repeats, too.
 */
export class Tape {
  readonly #seed: number;
  /** By step; the first are those of the beginning. */
  readonly #numbers: number[][] = [[]];
  #draw: () => number;
  #isRecorded = false;
  #step = 0;
  #at = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#draw = seeded(seed);
  }

  readonly random = (): number => {
    const numbers = this.#numbers[this.#step] ?? [];
    const known = numbers[this.#at];
    this.#at += 1;
    if (known !== undefined) return known;
    const drawn = this.#draw();
    if (!this.#isRecorded) numbers.push(drawn);
    return drawn;
  };

  /** Goes on to a step, counted from 1. */
  enter(step: number): void {
    this.#step = step;
    this.#at = 0;
    if (this.#isRecorded) this.#draw = seeded(this.#seed * 1_000_003 + step);
    else this.#numbers[step] = [];
  }

  /** Ends the recording: the next run gets the numbers of this one. */
  rewind(): void {
    this.#isRecorded = true;
    this.enter(0);
  }
}
