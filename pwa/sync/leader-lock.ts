import { Deadline } from '#pwa/lib/time/deadline.ts';

/** A tab that holds the lock for longer counts as frozen or crashed, in milliseconds. */
const FROZEN = 35_000;
/** How long a tab may work under the lock before it gives way to another, in milliseconds. */
export const HOLD = 30_000;

type Work<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Elects one tab to do `work`: under a Web Lock that is queued for, not tried. After 35 s another
 * tab steals the lock; the signal of the tab that held it aborts as soon as that tab runs again. Both send
 * under the same idempotency keys, so nothing is applied twice.
 *
 * Throws the reason of `outer` if it aborts before the lock is granted, and whatever `work` throws.
 *
 * @param limit how long `work` may take before its signal aborts, in milliseconds; Infinity for ever
 */
export async function withLeaderLock<T>(
  name: string,
  outer: AbortSignal,
  limit: number,
  work: Work<T>,
): Promise<T> {
  outer.throwIfAborted();
  if (!('locks' in navigator)) return inThisPage(name, outer, limit, work);
  const deadline = new Deadline(FROZEN, outer);
  const onGranted = () => {
    deadline.end();
    return new Deadline(limit, outer);
  };
  const request = (options: LockOptions) => hold(name, options, onGranted, work);
  try {
    return await request({ signal: deadline.signal });
  } catch (error) {
    if (!deadline.signal.aborted || outer.aborted) throw error;
    return await request({ steal: true });
  } finally {
    deadline.end();
  }
}

async function hold<T>(
  name: string,
  options: LockOptions,
  onGranted: () => Deadline,
  work: Work<T>,
): Promise<T> {
  const held: { time?: Deadline } = {};
  try {
    return await navigator.locks.request(name, options, () => {
      held.time = onGranted();
      return work(held.time.signal);
    });
  } finally {
    // When the lock is stolen this rejects while the work still runs: its signal ends it.
    held.time?.expire();
  }
}

const tails = new Map<string, Promise<unknown>>();

/** For browsers without Web Locks: one after the other, but only within this page. */
function inThisPage<T>(name: string, outer: AbortSignal, limit: number, work: Work<T>): Promise<T> {
  const run = async () => {
    const time = new Deadline(limit, outer);
    try {
      return await work(time.signal);
    } finally {
      time.end();
    }
  };
  const mine = (tails.get(name) ?? Promise.resolve()).then(run, run);
  tails.set(name, mine);
  return mine;
}
