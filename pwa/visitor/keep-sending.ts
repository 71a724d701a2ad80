import { keepTrying } from './outbox.ts';

/** Sends calls queued on earlier visits: now, and whenever the network may be back. A second call adds nothing. */
export function keepSending(): void {
  addEventListener('online', back);
  addEventListener('pageshow', now);
  document.addEventListener('visibilitychange', shown);
  now();
}

function now(): void {
  void keepTrying();
}

function back(): void {
  void keepTrying(true);
}

function shown(): void {
  if (!document.hidden) now();
}
