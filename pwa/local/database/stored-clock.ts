import { type ClockError, clockError, recallClock } from '#pwa/lib/time/server-clock.ts';
import type { Mirror } from './mirror.ts';
import { reopening } from './reopening.ts';

/** How often the same error is written again, in milliseconds. */
const KEEP_EVERY = 60 * 60_000;
/** Errors that differ by less are the same, in milliseconds: answers tell whole seconds. */
const SAME = 2_000;

/**
 * Keeps what answers have told about the error of this phone's clock, for a start without a network.
 * Never throws: the next call keeps it.
 */
export async function storeClock(mirror: Mirror): Promise<void> {
  const learnt = clockError();
  if (!learnt) return;
  const { skew, wall } = learnt;
  const before = stored.get(mirror);
  const isSame = before !== undefined && Math.abs(skew - before.skew) < SAME;
  if (isSame && Math.abs(wall - before.wall) < KEEP_EVERY) return;
  stored.set(mirror, { skew, wall });
  await reopening(mirror, () => mirror.meta.put({ key: 'clock', skew, wall })).catch(() =>
    stored.delete(mirror),
  );
}

/** Reads the stored offset. Never throws: the next answer tells it. */
export async function readClock(mirror: Mirror): Promise<void> {
  const state = await reopening(mirror, () => mirror.meta.get('clock')).catch(() => undefined);
  if (state && 'skew' in state) recallClock(state);
}

/** What this page has kept. */
const stored = new WeakMap<Mirror, ClockError>();
