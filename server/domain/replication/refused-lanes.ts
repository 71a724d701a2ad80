import type { BatchCall } from '#contract/sync.ts';

/** What decides whether a call of a batch may be made. */
export type BatchPlace = Pick<BatchCall, 'key' | 'lane' | 'after'>;

/** Tracks the calls of a batch that an earlier refusal blocks. */
export class RefusedLanes {
  readonly #lanes: Set<string>;
  readonly #keys: Set<string>;

  constructor(lanes: Iterable<string> = [], keys: Iterable<string> = []) {
    this.#lanes = new Set(lanes);
    this.#keys = new Set(keys);
  }

  /** True for a call whose lane, or whose predecessor in another lane, was refused. */
  blocks({ lane, after }: BatchPlace): boolean {
    return this.#lanes.has(lane) || (after !== null && this.#keys.has(after));
  }

  add({ lane, key }: BatchPlace): void {
    this.#lanes.add(lane);
    this.#keys.add(key);
  }

  copy(): RefusedLanes {
    return new RefusedLanes(this.#lanes, this.#keys);
  }
}
