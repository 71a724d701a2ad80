import { expect, test } from 'vitest';
import { eventDays } from './visit-hours.tsx';

test('hours are put together by their day, and the parts add up', () => {
  const days = eventDays([
    { hour: '2026-05-09T23:00', onTime: 2, late: 1, afterEnd: 0 },
    { hour: '2026-05-10T00:00', onTime: 0, late: 4, afterEnd: 0 },
    { hour: '2026-05-10T15:00', onTime: 5, late: 0, afterEnd: 3 },
  ]);
  expect(days.map(({ hours: _, ...sums }) => sums)).toEqual([
    { day: '2026-05-10', all: 12, onTime: 5, late: 4, afterEnd: 3 },
    { day: '2026-05-09', all: 3, onTime: 2, late: 1, afterEnd: 0 },
  ]);
  expect(days.map(({ hours }) => hours.flatMap((all, hour) => (all ? [[hour, all]] : [])))).toEqual(
    [
      [
        [0, 4],
        [15, 8],
      ],
      [[23, 3]],
    ],
  );
});
