import { describe, expect, test } from 'vitest';
import { provenOrder, readDay } from './read-day.ts';

test.each([
  '2007-03-12',
  '12.03.2007',
  '12.3.2007',
  '12. 03. 2007',
  '12.03.2007 00:00',
  '12.03.2007 0:00',
  '12.03.2007 00:00:00',
  '12.03.2007 12:00 AM',
  '2007-03-12T00:00:00.000Z',
  '2007-03-12 00:00:00+00:00',
  '2007/03/12',
  '2007.03.12.',
  '2007/3/12',
  '20070312',
  '12 Mar 2007',
  '12-Mar-2007',
  '12 March 2007',
  'March 12, 2007',
  'Mar 12, 2007',
  '12th March 2007',
  '12 of March 2007',
  '12. März 2007',
  '12 mars 2007',
  '12 de marzo de 2007',
  '12 marzo 2007',
  '12 MAR. 2007',
  '\u200B12.03.2007\u200E',
  '１２．０３．２００７',
  '١٢.٠٣.٢٠٠٧',
  'Mon, 12 Mar 2007',
  'Montag, 12. März 2007',
  'lunes, 12 de marzo de 2007',
  'March 12 2007',
  'Mar-12-2007',
  '12. Mrz 2007',
  '12/MAR/2007',
  'lundi 12 mars 2007',
  'lun. 12 mars 2007',
  'lunes 12 de marzo de 2007',
  'Montag 12. März 2007',
  'Mo 12.03.2007',
  '12.03.2007 12:00:00 a. m.',
  '12.03.2007, 00:00 Uhr',
  '* 12.03.2007',
  '12.03.2007 (19 años)',
  '12.03.2007 (19 J.)',
  'March-12, 2007',
  'March 12,2007',
  'Mar. 12th 2007',
  'Mar 12, 2007 (19)',
  '12.03.2007 (19)',
  '20070312 (19)',
  '12.III.2007',
  '12. III. 2007',
  '12-iii-2007',
  '12 III 2007',
])('%j is 12 March 2007, without a doubt', (text) => {
  expect(readDay(text, null)).toEqual({ day: '2007-03-12', doubt: null });
});

test.each([
  ['12.03.07', '2007-03-12', 'century'],
  ['12-Mar-07', '2007-03-12', 'century'],
  ['12.03.98', '1998-03-12', 'century'],
  ['11.03.2007 23:00', '2007-03-11', 'time'],
  ['2007-03-11T23:00:00.000Z', '2007-03-11', 'time'],
  ['3/4/2007', '2007-04-03', 'order'],
  ['3-4-2007', '2007-04-03', 'order'],
  ['3 4 2007', '2007-04-03', 'order'],
  ['03042007', '2007-04-03', 'order'],
  ['39153', '2007-03-12', 'serial'],
  ['39153,5', '2007-03-12', 'serial'],
  ['39153.0', '2007-03-12', 'serial'],
  ['12.03.2007 06:00:00 p. m.', '2007-03-12', 'time'],
  ['12.03.2007 12:00:00 p. m.', '2007-03-12', 'time'],
])('%j is read as %s, and told: %s', (text, day, doubt) => {
  expect(readDay(text, null)).toEqual({ day, doubt });
});

test.each([
  ['1º gennaio 2008', '2008-01-01'],
  ['1.º de enero de 2008', '2008-01-01'],
  ['1er janvier 2008', '2008-01-01'],
  ['1. Jänner 2008', '2008-01-01'],
  ['1. Jän. 2008', '2008-01-01'],
  ['1. Feber 2008', '2008-02-01'],
  ['1 de setiembre de 2008', '2008-09-01'],
  ['1 sett. 2008', '2008-09-01'],
  ['29-feb-2008', '2008-02-29'],
])('%j is %s, as people write months', (text, day) => {
  expect(readDay(text, null)).toEqual({ day, doubt: null });
});

test.each([
  'soon',
  '31.02.2007',
  '2007',
  '12.2007',
  '13/13/2007',
  '2007312',
  '12 jui 2007',
  '#ERROR!',
  '',
  '12 2007',
])('%j is no day', (text) => {
  expect(readDay(text, null)).toBeNull();
});

describe('the order of day and month', () => {
  test.each([
    ['day', '2007-04-03'],
    ['month', '2007-03-04'],
  ] as const)('%s first is followed where signs leave it open', (order, day) => {
    for (const text of ['3/4/2007', '03-04-2007', '3 4 2007', '03042007']) {
      expect(readDay(text, order)).toEqual({ day, doubt: null });
    }
    expect(readDay('24/3/2007', order)?.day).toBe('2007-03-24');
    expect(readDay('20032007', order)?.day).toBe('2007-03-20');
    expect(readDay('3/24/2007', order)?.day).toBe('2007-03-24');
    expect(readDay('3.4.2007', order)?.day).toBe('2007-04-03');
    expect(readDay('3/3/2007', null)).toEqual({ day: '2007-03-03', doubt: null });
  });

  test.each([
    [['3/4/2007', '24/3/2007'], 'day'],
    [['3/4/2007', '3/24/2007 0:00'], 'month'],
    [['3/4/2007', '24.3.2007'], null],
    [['24/3/2007', '3/24/2007'], null],
    [[], null],
  ] as const)('%j proves %s', (texts, order) => {
    expect(provenOrder(texts)).toBe(order);
  });
});
