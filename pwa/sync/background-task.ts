import { ApiError } from '#pwa/api/api-error.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';

/** Retries by timer before it waits for the next call of `run`. */
const TRIES = 5;

/**
 * A small piece of work with the server beside the outbox. A failure is retried with backoff; while offline the
 * engine calls `run` when the server is heard again.
 */
export class BackgroundTask {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #signal: AbortSignal;
  #isRunning = false;
  #isWantedAgain = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param work throws what `call` throws */
  constructor(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
    this.#work = work;
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Does the work, once at a time; asked meanwhile, it does it once more. Never throws. */
  run(): void {
    clearTimeout(this.#timer);
    if (this.#signal.aborted) return;
    if (this.#isRunning) {
      this.#isWantedAgain = true;
      return;
    }
    this.#isRunning = true;
    void this.#try().finally(() => {
      this.#isRunning = false;
      if (!this.#isWantedAgain) return;
      this.#isWantedAgain = false;
      this.run();
    });
  }

  async #try(): Promise<void> {
    try {
      await this.#work(this.#signal);
      this.#failures = 0;
    } catch (error) {
      const isRefusal =
        error instanceof ApiError && error.problem && error.status < 500 && error.status !== 429;
      if (isRefusal || isOffline() || this.#signal.aborted) return;
      this.#failures += 1;
      if (this.#failures > TRIES) this.#failures = 0;
      else this.#timer = setTimeout(() => this.run(), waitBeforeRetry(this.#failures));
    }
  }
}
