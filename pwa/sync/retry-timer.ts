import type { Mirror } from '#pwa/local/database/mirror.ts';
import { Lanes } from '#pwa/sync/push/lanes.ts';
import { type EngineEvent, type EngineState, isInTrouble, retryDelay } from './engine-state.ts';
import { LONGEST_WAIT } from './retry-time.ts';

/** The shortest wait before a failed change is retried, in milliseconds. */
const SOON = 500;
const NEVER = Number.POSITIVE_INFINITY;

interface RetryTimerParts {
  mirror: Mirror;
  state: () => EngineState;
  dispatch: (event: EngineEvent) => void;
}

/** Wakes an idle engine: in trouble after a backoff, else when a failed change or an interrupted pull is due. */
export class RetryTimer {
  readonly #parts: RetryTimerParts;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: RetryTimerParts) {
    this.#parts = parts;
  }

  async plan(): Promise<void> {
    const { state } = this.#parts;
    clearTimeout(this.#timer);
    if (isInTrouble(state())) {
      this.#wakeAt(this.#nextCheck());
      return;
    }
    const at = await this.#nextTry();
    // A round or trouble that began during the read plans its own retry.
    if (state().phase === 'idle' && !isInTrouble(state())) this.#wakeAt(at);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wakeAt(at: number | null): void {
    const { state, dispatch } = this.#parts;
    if (state().phase === 'stopped') return;
    const now = Date.now();
    dispatch({ type: 'retry-planned', at, now });
    clearTimeout(this.#timer);
    if (at === null) return;
    // A browser fires a timer at once whose delay does not fit into 31 bits.
    const delay = Math.min(at - now, LONGEST_WAIT);
    this.#timer = setTimeout(() => dispatch({ type: 'wanted', wanted: 'due' }), delay);
  }

  /** In ms since 1970; null if nothing is queued and the page is hidden. */
  #nextCheck(): number | null {
    const state = this.#parts.state();
    const isVisible = document.visibilityState === 'visible';
    if (!isVisible && state.queue.waiting === 0) return null;
    return Date.now() + retryDelay(state, Date.now(), isVisible);
  }

  /**
   * When the next failed change or interrupted pull is due, in ms since 1970; null for none, or before
   * a sign-in. A hidden page pulls when it is shown.
   */
  async #nextTry(): Promise<number | null> {
    const { mirror, state } = this.#parts;
    try {
      const lanes = new Lanes(await mirror.outbox.toArray(), () => true);
      const now = Date.now();
      const { isSignedOut, pullAt } = state();
      const isPullOwed = pullAt !== null && document.visibilityState === 'visible';
      const pull = isPullOwed ? now + pullAt - performance.now() : NEVER;
      const due = Math.min(lanes.nextTryAt(now) ?? NEVER, pull);
      return due === NEVER || isSignedOut ? null : Math.max(now + SOON, due);
    } catch {
      // The mirror was closed under this engine; the next trigger opens it again.
      return null;
    }
  }
}
