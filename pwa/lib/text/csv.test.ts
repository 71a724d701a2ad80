import { expect, test } from 'vitest';
import { csvOf, csvStream } from './csv.ts';

test('V1.3.3 a cell that a spreadsheet would calculate shows as text', () => {
  expect(csvOf([['=1+1', '+34 600', '-2', '@SUM(A1)', '\tx', 'a=b']], 'en')).toBe(
    "'=1+1,'+34 600,'-2,'@SUM(A1),\"'\tx\",a=b\r\n",
  );
  expect(csvOf([[' =1+1', '\n=1', '\uff1d1+1', 'a =1']], 'en')).toBe(
    "' =1+1,\"'\n=1\",'\uff1d1+1,a =1\r\n",
  );
});

test('a formula behind a semicolon does not become a cell of its own', () => {
  expect(csvOf([['Ana;=1+1', 'Bo\t=1+1', 'C|=1']], 'en')).toBe('"Ana;=1+1","Bo\t=1+1","C|=1"\r\n');
});

test('quotes, commas and lines stay inside their cell', () => {
  expect(
    csvOf(
      [
        ['He said "no"', 'a,b'],
        ['two\nlines', '=A1,"x"'],
      ],
      'en',
    ),
  ).toBe('"He said ""no""","a,b"\r\n"two\nlines","\'=A1,""x"""\r\n');
});

test('rows are streamed in parts, and what says how far they are may end it', async () => {
  const rows = Array.from({ length: 600 }, (_, n) => [String(n), 'é']);
  const written: number[] = [];
  const bytes = await new Response(csvStream(rows, 'en', (now) => written.push(now))).arrayBuffer();
  expect(written).toEqual([250, 500, 600]);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text).toBe(`\uFEFF${csvOf(rows, 'en')}`);

  const ended = csvStream(rows, 'en', () => {
    throw new Error('closed');
  });
  await expect(new Response(ended).arrayBuffer()).rejects.toThrow('closed');
});

test.each(['de', 'es', 'fr', 'it'])(
  'where decimals have a comma, cells part at semicolons: %s',
  (language) => {
    expect(csvOf([['Ana', 'a;b', '1,5']], language)).toBe('Ana;"a;b";"1,5"\r\n');
  },
);
