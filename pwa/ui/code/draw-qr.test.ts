import { expect, test } from 'vitest';
import { exactWidth, printedMillimetres, qrLine, qrMatrix, qrPath } from './draw-qr.ts';

const LINK =
  'https://agency.example/?campaign_id=7&utm_source=football-agent-site&utm_medium=qr&utm_campaign=lisbon-2026&lang=en';

test('C-06 C-25 a campaign link makes a code of level H with its three corners', async () => {
  const matrix = await qrMatrix(LINK);
  const last = matrix.size - 1;

  expect(matrix.size % 4).toBe(1);
  for (const [row, column] of [
    [0, 0],
    [0, last],
    [last, 0],
  ] as const) {
    expect(matrix.isDark(row, column)).toBe(true);
  }
  expect(matrix.isDark(last, last - 7)).toBeTypeOf('boolean');
});

test('Q-24 a print has at least 1024 pixels, the same whole number for every module', async () => {
  const matrix = await qrMatrix(LINK);
  const width = exactWidth(matrix, 1024);

  expect(width).toBeGreaterThanOrEqual(1024);
  expect(width % (matrix.size + 8)).toBe(0);
});

test('Q-24 a full link is printed at least 26 to 32 mm wide', async () => {
  const millimetres = printedMillimetres(await qrMatrix(LINK));
  expect(millimetres).toBeGreaterThanOrEqual(26);
  expect(millimetres).toBeLessThanOrEqual(32);
});

test('C-24 the path of a print holds every dark module, behind a quiet zone of four', async () => {
  const matrix = await qrMatrix(LINK);
  const dark = new Set<string>();
  for (const [, column, row, length] of qrPath(matrix).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(length); at++) dark.add(`${Number(column) + at} ${row}`);
  }
  let all = 0;
  for (let row = 0; row < matrix.size; row++) {
    for (let column = 0; column < matrix.size; column++) {
      if (!matrix.isDark(row, column)) continue;
      all += 1;
      expect(dark.has(`${column + 4} ${row + 4}`)).toBe(true);
    }
  }
  expect(dark.size).toBe(all);
});

test('the line of a code holds every dark module, and no other', async () => {
  const matrix = await qrMatrix(LINK, 'M');
  const drawn = new Set<string>();
  let [x, y] = [0, 0];
  for (const [, how, by, to, length] of qrLine(matrix).matchAll(/([Mm])(\d+) (\d+)h(\d+)/g)) {
    [x, y] = how === 'M' ? [Number(by), Number(to)] : [x + Number(by), y];
    for (const end = x + Number(length); x < end; x++) drawn.add(`${x} ${y}`);
  }
  const dark = [];
  for (let row = 0; row < matrix.size; row++) {
    for (let column = 0; column < matrix.size; column++)
      if (matrix.isDark(row, column)) dark.push(`${column} ${row}`);
  }
  expect([...drawn]).toEqual(dark);
});

test('C-21 a link that no code can hold is a RangeError', async () => {
  await expect(qrMatrix(`https://agency.example/?${'x'.repeat(1_300)}`)).rejects.toBeInstanceOf(
    RangeError,
  );
});
