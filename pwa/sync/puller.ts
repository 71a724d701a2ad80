import type { LiveEvent } from '#contract/live.ts';
import { listStates } from '#pwa/local/list-state.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import type { ListName } from '#pwa/local/rows.ts';
import type { EngineState } from './engine-state.ts';
import type { FirstPage } from './first-pages.ts';
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
}

/** Pulls lists without being asked by a screen: after a drain, and after an event. Never throws. */
export class Puller {
  readonly #parts: PullerParts;
  #pulling: Promise<unknown> = Promise.resolve();
  #following: Promise<void> | null = null;

  constructor(parts: PullerParts) {
    this.#parts = parts;
  }

  /**
   * Pulls the owed lists, in one round trip while the event stream is open.
   *
   * @param pages their first pages that came with the last answer
   */
  pullOwed(
    { owed, isLive }: Pick<EngineState, 'owed' | 'isLive'>,
    pages: ReadonlyMap<ListName, FirstPage>,
  ): void {
    const lists = this.#parts.lists.filter((list) => owed[list]);
    if (lists.length === 0) return;
    const { refresher } = this.#parts;
    const isTogether = isLive && lists.every((list) => owed[list] === 'always' && !pages.has(list));
    const pulls = isTogether
      ? [refresher.refreshTogether(lists)]
      : lists.map((list) => {
          const page = pages.get(list);
          const force = owed[list] === 'always';
          return page ? refresher.take(page) : refresher.refresh([list], { force });
        });
    // A screen that shows a list hears of its failure from useRefreshOnEntry; here nobody asked.
    this.#pulling = Promise.allSettled(pulls);
  }

  /** Pulls what the newest event reports, after what this phone has to send. */
  follow(): void {
    this.#following ??= this.#catchUp().finally(() => {
      this.#following = null;
    });
  }

  async #catchUp(): Promise<void> {
    const { lists, refresher, whenSent } = this.#parts;
    for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
      await whenSent();
      await this.#pulling;
      if (!(await this.#isBehind())) return;
      try {
        await refresher.refreshTogether(lists);
      } catch {
        // The next event, or the next trigger, makes up for it.
        return;
      }
    }
  }

  /** Whether a list that was pulled before lacks what the newest event reports. */
  async #isBehind(): Promise<boolean> {
    const { mirror, lists, newest } = this.#parts;
    const heard = newest();
    if (!heard) return false;
    const states = await listStates(mirror, lists);
    return states.some(
      ({ epoch, cursor, tail }) =>
        epoch !== null && !tail && (epoch !== heard.epoch || cursor < heard.revision),
    );
  }
}
