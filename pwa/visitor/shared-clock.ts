import { type ClockError, clockError, recallClock } from '#pwa/lib/time/server-clock.ts';
import { getRow, putRow } from './store.ts';

/** How often the same error is written again, in ms. */
const KEEP_EVERY = 60 * 60_000;
/** Errors that differ by less are the same, in ms: answers tell whole seconds. */
const SAME = 2_000;
const CLOCK = 'clock';

/**
 * Keeps what an answer has told about the error of this device's clock, for the other scripts of this
 * browser: the loader, the page and the service worker share no memory. Never throws.
 */
export async function shareClock(): Promise<void> {
  const learnt = clockError();
  if (!learnt) return;
  const { skew, wall } = learnt;
  const stored = await getRow<ClockError>('settings', CLOCK);
  const isSame = stored !== undefined && Math.abs(skew - stored.skew) < SAME;
  if (isSame && Math.abs(wall - stored.wall) < KEEP_EVERY) return;
  await putRow('settings', { name: CLOCK, skew, wall });
}

/** Takes over what another script has kept, unless this one has heard from the server. Never throws. */
export async function takeSharedClock(): Promise<void> {
  const stored = await getRow<ClockError>('settings', CLOCK);
  if (stored) recallClock(stored);
}
