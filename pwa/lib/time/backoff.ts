const FIRST = 1_000;
const LONGEST = 60_000;

/**
 * How long to wait before a write is sent again.
 *
 * Full jitter: the bound doubles from 1 s up to 60 s with each failure, and the wait is anywhere
 * between half a second and the bound, so that phones of one lost cell do not come back all at once.
 *
 * @param failures how many sends in a row have failed: an integer, 1 or more
 * @param random   a number in [0, 1); tests pass their own
 * @returns whole milliseconds, 500 to 60 000
 * @throws RangeError when `failures` is below 1
 */
export function waitBeforeRetry(failures: number, random: number = Math.random()): number {
  if (failures < 1) throw new RangeError(`There is no wait before failure ${failures}.`);
  const bound = Math.min(LONGEST, FIRST * 2 ** (failures - 1));
  return Math.round(500 + random * (bound - 500));
}
