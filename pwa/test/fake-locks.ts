interface Waiting {
  grant: () => void;
  cancel: (reason: unknown) => void;
}

interface FakeLockOptions {
  signal?: AbortSignal;
  steal?: boolean;
}

interface Held {
  rob: () => void;
}

/** The Web Locks of one browser in memory: exclusive, queued, with `signal` and `steal`. */
export class FakeLocks {
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, Waiting[]>();

  request<T>(name: string, work: () => Promise<T>): Promise<T>;
  request<T>(name: string, options: FakeLockOptions, work: () => Promise<T>): Promise<T>;
  async request<T>(
    name: string,
    ...[first, second]: [() => Promise<T>] | [FakeLockOptions, () => Promise<T>]
  ): Promise<T> {
    const [options, work] = typeof first === 'function' ? [{}, first] : [first, second];
    if (!work) throw new TypeError('There is nothing to do under the lock.');
    if (options.steal) this.#held.get(name)?.rob();
    else if (this.#held.has(name)) await this.#turn(name, options.signal);
    return this.#hold(name, work);
  }

  #turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, queue);
    return new Promise((resolve, reject) => {
      const waiting = { grant: resolve, cancel: reject };
      queue.push(waiting);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(new DOMException('No longer wanted.', 'AbortError'));
      });
    });
  }

  async #hold<T>(name: string, work: () => Promise<T>): Promise<T> {
    let rob = (): void => undefined;
    const robbed = new Promise<never>((_, reject) => {
      rob = () => reject(new DOMException('The lock was stolen.', 'AbortError'));
    });
    const mine: Held = { rob };
    this.#held.set(name, mine);
    try {
      return await Promise.race([work(), robbed]);
    } finally {
      if (this.#held.get(name) === mine) {
        this.#held.delete(name);
        const next = this.#waiting.get(name)?.shift();
        if (next) {
          // Taken at once, so that no other request gets in between.
          this.#held.set(name, { rob: () => undefined });
          next.grant();
        }
      }
    }
  }
}
