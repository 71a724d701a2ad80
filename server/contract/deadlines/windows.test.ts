import { expect, test } from 'vitest';
import { windowDaysOf } from './windows.ts';

const SPAIN = { country: 'Spain', opens: '2027-01-02', closes: '2027-02-01' };

test('a window is told of a week before it opens and two weeks before it closes, to the day itself', () => {
  const told = (day: string) =>
    windowDaysOf([SPAIN], day)
      .filter(({ from }) => from <= day)
      .map(({ key }) => key);
  const [opens, closes] = ['window-opens Spain 2027-01-02', 'window-closes Spain 2027-02-01'];
  expect(told('2026-12-25')).toEqual([]);
  expect(told('2026-12-26')).toEqual([opens]);
  expect(told('2027-01-02')).toEqual([opens]);
  expect(told('2027-01-03')).toEqual([]);
  expect(told('2027-01-18')).toEqual([closes]);
  expect(told('2027-02-01')).toEqual([closes]);
  expect(told('2027-02-02')).toEqual([]);
});

test('the days of all windows come in their order', () => {
  const italy = { country: 'Italy', opens: '2027-01-01', closes: '2027-01-31' };
  expect(windowDaysOf([SPAIN, italy], '2026-11-30').map(({ on }) => on)).toEqual([
    '2027-01-01',
    '2027-01-02',
    '2027-01-31',
    '2027-02-01',
  ]);
});
