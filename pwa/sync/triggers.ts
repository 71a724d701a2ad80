import { connection, markOffline } from '#pwa/lib/connection.ts';
import { countUnsent } from '#pwa/lib/storage/unsent-count.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { onSendRequest } from '#pwa/local/outbox/outbox-actions.ts';
import { EMPTY_QUEUE, type EngineEvent } from './engine-state.ts';
import { followQuery } from './pull/follow-query.ts';
import type { Wanted } from './push/push.ts';

type Dispatch = (event: EngineEvent) => void;

/**
 * Turns what the browser, a person, the outbox and other requests say into events of the engine. Returns an
 * unsubscribe.
 */
export function followTriggers(mirror: Mirror, dispatch: Dispatch): () => void {
  const life = new AbortController();
  const wake = (wanted: Wanted) => dispatch({ type: 'wanted', wanted });
  const listen = (target: EventTarget, event: string, listener: () => void) =>
    target.addEventListener(event, listener, { signal: life.signal });
  listen(window, 'online', () => wake('again'));
  listen(window, 'offline', markOffline);
  listen(window, 'pageshow', () => wake('again'));
  listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') wake('again');
  });
  const stops = [
    onSendRequest(() => wake('all')),
    connection.subscribe(({ isOffline }, before) => {
      if (isOffline !== before.isOffline) {
        dispatch({ type: 'connection-changed', isOffline, now: Date.now() });
      }
    }),
    expiry.subscribe(({ expired }) => dispatch({ type: 'session-changed', isSignedOut: expired })),
    watchQueue(mirror, dispatch),
  ];
  return () => {
    life.abort();
    for (const stop of stops) stop();
  };
}

/** Counts the queued changes at once and after every write to them, in any tab. Returns an unsubscribe. */
function watchQueue(mirror: Mirror, dispatch: Dispatch): () => void {
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
  return followQuery(mirror, read, {
    next: (queue) => {
      countUnsent(mirror.userId, queue.waiting + queue.refused);
      dispatch({ type: 'queue-changed', queue });
    },
    // The mirror was closed or wiped: there is nothing left to count.
    onGone: () => dispatch({ type: 'queue-changed', queue: EMPTY_QUEUE }),
  });
}
