import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatDaily } from './jobs.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a daily job that failed is tried again after a quarter of an hour, and is daily again when it succeeds', async () => {
  const outcomes = [false, false, true, true];
  const work = vi.fn(async () => outcomes.shift() ?? true);
  repeatDaily(work);
  const after = async (minutes: number) => {
    await vi.advanceTimersByTimeAsync(minutes * MINUTE);
    return work.mock.calls.length;
  };
  expect(await after(0)).toBe(1);
  expect(await after(14)).toBe(1);
  expect(await after(1)).toBe(2);
  expect(await after(15)).toBe(3);
  expect(await after(24 * 60 - 1)).toBe(3);
  expect(await after(1)).toBe(4);
});
