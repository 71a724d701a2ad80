import { expect, test } from 'vitest';
import { minorOf } from './minor.ts';

const NOW = new Date(2026, 10, 23, 12);

test.each([
  ['the day before the 18th birthday', '2008-11-24', { age: 17, adultOn: '2026-11-24' }],
  ['a child', '2016-02-01', { age: 10, adultOn: '2034-02-01' }],
  ['born on Feb 29', '2012-02-29', { age: 14, adultOn: '2030-03-01' }],
])('a minor by the day of birth: %s', (_who, dateOfBirth, known) => {
  expect(minorOf({ dateOfBirth, under18: 'no' }, NOW)).toEqual({ known });
});

test('no minor any more from the 18th birthday on, whatever the inquiry said', () => {
  expect(minorOf({ dateOfBirth: '2008-11-23', under18: 'yes' }, NOW)).toBeNull();
});

test('without a day of birth the answer counts', () => {
  expect(minorOf({ dateOfBirth: null, under18: 'yes' }, NOW)).toEqual({ known: null });
  expect(minorOf({ under18: 'no' }, NOW)).toBeNull();
  expect(minorOf({ under18: null }, NOW)).toBeNull();
});
