import { isOffline } from '#pwa/lib/connection.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import { LONGEST_WAIT, readFailure } from './push/after-failure.ts';

interface JobOptions {
  /** Retries in a row; then the job waits until it is asked. */
  tries?: number;
  /** Called when the wait is over; runs the job where nothing else is said. */
  whenDue?: () => void;
}

/**
 * A piece of work with the server, once at a time: asked for meanwhile, it is done once more. Work that fails is
 * retried with backoff, or after the server's `Retry-After`; while offline the engine asks for it when the server is
 * heard again.
 */
export class Job {
  readonly #work: () => Promise<unknown>;
  readonly #signal: AbortSignal;
  readonly #tries: number;
  readonly #whenDue: () => void;
  #isWanted = false;
  #running: Promise<void> | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param work resolves to the wait before it is due by itself, in ms; to anything else for never */
  constructor(
    work: (signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
    { tries = 5, whenDue = () => void this.run() }: JobOptions = {},
  ) {
    this.#work = () => work(signal);
    this.#signal = signal;
    this.#tries = tries;
    this.#whenDue = () => {
      if (!signal.aborted) whenDue();
    };
  }

  /** Does the work now. Resolves when nothing more is asked for. Never throws. */
  async run(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#workOff();
    await this.#running;
  }

  async #workOff(): Promise<void> {
    clearTimeout(this.#timer);
    let wait: number | null = null;
    while (this.#isWanted && !this.#signal.aborted) {
      this.#isWanted = false;
      wait = await this.#try();
    }
    this.#running = null;
    if (wait === null) return;
    // A browser fires a timer at once whose delay does not fit into 31 bits.
    this.#timer = setTimeout(this.#whenDue, Math.min(wait, LONGEST_WAIT));
  }

  /** Resolves to the wait before the next try; null for none. */
  async #try(): Promise<number | null> {
    try {
      const wait = await this.#work();
      this.#failures = 0;
      return typeof wait === 'number' ? wait : null;
    } catch (error) {
      if (this.#signal.aborted) return null;
      const attempt = readFailure(error, Date.now());
      if (!attempt) console.error(error);
      const isOver = attempt && attempt.verdict !== 'cut-off' && attempt.verdict !== 'later';
      if (isOver || isOffline()) return null;
      this.#failures = this.#failures === this.#tries ? 0 : this.#failures + 1;
      if (this.#failures === 0) return null;
      return Math.max(attempt?.retryAfter ?? 0, waitBeforeRetry(this.#failures));
    }
  }
}
