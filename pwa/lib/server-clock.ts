let skew = 0;

/**
 * Learns the difference between this device's clock and the server's from the `Date` header of an
 * answer. The header has whole seconds, so differences under two seconds count as none.
 *
 * @param sentAt when the request was sent, in milliseconds since 1970 by this device
 */
export function learnClock(date: string | null, sentAt: number): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  const difference = server + 500 - (sentAt + Date.now()) / 2;
  skew = Math.abs(difference) < 2_000 ? 0 : Math.round(difference);
}

/** Now by the server's clock, in milliseconds since 1970. For people to read, never for order. */
export function serverNow(): number {
  return Date.now() + skew;
}
