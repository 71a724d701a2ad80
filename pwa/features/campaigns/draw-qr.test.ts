import { expect, test } from 'vitest';
import { exactWidth, qrMatrix } from './draw-qr.ts';

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
