import * as v from 'valibot';
import { expect, test } from 'vitest';
import { firstToCall } from './first-to-call.ts';
import { faultsOf, optionalPeople, peopleOf, personIn, textOfPeople } from './player-people.ts';

const EVA = 'Eva Vega; mother; +34 600 000 000; eva@example.org; es; Works at night; calls back';

test.each([
  [EVA, EVA],
  [undefined, null],
  [null, null],
  ['', null],
  [' ; ;;\n\n;;;;;', null],
  ['  Eva   Vega ;mother', 'Eva Vega; mother'],
  ['Eva Vega;;; eva@bücher.example ', 'Eva Vega; ; ; eva@xn--bcher-kva.example'],
  [`${EVA}\r\n\nBo Berg`, `${EVA}\nBo Berg`],
])('the people %j are stored as %j', (typed, stored) => {
  expect(v.parse(optionalPeople, typed)).toBe(stored);
  expect(v.parse(optionalPeople, stored)).toBe(stored);
});

test.each([
  ['E', 'Name must be at least 2 characters.'],
  ['; mother', 'Name must be at least 2 characters.'],
  ['Eva; aunt', 'Please choose one of the values on offer.'],
  [
    'Eva; ; 4,91577E+12',
    'A spreadsheet has replaced digits of this number. Please enter it again.',
  ],
  ['Eva; ; ; eva@example', 'Please enter a valid email address.'],
  ['Eva; ; ; ; pt', 'Please choose one of the values on offer.'],
  [`Eva;;;;; ${'x'.repeat(301)}`, 'This text is too long.'],
  ['Eva\n'.repeat(11), 'Please enter no more than 10 people.'],
])('the people %j are refused', (typed, message) => {
  const { issues } = v.safeParse(optionalPeople, typed);
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
});

test('each part of a person tells what is wrong with it', () => {
  expect(faultsOf(personIn('E; mother; ; eva'))).toEqual({
    name: 'Name must be at least 2 characters.',
    email: 'Please enter a valid email address.',
  });
  expect(faultsOf(personIn(EVA))).toEqual({});
});

test('a semicolon or a line break that was typed makes no other person', () => {
  const typed = { ...personIn(EVA), name: 'Vega; Eva', note: 'One\ntwo; three' };
  expect(peopleOf(textOfPeople([typed]))).toEqual([
    { ...personIn(EVA), name: 'Vega, Eva', note: 'One two; three' },
  ]);
});

test.each([
  ['Bo; coach; 1\nEva; mother; 2\nIvo; father; 3', 'Eva'],
  ['Bo; coach; 1\nUma; guardian; ; uma@example.org', 'Uma'],
  ['Eva; mother\nIvo; father; 3', 'Ivo'],
  ['Eva; mother\nBo; coach; 1', 'Bo'],
  ['Bo; ; 1', 'Bo'],
  ['Eva; mother', undefined],
  [null, undefined],
])('of the people %j, %s is the first to call', (people, name) => {
  expect(firstToCall(peopleOf(people))?.name).toBe(name);
});
