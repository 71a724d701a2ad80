import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('a cell that a spreadsheet would calculate shows as text', () => {
  expect(csvOf([['=1+1', '+34 600', '-2', '@SUM(A1)', '\tx', 'a=b']])).toBe(
    "'=1+1,'+34 600,'-2,'@SUM(A1),'\tx,a=b\r\n",
  );
});

test('quotes, commas and lines stay inside their cell', () => {
  expect(
    csvOf([
      ['He said "no"', 'a,b'],
      ['two\nlines', '=A1,"x"'],
    ]),
  ).toBe('"He said ""no""","a,b"\r\n"two\nlines","\'=A1,""x"""\r\n');
});
