import { expect, test } from 'vitest';
import { minorOf } from './minor.ts';

const TODAY = '2026-11-23';

test.each([
  ['the day before the 18th birthday', '2008-11-24', { age: 17, adultOn: '2026-11-24' }],
  ['a child', '2016-02-01', { age: 10, adultOn: '2034-02-01' }],
  ['born on Feb 29', '2012-02-29', { age: 14, adultOn: '2030-03-01' }],
])('a minor by the day of birth: %s', (_who, dateOfBirth, known) => {
  expect(minorOf({ dateOfBirth, under18: 'no' }, TODAY)).toEqual({ known });
});

test('no minor any more from the 18th birthday on, whatever the inquiry said', () => {
  expect(minorOf({ dateOfBirth: '2008-11-23', under18: 'yes' }, TODAY)).toBeNull();
});

test('without a day of birth the answer counts', () => {
  expect(minorOf({ dateOfBirth: null, under18: 'yes' }, TODAY)).toEqual({ known: null });
  expect(minorOf({ under18: 'no' }, TODAY)).toBeNull();
  expect(minorOf({ under18: null }, TODAY)).toBeNull();
});
