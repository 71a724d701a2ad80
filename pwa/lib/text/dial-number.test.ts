import { expect, test } from 'vitest';
import { numbersIn } from '#contract/values/phone.ts';
import { dialNumber } from './dial-number.ts';

const dialled = (typed: string, language: string | null) =>
  numbersIn(typed).map(({ number }) => dialNumber(number, language, OWN));
const OWN = '+34 600 000 000';

test.each([
  ['with the code of its country', '+49 176 12345678', null, '+4917612345678'],
  ['with the zeros that dial abroad', '0049 176 12345678', 'fr', '+4917612345678'],
  ['with a code and the zero of its country', '+49 (0)176 12345678', null, '+4917612345678'],
  ['of the country of the language', '0176 12345678', 'de', '+4917612345678'],
  ['of the country of the language', '06 12 34 56 78', 'fr', '+33612345678'],
  ['of the country of the language', '347 123 4567', 'it', '+393471234567'],
  ['of the agency’s country', '612 345 678', 'en', '+34612345678'],
  ['of the agency’s country, not of the language', '612 345 678', 'de', '+34612345678'],
  ['of the agency’s country', '612 345 678', null, '+34612345678'],
])('a number %s is dialled from every country: %s (%s)', (_, typed, language, number) => {
  expect(dialled(typed, language)).toEqual([number]);
});

test.each([
  ['0176 12345678', null],
  ['0664 1234567', 'es'],
])('the country of "%s" (%s) is not guessed', (typed, language) => {
  expect(dialled(typed, language)).toEqual([null]);
});
