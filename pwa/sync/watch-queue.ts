import { countUnsent } from '#pwa/lib/storage/unsent-count.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { followQuery } from '#pwa/sync/pull/follow-query.ts';
import type { Queue } from './engine-state.ts';

/**
 * Counts the queued changes at once and after every write to them, in any tab. Returns an unsubscribe.
 *
 * @param onGone the mirror was closed or wiped: there is nothing left to count
 */
export function watchQueue(
  mirror: Mirror,
  onChange: (queue: Queue) => void,
  onGone: () => void,
): () => void {
  const { outbox, questions, meta } = mirror;
  // One transaction: every tab repeats this after each write to the outbox.
  const read = () =>
    mirror.transaction('r', outbox, questions, meta, async () => {
      const refused = await outbox.where('state').equals('refused').count();
      return {
        waiting: (await outbox.count()) - refused,
        refused,
        newest: (await outbox.orderBy('seq').last())?.seq ?? 0,
        conflicts: await questions.count(),
        isSettled: isSettled(await serverState(mirror)),
      };
    });
  const next = (queue: Queue) => {
    countUnsent(mirror.userId, queue.waiting + queue.refused);
    onChange(queue);
  };
  return followQuery(mirror, read, { next, onGone });
}
