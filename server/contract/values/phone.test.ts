import { expect, test } from 'vitest';
import { isEatenNumber } from './eaten-number.ts';
import { hasCountryCode, numbersIn } from './phone.ts';

test.each([
  ['+34 (600) 000-001', '+34600000001'],
  ['0034 600 000 001', '+34600000001'],
  ['+0049 157 71234567', '+4915771234567'],
  ['+00 49 157 71234567', '+4915771234567'],
  ['(+49) 157 71234569', '+4915771234569'],
  ['+(49) 157 71234569', '+4915771234569'],
  ['+ 49 157 71234569', '+4915771234569'],
  ['+49 (0) 157 71234567', '+4915771234567'],
  ['+49 0157 71234567', '+4915771234567'],
  ['0049 (0)157/712 345-67', '+4915771234567'],
  ['+39 06 12345678', '+390612345678'],
  ['+225 07 12 34 56 78', '+2250712345678'],
  ['(0)157 71234567', '015771234567'],
  ['0157/71234567', '015771234567'],
  ['0821 1234 / 567', '08211234567'],
  ['Mobile: +34 600 123 456', '+34600123456'],
  ['Tel 2: +34 600 123 456 (mother)', '+34600123456'],
  ['+44 20 7946 0000 ext. 12', '+442079460000'],
  ['+44 20 7946 0000 x12', '+442079460000'],
  ['＋４９ １５７ ７１２３４５６７', '+4915771234567'],
  ['+٤٩ ١٥٧ ٧١٢٣٤٥٦٧', '+4915771234567'],
  ['\u202A+49 157 71234567\u202C', '+4915771234567'],
  ['+49\u00A0157\u2011712\u200B34567', '+4915771234567'],
  ['+49–157–71234567', '+4915771234567'],
])('%j is one number, dialled as %s', (typed, number) => {
  expect(numbersIn(typed).map((one) => one.number)).toEqual([number]);
});

test.each([
  ['(0xx11) 98765-4321', '(011) 98765-4321'],
  ['0XX11 98765-4321', '011 98765-4321'],
  ['+55 (0xx11) 98765-4321', '+55 (011) 98765-4321'],
  ['+55 0xx21 98765-4321', '+55 021 98765-4321'],
])('%j, with a place for the carrier as in Brazil, is dialled as %j', (typed, same) => {
  const [number] = numbersIn(typed);
  expect(number?.number).toBe(numbersIn(same)[0]?.number);
  expect(typed).toContain(number?.typed);
  expect(number?.typed).toMatch(/0xx/i);
});

test.each([
  ['+49 157 71234567 / +49 157 71234568'],
  ['+49 157 71234567/+49 157 71234568'],
  ['+49 157 71234567; +49 157 71234568'],
  ['+49 157 71234567, +49 157 71234568'],
  ['+49 157 71234567 or +49 157 71234568'],
  ['+49 157 71234567 oder +49 157 71234568'],
  ['+49 157 71234567\n+49 157 71234568'],
  ['+49 157 71234567\t+49 157 71234568'],
  ['+49 157 71234567 | +49 157 71234568'],
  ['+49 157 71234567 +49 157 71234568'],
  ['+4915771234567+4915771234568'],
  ['Mum: 0049 157 71234567. Dad: 0049 157 71234568.'],
  ['(+49 157 71234567) (+49 157 71234568)'],
])('%j is two numbers', (typed) => {
  expect(numbersIn(typed).map(({ number }) => number)).toEqual([
    '+4915771234567',
    '+4915771234568',
  ]);
});

test.each([
  ['0157 71234567 / 0157 71234568', ['015771234567', '015771234568']],
  ['0157 71234567 0157 71234568', ['015771234567', '015771234568']],
  ['0157 71234567 - 0157 71234568', ['015771234567', '015771234568']],
  ['600 123 456 / 600 123 457', ['600123456', '600123457']],
  ['030 1234567/68', ['0301234567']],
])('%j holds %j', (typed, numbers) => {
  expect(numbersIn(typed).map(({ number }) => number)).toEqual(numbers);
});

test.each([
  '4,91577E+11',
  '4.91577E+11 / 4.9157712E+11',
  '*#06#;ext=1?x',
  '112',
  'call my mother',
  '',
  '1234 5678 9012 3456 7890',
])('%j holds no number', (typed) => {
  expect(numbersIn(typed)).toEqual([]);
});

test('a number is found where it stands, as it was typed', () => {
  const text = 'Mum’s: ＋４９ 157\u200B 71234567 / (0157) 712-345-68, home.';
  const found = numbersIn(text);
  expect(found.map(({ typed }) => typed)).toEqual([
    '＋４９ 157\u200B 71234567',
    '(0157) 712-345-68',
  ]);
  for (const { typed, index } of found) expect(text.slice(index).startsWith(typed)).toBe(true);
});

test('a number names its country by + or 00', () => {
  const named = (typed: string) => numbersIn(typed).map(({ number }) => hasCountryCode(number));
  expect(['+34 600 123 456', ' 0034 600 123 456', '0176 1234567'].flatMap(named)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ['4,91577E+11', true],
  ['4.91577E+11', true],
  ['4.91577e11', true],
  ["'4,9E+11", true],
  ['5E+10', true],
  [' ４，９１５７７Ｅ＋１１ ', true],
  ['4,91577 x 10^11', true],
  ['+49 157 71234567', false],
  ['Ext E5', false],
  ['4,91577', false],
  ['', false],
])('%j was replaced by a spreadsheet: %s', (text, isEaten) => {
  expect(isEatenNumber(text)).toBe(isEaten);
});
