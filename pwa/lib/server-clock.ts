let skew = 0;

/**
 * Learns how far this device's clock is from the server's, from the `Date` header of an answer.
 * The header counts whole seconds, so differences under two seconds are taken as none.
 *
 * @param sentAt when the request left, in milliseconds since 1970 by this device
 */
export function learnClock(date: string | null, sentAt: number): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  const difference = server + 500 - (sentAt + Date.now()) / 2;
  skew = Math.abs(difference) < 2_000 ? 0 : Math.round(difference);
}

/** Now, as the server's clock would say, in milliseconds since 1970. Only for what people read. */
export function serverNow(): number {
  return Date.now() + skew;
}
