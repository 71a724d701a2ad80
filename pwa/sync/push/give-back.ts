import { offerCopies } from '#contract/backups/copies.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { readFailure } from './after-failure.ts';

/**
 * Offers the server what it may have lost by a restored backup (keep-copies.ts), call by call. What it refuses is
 * forgotten: the person has lost the right. Throws what `call` throws if it must be tried again.
 */
export async function giveBack(mirror: Mirror, signal: AbortSignal): Promise<void> {
  const { copies, userId } = mirror;
  for (;;) {
    const next = await reopening(mirror, () => copies.orderBy(':id').first());
    if (!next) return;
    try {
      await call(offerCopies, { body: next.body, sentFor: userId, signal });
    } catch (error) {
      if (readFailure(error, Date.now())?.verdict !== 'refused') throw error;
    }
    await reopening(mirror, () => copies.delete(next.id));
  }
}
