import { expiry } from '#pwa/lib/time/expiry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { forgetOldEndings } from '#pwa/local/outbox/ended.ts';
import { HOLD, withLeaderLock } from '#pwa/sync/leader-lock.ts';
import type { Stop } from './after-failure.ts';
import type { Progress } from './delivery.ts';
import { readFailure } from './failed-attempt.ts';
import { replayAfterRestore } from './replay-after-restore.ts';
import { type SendOptions, sendOutbox } from './send-loop.ts';

/** How often in a row a drain asks what a restored server has lost. */
const RESTORES = 3;

/** What a drain has done, and why it ended. */
export type Drained = Readonly<Progress> & { end: 'done' | 'cut-off' | 'signed-out' };

/**
 * Sends the outbox through the documented calls, each change under its idempotency key: a single one
 * by its own call, several in one batch. The changes of a lane go in order; lanes are independent.
 * Of several tabs one sends at a time.
 *
 * A change ends as accepted (its rows in the mirror, its entry gone) or refused (kept with the
 * server's reason until a person decides); until then it stays queued. What a restored server has lost
 * is put back into the outbox first, so that everything is sent in its order.
 */
export async function drain(mirror: Mirror, options: SendOptions): Promise<Drained> {
  const progress: Progress = { sent: 0, touched: new Set(), restored: false };
  // Without anything to send there is no need to wait for other tabs.
  if (await hasNothingToDo(mirror)) return { ...progress, end: 'done' };
  const lock = `agency-outbox-${mirror.userId}`;
  let { wanted } = options;
  let restores = 0;
  for (;;) {
    const before = progress.sent;
    const stop = await withLeaderLock(lock, options.signal, HOLD, (signal) =>
      replayAndSend(mirror, { ...options, wanted, signal }, progress),
    );
    options.signal.throwIfAborted();
    if (stop === 'restored') {
      restores += 1;
      if (restores === RESTORES) return { ...progress, end: 'cut-off' };
      continue;
    }
    if (progress.sent > 0) await reopening(mirror, () => forgetOldEndings(mirror));
    if (stop || progress.sent === before) return { ...progress, end: stop ?? 'done' };
    wanted = 'due';
  }
}

function hasNothingToDo(mirror: Mirror): Promise<boolean> {
  return reopening(mirror, () =>
    mirror.transaction(
      'r',
      mirror.outbox,
      mirror.meta,
      async () => isSettled(await serverState(mirror)) && (await mirror.outbox.count()) === 0,
    ),
  );
}

async function replayAndSend(
  mirror: Mirror,
  options: SendOptions,
  progress: Progress,
): Promise<Stop> {
  try {
    if (await replayAfterRestore(mirror, options.signal)) progress.restored = true;
  } catch (error) {
    if (options.signal.aborted) return 'cut-off';
    const attempt = readFailure(error, Date.now());
    if (!attempt) throw error;
    if (attempt.verdict === 'signed-out') {
      expiry.setState({ expired: true });
      return 'signed-out';
    }
    if (attempt.verdict === 'cut-off' || attempt.verdict === 'later') return 'cut-off';
    // A user who may not ask is refused each change, too: with its reason.
  }
  return sendOutbox(mirror, options, progress);
}
