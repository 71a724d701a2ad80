import type { Mirror } from './mirror.ts';
import { isFull, reopening } from './reopening.ts';

/**
 * Frees disk space when the device is full: deletes the history, which is read again with each
 * application. The outbox is never touched.
 */
export function makeRoom(mirror: Mirror): Promise<void> {
  // Once the device was full, Firefox allows the next transaction of a connection nothing but deletions.
  return reopening(mirror, () =>
    mirror.transaction('rw', mirror.historyPages, mirror.meta, async () => {
      await mirror.historyPages.clear();
      await mirror.meta.where('key').startsWith('application:').delete();
      await mirror.meta.put({ key: 'history-trimmed' });
    }),
  );
}

/** As `reopening`; on a full device it frees space and does the work once more. */
export async function withRoom<T>(mirror: Mirror, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await reopening(mirror, work);
  } catch (error) {
    if (!isFull(error)) throw error;
    await makeRoom(mirror);
    return reopening(mirror, work);
  }
}
