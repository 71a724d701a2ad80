import { liveQuery } from 'dexie';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';

interface Follower<Value> {
  next: (value: Value) => void;
  /** The mirror was closed or wiped: there is nothing left to read. */
  onGone: () => void;
}

/**
 * Reads from the mirror at once and after every write to what was read, in any tab. A live query of
 * Dexie goes deaf when its read fails; this one reads again, at once and then after a backoff. Returns an unsubscribe.
 *
 * @param read one transaction
 */
export function followQuery<Value>(
  mirror: Mirror,
  read: () => Promise<Value>,
  { next, onGone }: Follower<Value>,
): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = (): void => {};
  let isOver = false;

  function follow(): void {
    const query = liveQuery(() => read().then(undefined, failed)).subscribe({
      next: (value) => {
        failures = 0;
        next(value);
      },
      // `failed` has heard of it; Dexie reports no closed database here.
      error: () => undefined,
    });
    unsubscribe = () => query.unsubscribe();
  }

  function failed(error: unknown): never {
    unsubscribe();
    clearTimeout(timer);
    if (mirror.hasBeenClosed()) onGone();
    else if (!isOver) {
      failures += 1;
      // A connection that the browser has closed is opened again at once; what fails twice waits.
      timer = setTimeout(() => void again(), failures === 1 ? 0 : waitBeforeRetry(failures - 1));
    }
    throw error;
  }

  /** Outside the query: only there a connection that the browser has closed can be opened again. */
  async function again(): Promise<void> {
    await reopening(mirror, () => mirror.meta.limit(1).toArray()).catch(() => undefined);
    if (!isOver) follow();
  }

  follow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
