/** The error of this device's clock. */
export interface ClockError {
  /** What to add to it, in milliseconds. */
  skew: number;
  /** What it showed when the error was learnt, in milliseconds since 1970. */
  wall: number;
}

/** What the last answer told, with the time of `performance.now()`; null before the first one. */
let learnt: (ClockError & { steady: number }) | null = null;

/**
 * Learns the difference between this device's clock and the server's from the `Date` header of an
 * answer.
 *
 * @param sentAt when the request was sent, in milliseconds since 1970 by this device
 */
export function learnClock(date: string | null, sentAt: number): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  const wall = Date.now();
  // A clock that was set meanwhile has no time between the two.
  const wasSet = wall < sentAt || wall > sentAt + RECALLED_FOR;
  const difference = server + 500 - (wasSet ? wall : (sentAt + wall) / 2);
  const skew = Math.abs(difference) < PRECISION ? 0 : Math.round(difference);
  learnt = { skew, wall, steady: performance.now() };
}

/** What an answer has told since the page was loaded, or `recallClock`; null for nothing. */
export function clockError(): ClockError | null {
  return learnt;
}

/**
 * Takes what an earlier page has learnt, until an answer comes. Not if the clock was set back since, nor
 * after a week: a person may have set it right meanwhile.
 */
export function recallClock({ skew, wall }: ClockError): void {
  const now = Date.now();
  const age = now - wall;
  const isRecent = age >= -PRECISION && age <= RECALLED_FOR;
  // The disk may have damaged it.
  if (learnt || !isRecent || !Number.isFinite(skew)) return;
  learnt = { skew, wall: now, steady: performance.now() };
}

/** In milliseconds. */
const RECALLED_FOR = 7 * 24 * 60 * 60_000;

/** Now by the server's clock, in milliseconds since 1970. For people to read, never for order. */
export function serverNow(): number {
  return Date.now() + (learnt?.skew ?? 0);
}

/**
 * Whether the error of this device's clock is known: an answer has told it, to this page or to an
 * earlier one, and the clock was not set back since. A clock that was set forward looks like a device
 * that slept.
 */
export function knowsClock(): boolean {
  if (!learnt) return false;
  const { wall, steady } = learnt;
  return Date.now() - wall > performance.now() - steady - PRECISION;
}

/** When something is made now, by the server's clock; nothing if the error of this clock is not known. */
export function momentNow(): { madeAt?: number } {
  return knowsClock() ? { madeAt: serverNow() } : {};
}

/** The `Date` header has whole seconds: smaller differences count as none, in milliseconds. */
const PRECISION = 2_000;
