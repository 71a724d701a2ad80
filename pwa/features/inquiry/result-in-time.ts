import type { SendResult } from '#pwa/visitor/visitor-entry.ts';

/** How long a person waits for the server, in ms; the message is on the device by then. */
const TIMEOUT = 4_000;

/** The result of sending; after 4 s without one, that it waits. */
export function resultInTime(result: Promise<SendResult>): Promise<SendResult> {
  const later = new Promise<SendResult>((resolve) => {
    setTimeout(() => resolve({ kind: 'waiting', answered: false }), TIMEOUT);
  });
  return Promise.race([result, later]);
}
