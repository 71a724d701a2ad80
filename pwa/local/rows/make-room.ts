import type { Mirror } from '#pwa/local/database/mirror.ts';
import { isFull, reopening } from '#pwa/local/database/reopening.ts';
import { listStateWithin } from '#pwa/local/database/server-state.ts';
import { trimHistory } from './history.ts';

/** How long the history that made room is not read again, in ms. */
const TRIMMED_FOR = 24 * 60 * 60_000;
/** Free space that the whole history and a second copy of the rows need at most, in bytes. */
const ROOM = 50 * 1024 * 1024;

/**
 * Frees disk space when the device is full: deletes the older half of the history. It is read again with each
 * application, and as a whole when there is room. The outbox is never touched.
 *
 * @returns false if there was no history left
 */
export function makeRoom(mirror: Mirror): Promise<boolean> {
  // Once the device was full, Firefox allows the next transaction of a connection nothing but deletions.
  return reopening(mirror, () =>
    mirror.transaction('rw', mirror.historyPages, mirror.meta, async () => {
      if (!(await trimHistory(mirror))) return false;
      await mirror.meta.where('key').startsWith('application:').delete();
      const { generation } = await listStateWithin(mirror, 'applications');
      await mirror.meta.put({ key: 'history-trimmed', generation, at: Date.now() });
      return true;
    }),
  );
}

/** As `reopening`; on a full device it frees space until the work succeeds. */
export async function withRoom<T>(mirror: Mirror, work: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await reopening(mirror, work);
    } catch (error) {
      if (!isFull(error) || !(await makeRoom(mirror))) throw error;
    }
  }
}

/** Whether history made room at least a day ago and would fit again. */
export async function fitsAgain(mirror: Mirror): Promise<boolean> {
  const trimmed = await reopening(mirror, () => mirror.meta.get('history-trimmed'));
  if (!trimmed || !('at' in trimmed) || Date.now() - trimmed.at < TRIMMED_FOR) return false;
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > ROOM;
}
