import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const HOUR = 60 * 60_000;

/** A page that was just loaded. */
let page: typeof import('./server-clock.ts');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  vi.resetModules();
  page = await import('./server-clock.ts');
});

afterEach(() => {
  vi.useRealTimers();
});

test('fault 16 what an earlier page learnt counts until an answer comes, unless the clock was set back or a week has passed', () => {
  const { recallClock, knowsClock, serverNow, learnClock, clockError } = page;
  const now = Date.now();
  recallClock({ skew: HOUR, wall: now + HOUR });
  recallClock({ skew: HOUR, wall: now - 8 * 24 * HOUR });
  expect(knowsClock()).toBe(false);
  expect(clockError()).toBeNull();
  expect(serverNow()).toBe(now);

  recallClock({ skew: HOUR, wall: now - 24 * HOUR });
  expect(knowsClock()).toBe(true);
  expect(serverNow()).toBe(now + HOUR);
  learnClock(new Date(now + 3 * HOUR).toUTCString(), now);
  recallClock({ skew: HOUR, wall: now - 24 * HOUR });
  expect(Math.abs(serverNow() - now - 3 * HOUR)).toBeLessThan(1_000);
});

test('fault 16 the clock is known from the first answer on, also over a sleep, until it is set back', () => {
  const { knowsClock, learnClock, serverNow } = page;
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

test.each([-3, 3])(
  'fault 16 a clock that is set by %s years while a request is under way is known from its answer on',
  (years) => {
    const { learnClock, serverNow, knowsClock } = page;
    const sentAt = Date.now();
    vi.setSystemTime(sentAt + years * 365 * 24 * HOUR);
    learnClock(new Date(sentAt).toUTCString(), sentAt);
    expect(knowsClock()).toBe(true);
    expect(Math.abs(serverNow() - sentAt)).toBeLessThan(1_000);
  },
);
