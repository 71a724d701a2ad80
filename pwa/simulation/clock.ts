import { Violation } from './invariants.ts';

/** So many events without time passing have no reason. */
const BUSY = 1_000;

/** Something that is to happen at a time, once or again and again. */
interface Due {
  at: number;
  seq: number;
  handle: number;
  every: number | null;
  work: () => void;
}

/**
 * The time of a simulated world: it stands still while anything moves and jumps to what is due next,
 * so that hours pass in milliseconds and every run of a seed has the same order of events.
 */
export class Clock {
  /** Milliseconds since 1970, by nobody's clock but the world's. */
  now: number;
  /** How many due things have happened. */
  events = 0;
  readonly #due = new Map<number, Due>();
  readonly #settle: () => Promise<void>;
  #seq = 0;
  /** Events since time went on. */
  #standing = 0;

  /** @param settle resolves when nothing moves any more without time passing */
  constructor(start: number, settle: () => Promise<void>) {
    this.now = start;
    this.#settle = settle;
  }

  /** Has `work` done after `wait` milliseconds; the number takes it back. */
  after(wait: number, work: () => void): number {
    return this.#add({ wait, every: null, work });
  }

  /** Has `work` done every `wait` milliseconds; the number ends it. */
  every(wait: number, work: () => void): number {
    return this.#add({ wait, every: wait, work });
  }

  cancel(handle: number): void {
    this.#due.delete(handle);
  }

  /** Resolves when `wait` milliseconds have passed. Only the world's own things wait like this. */
  wait(wait: number): Promise<void> {
    return new Promise((resolve) => this.after(wait, resolve));
  }

  /** Lets time pass: everything that is due meanwhile happens, one after the other. */
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
