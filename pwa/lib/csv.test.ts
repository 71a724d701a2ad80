import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('a cell that a spreadsheet would calculate shows as text', () => {
  expect(csvOf([['=1+1', '+34 600', '-2', '@SUM(A1)', '\tx', 'a=b']])).toBe(
    "'=1+1,'+34 600,'-2,'@SUM(A1),\"'\tx\",a=b\r\n",
  );
  expect(csvOf([[' =1+1', '\n=1', '\uff1d1+1', 'a =1']])).toBe(
    "' =1+1,\"'\n=1\",'\uff1d1+1,a =1\r\n",
  );
});

test('a formula behind a semicolon does not become a cell of its own', () => {
  expect(csvOf([['Ana;=1+1', 'Bo\t=1+1']])).toBe('"Ana;=1+1","Bo\t=1+1"\r\n');
});

test('quotes, commas and lines stay inside their cell', () => {
  expect(
    csvOf([
      ['He said "no"', 'a,b'],
      ['two\nlines', '=A1,"x"'],
    ]),
  ).toBe('"He said ""no""","a,b"\r\n"two\nlines","\'=A1,""x"""\r\n');
});
