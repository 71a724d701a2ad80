const requests = new EventTarget();

/** Asks whoever sends the outbox to do it now, without waiting for its next try. */
export function requestSend(): void {
  requests.dispatchEvent(new Event('send'));
}

/** Calls `listener` when somebody asks for the outbox to be sent. Returns how to stop. */
export function onSendRequest(listener: () => void): () => void {
  requests.addEventListener('send', listener);
  return () => requests.removeEventListener('send', listener);
}
