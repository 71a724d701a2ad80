import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ageOf,
  dayAfter,
  dayInWords,
  formatDate,
  formatDay,
  formatMoment,
  sinceOf,
  tellTimesIn,
} from './dates.ts';

beforeEach(() => travelTo('UTC'));
afterEach(() => vi.unstubAllEnvs());
afterEach(() => tellTimesIn('en'));

test('D-10 a day is written in the US English short-month style', () => {
  expect(formatDay('2024-01-05T12:00:00.000Z')).toBe('Jan 5, 2024');
  expect(formatDay('2026-12-31T23:59:59.999Z')).toBe('Dec 31, 2026');
});

test('Q-41 a moment has the time of the device, with AM and PM', () => {
  expect(formatMoment('2024-01-05T15:04:00.000Z')).toBe('Jan 5, 2024, 3:04 PM');
  expect(formatMoment('2024-01-05T00:00:00.000Z')).toBe('Jan 5, 2024, 12:00 AM');
  expect(formatMoment('2024-01-05T12:09:59.999Z')).toBe('Jan 5, 2024, 12:09 PM');
});

test('Q-41 a moment follows the device into another time zone', () => {
  const instant = '2024-01-05T23:30:00.000Z';
  travelTo('Europe/Madrid');
  expect(formatMoment(instant)).toBe('Jan 6, 2024, 12:30 AM');
  travelTo('America/Los_Angeles');
  expect(formatMoment(instant)).toBe('Jan 5, 2024, 3:30 PM');
});

test('P-20 a date of birth is the same day in every time zone', () => {
  for (const place of ['Pacific/Kiritimati', 'Europe/Madrid', 'America/Los_Angeles', 'UTC']) {
    travelTo(place);
    expect(formatDate('2004-02-29')).toBe('Feb 29, 2004');
    expect(formatDate('1999-01-01')).toBe('Jan 1, 1999');
  }
});

test('what is no date is shown as it came', () => {
  expect(formatDay('soon')).toBe('soon');
  expect(formatMoment('')).toBe('');
  expect(formatDate('2004-13-01')).toBe('2004-13-01');
  expect(formatDate('spring 2004')).toBe('spring 2004');
});

test('a day near today is said in words of the language, a far one as a date', () => {
  const words = (day: string) => dayInWords(day, '2026-02-28');
  expect(words('2026-02-28')).toBe('today');
  expect(words('2026-03-01')).toBe('tomorrow');
  expect(words('2026-03-03')).toBe('in 3 days');
  expect(words('2026-02-27')).toBe('yesterday');
  expect(words('2026-02-18')).toBe('10 days ago');
  expect(words('2026-03-14')).toBe('Mar 14, 2026');
  expect(words('2026-02-14')).toBe('Feb 14, 2026');
  expect(words('soon')).toBe('soon');
  expect(words('2026-03-01T15:04')).toBe('tomorrow, 3:04 PM');
  expect(words('2026-03-14T00:05')).toBe('Mar 14, 2026, 12:05 AM');
});

test.each([
  ['en', 'Jan 5, 2024, 3:04 PM', 'Jan 5, 2024, 12:09 AM', '5 days ago, 6:15 PM'],
  ['de', 'Jan 5, 2024, 15:04', 'Jan 5, 2024, 00:09', 'vor 5 Tagen, 18:15'],
  ['es', 'Jan 5, 2024, 15:04', 'Jan 5, 2024, 00:09', 'hace 5 días, 18:15'],
  ['fr', 'Jan 5, 2024, 15:04', 'Jan 5, 2024, 00:09', 'il y a 5 jours, 18:15'],
  ['it', 'Jan 5, 2024, 15:04', 'Jan 5, 2024, 00:09', '5 giorni fa, 18:15'],
])('times and days in words are told in %s, days as ever', (language, late, early, words) => {
  tellTimesIn(language);
  expect(formatMoment('2024-01-05T15:04:00.000Z')).toBe(late);
  expect(formatMoment('2024-01-05T00:09:00.000Z')).toBe(early);
  expect(dayInWords('2026-02-23T18:15', '2026-02-28')).toBe(words);
  expect(formatDate('2026-02-23T18:15')).toBe(`Feb 23, 2026, ${words.split(', ')[1]}`);
  expect(formatDay('2024-01-05T12:00:00.000Z')).toBe('Jan 5, 2024');
});

test('an age grows on the birthday and not before', () => {
  expect(ageOf('2004-06-15', '2024-06-14')).toBe(19);
  expect(ageOf('2004-06-15', '2024-06-15')).toBe(20);
  expect(ageOf('2004-02-29', '2023-02-28')).toBe(18);
  expect(ageOf('2004-02-29', '2023-03-01')).toBe(19);
});

function travelTo(place: string): void {
  vi.stubEnv('TZ', place);
}

test('an age is told in the largest whole unit, and never lies in the future', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  const age = (instant: string) => Object.values(sinceOf(instant, now)).join(' ');
  expect(age('2026-03-01T12:00:30.000Z')).toBe('now 0');
  expect(age('2026-03-01T11:58:01.000Z')).toBe('minutes 1');
  expect(age('2026-02-28T12:00:01.000Z')).toBe('hours 23');
  expect(age('2026-02-16T12:00:00.000Z')).toBe('days 13');
  expect(age('2026-02-15T12:00:00.000Z')).toBe('weeks 2');
  expect(age('2025-12-31T12:00:00.000Z')).toBe('weeks 8');
  expect(age('2025-12-30T00:00:00.000Z')).toBe('months 2');
  expect(age('2024-03-02T12:00:00.000Z')).toBe('months 23');
  expect(age('2023-04-18T12:00:00.000Z')).toBe('years 2');
});

test('a day after is counted by the calendar of the device', () => {
  travelTo('Pacific/Kiritimati');
  const now = Date.parse('2026-02-27T23:30:00.000Z');
  expect([dayAfter(now, 0), dayAfter(now, 1)]).toEqual(['2026-02-28', '2026-03-01']);
  travelTo('America/Los_Angeles');
  expect(dayAfter(now, 7)).toBe('2026-03-06');
});
