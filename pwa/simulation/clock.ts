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
  seq: number;
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
  readonly #due = new Map<number, Due>();
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
      this.#due.delete(next.handle);
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
    this.#due.set(known, { ...due, at, seq: this.#seq, handle: known });
    return known;
  }

  #next(end: number): Due | undefined {
    let first: Due | undefined;
    for (const due of this.#due.values()) {
      if (due.at > end) continue;
      if (!first || due.at < first.at || (due.at === first.at && due.seq < first.seq)) first = due;
    }
    return first;
  }
}
