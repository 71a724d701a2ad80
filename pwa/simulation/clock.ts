import { Violation } from './violation.ts';

/** More events than this at one instant are an endless loop. */
const BUSY = 1_000;

/** The longest delay of a timer, in ms: 31 bits. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The delay of a timer as browsers and Node understand it: one that is too long is none. */
export function delayOf(wait: number): number {
  return wait > LONGEST_DELAY ? 0 : wait;
}

/** A timer. */
interface Due {
  at: number;
  handle: number;
  every: number | null;
  work: () => void;
}

/**
 * The time of a simulated world. It stands still while anything runs, then jumps to the next timer:
 * hours pass in milliseconds, and every run of a seed has the same order of events.
 */
export class Clock {
  /** True time in ms since 1970; devices and server may have clocks that are wrong. */
  now: number;
  /** Timers that fired. */
  events = 0;
  /** The timers that were not cancelled, by handle. */
  readonly #due = new Map<number, Due>();
  /** All timers, the next one first. */
  readonly #queue: Due[] = [];
  readonly #settle: () => Promise<void>;
  #seq = 0;
  /** Events at this instant. */
  #standing = 0;

  /** @param settle resolves when everything waits for a timer */
  constructor(start: number, settle: () => Promise<void>) {
    this.now = start;
    this.#settle = settle;
  }

  /** Runs `work` after `wait` ms. Returns the handle for cancel(). */
  after(wait: number, work: () => void): number {
    return this.#add({ wait, every: null, work });
  }

  /** Runs `work` every `wait` ms. Returns the handle for cancel(). */
  every(wait: number, work: () => void): number {
    return this.#add({ wait, every: wait, work });
  }

  cancel(handle: number): void {
    this.#due.delete(handle);
  }

  /** Resolves after `wait` ms. For the world only; pages have timers of their own. */
  wait(wait: number): Promise<void> {
    return new Promise((resolve) => this.after(wait, resolve));
  }

  /** Lets `ms` pass and fires every timer that is due, one after the other. */
  async pass(ms: number): Promise<void> {
    const end = this.now + Math.round(ms);
    await this.#settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#standing = next.at > this.now ? 0 : this.#standing + 1;
      if (this.#standing > BUSY) throw new Violation('Something keeps busy without any wait.');
      this.now = Math.max(this.now, next.at);
      if (next.every !== null) this.#add({ ...next, wait: next.every });
      this.events += 1;
      next.work();
      await this.#settle();
    }
    this.now = end;
  }

  #add({ wait, handle, ...due }: Pick<Due, 'every' | 'work'> & { wait: number; handle?: number }) {
    this.#seq += 1;
    const at = this.now + Math.max(0, Math.round(wait) || 0);
    const known = handle ?? this.#seq;
    const added = { ...due, at, handle: known };
    this.#due.set(known, added);
    this.#queue.splice(this.#placeOf(at), 0, added);
    return known;
  }

  /** The place in the queue after all timers that are due by `at`. */
  #placeOf(at: number): number {
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#queue[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Takes the next timer that is due by `end`. */
  #next(end: number): Due | undefined {
    for (let [first] = this.#queue; first && first.at <= end; [first] = this.#queue) {
      this.#queue.shift();
      if (this.#due.get(first.handle) !== first) continue;
      this.#due.delete(first.handle);
      return first;
    }
    return undefined;
  }
}
