const MINUTE = 60_000;

/** The longest wait before something is sent again, in milliseconds: 6 hours. */
const LONGEST_WAIT = 6 * 60 * MINUTE;

/** How long to wait after so many failures: 1, 2, 4 … minutes, up to 6 hours. In milliseconds. */
export function waitAfter(failures: number): number {
  return Math.min(MINUTE * 2 ** Math.min(failures, 10), LONGEST_WAIT);
}

/** The moment after a wait, which may be 0. It is always another moment than any before. */
export function after(now: Date, wait: number): Date {
  return new Date(now.getTime() + Math.max(1, Math.min(wait, LONGEST_WAIT)));
}
