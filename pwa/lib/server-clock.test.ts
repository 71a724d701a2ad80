import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { knowsClock, learnClock, serverNow } from './server-clock.ts';

const HOUR = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('fault 16 the clock is known from the first answer on, also over a sleep, until it is set back', () => {
  const sentAt = Date.now();
  learnClock(null, sentAt);
  expect(knowsClock()).toBe(false);
  learnClock(new Date(sentAt + 3 * HOUR).toUTCString(), sentAt);
  expect(knowsClock()).toBe(true);
  expect(Math.abs(serverNow() - sentAt - 3 * HOUR)).toBeLessThan(1_000);

  vi.advanceTimersByTime(HOUR);
  // A device that sleeps stops counting.
  vi.setSystemTime(sentAt + 9 * HOUR);
  expect(knowsClock()).toBe(true);
  vi.setSystemTime(sentAt);
  expect(knowsClock()).toBe(false);
});
