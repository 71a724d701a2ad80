import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';

/**
 * Finds out what the server has lost if a restored backup may have replaced its database: before anything is sent to the
 * new one, and before rows of it replace those here. Throws what `call` throws.
 *
 * @returns whether the server was asked
 */
export async function settle(mirror: Mirror, signal: AbortSignal): Promise<boolean> {
  if (isSettled(await reopening(mirror, () => serverState(mirror)))) return false;
  if (await reopening(mirror, () => knowsFirst(mirror))) return false;
  // Only a restore needs it.
  const { replayAfterRestore } = await import('./replay-after-restore.ts');
  return replayAfterRestore(mirror, signal);
}

/** The first database that a new mirror hears of is that of this phone's changes: true if it is that one. */
function knowsFirst(mirror: Mirror): Promise<boolean> {
  const { ended, meta } = mirror;
  return mirror.transaction('rw', ended, meta, async () => {
    const state = await serverState(mirror);
    const isFirst = !state.epoch && state.heard !== null && (await ended.count()) === 0;
    if (isFirst) await meta.put({ ...state, epoch: state.heard });
    return isFirst;
  });
}
