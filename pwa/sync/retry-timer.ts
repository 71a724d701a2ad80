import type { Mirror } from '#pwa/local/mirror.ts';
import { type EngineEvent, type EngineState, isInTrouble, patience } from './engine-state.ts';
import { Lanes } from './lanes.ts';

/** The shortest wait before what has just failed is sent again, in milliseconds. */
const SOON = 500;

interface RetryTimerParts {
  mirror: Mirror;
  state: () => EngineState;
  dispatch: (event: EngineEvent) => void;
}

/** Wakes an idle engine: in trouble after a backoff, else when the next failed change is due. */
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
    this.#timer = setTimeout(() => dispatch({ type: 'wanted', wanted: 'due' }), at - now);
  }

  /** In ms since 1970; null if nothing is queued and the page is hidden. */
  #nextCheck(): number | null {
    const state = this.#parts.state();
    const isVisible = document.visibilityState === 'visible';
    if (!isVisible && state.queue.waiting === 0) return null;
    return Date.now() + patience(state, Date.now(), isVisible);
  }

  /** When the next change that failed is due, in ms since 1970; null for none, or before a sign-in. */
  async #nextTry(): Promise<number | null> {
    const { mirror, state } = this.#parts;
    try {
      const due = new Lanes(await mirror.outbox.toArray(), () => true).nextTryAt;
      return due === null || state().isSignedOut ? null : Math.max(Date.now() + SOON, due);
    } catch {
      // The mirror was closed under this engine; the next trigger opens it again.
      return null;
    }
  }
}
