import type { Mirror } from './mirror.ts';
import { isFull, reopening } from './reopening.ts';

/**
 * Gives back disk space when the device is full: history entries go first, for they are read again
 * with the application that they belong to. The outbox is never touched.
 */
export async function makeRoom(mirror: Mirror): Promise<void> {
  await mirror.transaction('rw', mirror.history, mirror.meta, async () => {
    await mirror.history.clear();
    await mirror.meta.where('key').startsWith('application:').delete();
    await mirror.meta.put({ key: 'history-trimmed' });
  });
}

/** As `reopening`; on a full device the work is done once more, when the mirror has made room. */
export async function withRoom<T>(mirror: Mirror, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await reopening(mirror, work);
  } catch (error) {
    if (!isFull(error)) throw error;
    await makeRoom(mirror);
    return reopening(mirror, work);
  }
}
