import type { Mirror } from './mirror.ts';

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
