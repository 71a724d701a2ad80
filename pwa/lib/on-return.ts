import { connection } from './connection.ts';

/**
 * Calls back when the server answers again, or when the browser reports a network. Returns a function
 * that stops it.
 */
export function onReturn(listener: () => void): () => void {
  const stop = connection.subscribe((now, before) => {
    if (!now.isOffline && before.isOffline) listener();
  });
  window.addEventListener('online', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
  };
}
