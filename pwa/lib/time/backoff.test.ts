import { expect, test } from 'vitest';
import { waitBeforeRetry } from './backoff.ts';

test('the bound of the wait doubles from 1 s up to 60 s', () => {
  const bounds = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => waitBeforeRetry(failures, 1));
  expect(bounds).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('the wait is anywhere below its bound, but never under half a second', () => {
  expect(waitBeforeRetry(5, 0)).toBe(500);
  expect(waitBeforeRetry(5, 0.5)).toBe(8_250);
});

test('there is no wait before a failure', () => {
  expect(() => waitBeforeRetry(0)).toThrow(RangeError);
});
