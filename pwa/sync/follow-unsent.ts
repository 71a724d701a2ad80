import { liveQuery } from 'dexie';
import { unknownKeys } from '#contract/sync.ts';
import { MOST_NOTED } from '#contract/unsent.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { connection } from '#pwa/lib/connection.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { reopening } from '#pwa/local/reopening.ts';
import { type Loss, notedUnsent, noteUnsent } from '#pwa/local/unsent-note.ts';

/**
 * Notes what waits on this phone where a browser that clears its storage leaves it, and in a mirror
 * that was made anew finds out what was lost with the one before (fault 25). Until that is known the
 * old note stands. The server is asked only when something that was noted is not here any more.
 */
export class UnsentWatch {
  readonly #mirror: Mirror;
  readonly #signal: AbortSignal;
  readonly #onLoss: (loss: Loss | null) => void;
  /** What was read last; null before that. */
  #here: Here | null = null;
  #asking: Promise<void> | null = null;

  /** @param onLoss told what the person is to know; null for nothing */
  constructor(mirror: Mirror, signal: AbortSignal, onLoss: (loss: Loss | null) => void) {
    this.#mirror = mirror;
    this.#signal = signal;
    this.#onLoss = onLoss;
  }

  /** Follows the outbox, in whatever tab a change is queued or sent. Returns how to stop. */
  start(): () => void {
    const query = liveQuery(() => read(this.#mirror)).subscribe({
      next: (here) => {
        const { loss } = here;
        this.#here = here;
        this.#onLoss(loss && loss.lost > 0 ? loss : null);
        this.look();
      },
      // The mirror was closed or wiped under this page: what waits is no longer its to tell.
      error: () => {
        this.#here = null;
      },
    });
    // An answer to a request that left before the last change has set the note of that moment.
    const stop = connection.subscribe(() => this.#note());
    return () => {
      query.unsubscribe();
      stop();
    };
  }

  /** Sees to it that the note is right, and what was lost known; asks once at a time. Never throws. */
  look(): void {
    if (this.#signal.aborted || !this.#here) return;
    if (this.#here.loss) {
      this.#note();
      return;
    }
    this.#asking ??= this.#findLoss()
      .catch((error: unknown) => {
        const isAnswer = error instanceof ApiError || error instanceof Unreachable;
        // Asked again when the server is heard.
        if (!isAnswer && !this.#signal.aborted) console.error(error);
      })
      .finally(() => {
        this.#asking = null;
      });
  }

  #note(): void {
    if (this.#here?.loss) noteUnsent(this.#mirror.userId, this.#here.keys);
  }

  async #findLoss(): Promise<void> {
    const { loss, keys } = await reopening(this.#mirror, () => read(this.#mirror));
    if (loss) return;
    const noted = notedUnsent(this.#mirror.userId);
    const here = new Set(keys);
    const gone = noted.filter((key) => !here.has(key));
    const lost = await this.#missing(gone);
    await this.#keep(lost, lost > 0 && noted.length === MOST_NOTED);
  }

  /** How many of these changes the server does not have. */
  async #missing(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const how = { sentFor: this.#mirror.userId, signal: this.#signal };
    const { unknown, refused } = await call(unknownKeys, { ...how, body: { keys } });
    return unknown.length + refused.length;
  }

  /** Another tab may have been quicker: what was told, and perhaps put away, is not told again. */
  async #keep(lost: number, isMore: boolean): Promise<void> {
    const { meta } = this.#mirror;
    await reopening(this.#mirror, () =>
      this.#mirror.transaction('rw', meta, async () => {
        if (!(await meta.get('loss'))) await meta.put({ key: 'loss', lost, isMore });
      }),
    );
  }
}

/** The oldest changes that wait here, and what became of those before them, if that is known. */
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
