import { keepTrying } from './outbox.ts';

/** Sends calls queued on earlier visits: now, and whenever the network may be back. */
export function keepSending(): void {
  const now = () => void keepTrying();
  addEventListener('online', now);
  addEventListener('pageshow', now);
  document.addEventListener('visibilitychange', () => document.hidden || now());
  now();
}
