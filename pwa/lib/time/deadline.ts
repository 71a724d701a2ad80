/** An abort signal that fires after a time or with another signal. Call `end` when the work is done. */
export class Deadline {
  readonly #limit: number;
  readonly #outer: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param limit milliseconds; Infinity for none */
  constructor(limit: number, outer?: AbortSignal) {
    this.#limit = limit;
    this.#outer = outer;
    if (outer?.aborted) this.expire();
    outer?.addEventListener('abort', this.expire);
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the whole time again. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#limit < Number.POSITIVE_INFINITY) this.#timer = setTimeout(this.expire, this.#limit);
  }

  /** Stops the timer without firing. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.expire);
  }

  /** Fires at once. */
  readonly expire = (): void => {
    this.end();
    this.#controller.abort();
  };
}
