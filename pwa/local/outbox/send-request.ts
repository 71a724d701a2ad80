const requests = new EventTarget();

/** Asks the sync engine to send the outbox now, without waiting for its next retry. */
export function requestSend(): void {
  requests.dispatchEvent(new Event('send'));
}

/** Calls `listener` on each such request. Returns a function that unsubscribes. */
export function onSendRequest(listener: () => void): () => void {
  requests.addEventListener('send', listener);
  return () => requests.removeEventListener('send', listener);
}
