import { Deadline } from '#pwa/lib/deadline.ts';

/** After this long a tab that holds a lock counts as frozen or crashed, in milliseconds. */
const FROZEN = 35_000;

/**
 * Does `work` while no other tab does the same: under a Web Lock, queued, not tried. A holder that
 * does not give it back within 35 s is robbed of it, and its signal aborts when it wakes; what it
 * sends then is sent under the same keys, so nothing is applied twice.
 *
 * Throws when `outer` aborts before the turn comes, and whatever `work` throws.
 *
 * @param limit how long `work` may take before its signal aborts, in milliseconds; Infinity for any
 */
export async function inTurn<T>(
  name: string,
  outer: AbortSignal,
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  if (!('locks' in navigator)) return inPageTurn(name, () => within(outer, limit, work));
  const patience = new Deadline(FROZEN, outer);
  try {
    return await hold(name, { signal: patience.signal }, patience, outer, limit, work);
  } catch (error) {
    if (!patience.signal.aborted || outer.aborted) throw error;
    return await hold(name, { steal: true }, patience, outer, limit, work);
  } finally {
    patience.end();
  }
}

async function hold<T>(
  name: string,
  options: LockOptions,
  patience: Deadline,
  outer: AbortSignal,
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const held: { time?: Deadline } = {};
  try {
    return await navigator.locks.request(name, options, () => {
      patience.end();
      held.time = new Deadline(limit, outer);
      return work(held.time.signal);
    });
  } finally {
    // Robbed of the lock, the work would go on without it.
    held.time?.expire();
  }
}

async function within<T>(
  outer: AbortSignal,
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new Deadline(limit, outer);
  try {
    return await work(time.signal);
  } finally {
    time.end();
  }
}

const turns = new Map<string, Promise<unknown>>();

/** Browsers without Web Locks: one after the other within this page at least. */
function inPageTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(name, mine);
  return mine;
}
