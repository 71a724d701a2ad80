import { expect, onTestFinished, test } from 'vitest';
import { lastDays } from './day-counts.ts';

test('visits by day: every day stands there, those of several campaigns together, older ones out; today is the day of the clock here', () => {
  const { TZ } = process.env;
  process.env.TZ = 'Europe/Madrid';
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  const days = [
    { day: '2026-11-17', visits: 9 },
    { day: '2026-11-19', visits: 2 },
    { day: '2026-11-21', visits: 1 },
    { day: '2026-11-19', visits: 3 },
  ];
  expect(lastDays(days, 4, '2026-11-21')).toEqual([
    { day: '2026-11-18', visits: 0 },
    { day: '2026-11-19', visits: 5 },
    { day: '2026-11-20', visits: 0 },
    { day: '2026-11-21', visits: 1 },
  ]);
});
