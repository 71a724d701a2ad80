import { connection, markOffline } from '#pwa/lib/connection.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { onSendRequest } from '#pwa/local/outbox/send-request.ts';
import type { Wanted } from '#pwa/sync/push/send-loop.ts';
import type { EngineEvent } from './engine-state.ts';

/**
 * Turns what the browser, a person and other requests say into events of the engine. Returns an
 * unsubscribe.
 */
export function followTriggers(dispatch: (event: EngineEvent) => void): () => void {
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
  ];
  return () => {
    life.abort();
    for (const stop of stops) stop();
  };
}
