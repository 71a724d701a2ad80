import { expect, onTestFinished, test } from 'vitest';
import { visitsToday } from './visits-today.ts';

/** An hour after midnight in Madrid: in UTC it is still the day before. */
const NOW = new Date('2026-05-09T23:00:00Z');
const hour = (at: string, onTime: number) => ({ hour: at, onTime, late: 0, afterEnd: 0 });
/** Seven visits on the evening of the 9th in Madrid, two after midnight. */
const HOURS = [hour('2026-05-09T19:00:00.000Z', 7), hour('2026-05-09T22:00:00.000Z', 2)];
const DAYS = [{ day: '2026-05-09', visits: 9 }];

test('today is the day of the clock here, also by an answer that was kept', () => {
  inMadrid();
  expect(visitsToday({ days: DAYS, visits: 9 }, { hours: HOURS, of: 9 }, NOW)).toBe(2);
});

test('visits that came after the kept answer count, but none of another day', () => {
  inMadrid();
  const answer = { hours: HOURS, of: 9 };
  const days = [{ day: '2026-05-09', visits: 12 }];
  expect(visitsToday({ days, visits: 12 }, answer, NOW)).toBe(5);
  // An answer of the 9th knows nothing of the 11th; 30 visits came on the 10th.
  const later = [...DAYS, { day: '2026-05-10', visits: 30 }, { day: '2026-05-11', visits: 1 }];
  const noon = new Date('2026-05-12T10:00:00Z');
  expect(visitsToday({ days: later, visits: 40 }, answer, noon)).toBe(1);
});

test('without any answer the UTC day is the best that is known', () => {
  inMadrid();
  expect(visitsToday({ days: DAYS, visits: 9 }, null, NOW)).toBe(9);
});

function inMadrid(): void {
  const { TZ } = process.env;
  process.env.TZ = 'Europe/Madrid';
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
}
