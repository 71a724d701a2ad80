import type { LiveEvent } from '#contract/live.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { listStates } from '#pwa/local/rows/list-state.ts';
import type { EngineState } from '#pwa/sync/engine-state.ts';
import { readFailure } from '#pwa/sync/push/failed-attempt.ts';
import { LONGEST_WAIT } from '#pwa/sync/retry-time.ts';
import type { Refresher } from './refresher.ts';

/** How often in a row one event may lead to a pull while more events arrive. */
const ROUNDS = 5;

interface PullerParts {
  mirror: Mirror;
  lists: readonly ListName[];
  refresher: Refresher;
  /** Resolves when no change is being sent. */
  whenSent: () => Promise<void>;
  /** The newest event, while the engine runs. */
  newest: () => LiveEvent | null;
  /** Told which pulls have to go on, and when, by `performance.now()`. */
  onInterrupted: (lists: readonly ListName[], at: number) => void;
}

/** Lists that are pulled together. */
interface Pulling {
  lists: readonly ListName[];
  done: Promise<void>;
}

/** Pulls lists without being asked by a screen: after a drain, and after an event. Never throws. */
export class Puller {
  readonly #parts: PullerParts;
  #pulling: Promise<unknown> = Promise.resolve();
  #isCatchingUp = false;
  /** An event has come since the mirror was last compared with the newest one. */
  #isNews = false;
  /** How often in a row a pull has failed. */
  #failures = 0;

  constructor(parts: PullerParts) {
    this.#parts = parts;
  }

  /** Pulls the owed lists, in one round trip while the event stream is open. */
  pullOwed({ owed, isLive }: Pick<EngineState, 'owed' | 'isLive'>): void {
    const lists = this.#parts.lists.filter((list) => owed[list]);
    if (lists.length === 0) return;
    const { refresher } = this.#parts;
    const isTogether = isLive && lists.every((list) => owed[list] === 'always');
    const pulls: Pulling[] = isTogether
      ? [{ lists, done: refresher.refreshTogether(lists) }]
      : lists.map((list) => {
          const done = refresher.refresh([list], { force: owed[list] === 'always' });
          return { lists: [list], done };
        });
    this.#pulling = this.#finish(pulls);
  }

  /**
   * Waits for pulls. What an interrupted one has left is pulled after a backoff: half a list must not
   * stand until a person comes back to it.
   *
   * @returns whether all succeeded
   */
  async #finish(pulls: readonly Pulling[]): Promise<boolean> {
    const ends = await Promise.allSettled(pulls.map(({ done }) => done));
    const waits: number[] = [];
    const failed = ends.flatMap((end, at) => {
      const attempt = end.status === 'rejected' ? readFailure(end.reason, Date.now()) : null;
      if (attempt?.verdict !== 'cut-off' && attempt?.verdict !== 'later') return [];
      waits.push(Math.min(attempt.retryAfter ?? 0, LONGEST_WAIT));
      return pulls[at]?.lists ?? [];
    });
    this.#failures = failed.length > 0 ? this.#failures + 1 : 0;
    const wait = Math.max(0, ...waits, waitBeforeRetry(Math.max(1, this.#failures)));
    const interrupted = await this.#interrupted(failed);
    if (interrupted.length > 0) {
      this.#parts.onInterrupted(interrupted, performance.now() + wait);
    }
    return ends.every(({ status }) => status === 'fulfilled');
  }

  /** The lists that are incomplete on this device. */
  async #interrupted(lists: readonly ListName[]): Promise<ListName[]> {
    if (lists.length === 0) return [];
    const states = await this.#states(lists);
    return states.filter(({ tail }) => tail).map(({ key }) => key);
  }

  /** How far the lists have come; none when the mirror cannot be read: it was closed under this engine. */
  async #states(lists: readonly ListName[]): Promise<ListState[]> {
    try {
      return await listStates(this.#parts.mirror, lists);
    } catch {
      return [];
    }
  }

  /** Pulls what the newest event reports, after what this phone has to send. */
  follow(): void {
    this.#isNews = true;
    if (!this.#isCatchingUp) void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    const { lists, refresher, whenSent } = this.#parts;
    this.#isCatchingUp = true;
    try {
      for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
        this.#isNews = false;
        await whenSent();
        await this.#pulling;
        if (await this.#isBehind()) {
          if (!(await this.#finish([{ lists, done: refresher.refreshTogether(lists) }]))) return;
        } else if (!this.#isNews) return;
      }
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /** Whether a list that was pulled before lacks what the newest event reports. */
  async #isBehind(): Promise<boolean> {
    const heard = this.#parts.newest();
    if (!heard) return false;
    const states = await this.#states(this.#parts.lists);
    return states.some(
      ({ epoch, cursor, tail }) =>
        epoch !== null && !tail && (epoch !== heard.epoch || cursor < heard.revision),
    );
  }
}
