import { unknownKeys } from '#contract/sync.ts';
import { MOST_NOTED } from '#contract/unsent.ts';
import { call } from '#pwa/api/call.ts';
import { connection } from '#pwa/lib/connection.ts';
import type { Loss } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { forgetDiscarded, notedUnsent, noteUnsent } from '#pwa/local/outbox/unsent-note.ts';
import { followQuery } from '#pwa/sync/pull/follow-query.ts';
import { Job } from './job.ts';

/**
 * Notes the oldest queued changes in a cookie, which a browser keeps when it clears a site's storage.
 * In a new mirror it finds out which noted changes were lost with the old one; until that is known the
 * old note stands. The server is asked only if a noted change is missing here.
 */
export class UnsentWatch {
  readonly #mirror: Mirror;
  readonly #finding: Job;
  readonly #onLoss: (loss: Loss | null) => void;
  /** The last read; null before the first. */
  #here: Here | null = null;

  /** @param onLoss told what the person is to know; null for nothing */
  constructor(mirror: Mirror, signal: AbortSignal, onLoss: (loss: Loss | null) => void) {
    this.#mirror = mirror;
    this.#finding = new Job((life) => this.#findLoss(life), signal);
    this.#onLoss = onLoss;
  }

  /** Follows the outbox, whichever tab writes to it. Returns an unsubscribe. */
  start(): () => void {
    const unfollow = followQuery(this.#mirror, () => read(this.#mirror), {
      next: (here) => {
        const { loss } = here;
        this.#here = here;
        this.#onLoss(loss && loss.lost > 0 ? loss : null);
        this.look();
      },
      // This page no longer knows the queue.
      onGone: () => {
        this.#here = null;
      },
    });
    // Answers of the API set the cookie again, as the request had it: an old answer brings an old note.
    const stop = connection.subscribe(() => this.#note());
    return () => {
      unfollow();
      stop();
    };
  }

  /** Updates the note, and finds the loss if it is not known. Never throws. */
  look(): void {
    if (!this.#here) return;
    if (this.#here.loss) this.#note();
    else void this.#finding.run();
  }

  #note(): void {
    if (this.#here?.loss) noteUnsent(this.#mirror.userId, this.#here.keys);
  }

  async #findLoss(signal: AbortSignal): Promise<void> {
    const { loss, keys } = await reopening(this.#mirror, () => read(this.#mirror));
    if (loss) return;
    const noted = notedUnsent(this.#mirror.userId);
    const here = new Set(keys);
    const gone = noted.filter((key) => !here.has(key));
    const lost = await this.#missing(gone, signal);
    await this.#keep(lost, lost > 0 && noted.length === MOST_NOTED);
  }

  /** How many of these changes the server has not accepted. */
  async #missing(keys: string[], signal: AbortSignal): Promise<number> {
    if (keys.length === 0) return 0;
    const how = { sentFor: this.#mirror.userId, signal };
    const { unknown, refused } = await call(unknownKeys, { ...how, body: { keys } });
    return unknown.length + refused.length;
  }

  /** If another tab was quicker, its finding stays: the person may have dismissed it already. */
  async #keep(lost: number, isMore: boolean): Promise<void> {
    const { meta } = this.#mirror;
    await reopening(this.#mirror, () =>
      this.#mirror.transaction('rw', meta, async () => {
        if (!(await meta.get('loss'))) await meta.put({ key: 'loss', lost, isMore });
        forgetDiscarded(this.#mirror.userId);
      }),
    );
  }
}

/** The keys of the oldest queued changes, and the known losses before them. */
interface Here {
  keys: string[];
  loss: Loss | null;
}

function read(mirror: Mirror): Promise<Here> {
  const { outbox, meta } = mirror;
  return mirror.transaction('r', outbox, meta, async () => {
    const entries = await outbox.limit(MOST_NOTED).toArray();
    const loss = await meta.get('loss');
    return {
      keys: entries.map(({ key }) => key),
      loss: loss && 'lost' in loss ? { lost: loss.lost, isMore: loss.isMore } : null,
    };
  });
}
