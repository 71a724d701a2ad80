import { expect, test } from 'vitest';
import type { Figure } from './measure.ts';
import { summarise, tableOf, worseThan } from './report.ts';

const round = (cold: number, reads: number): Figure[] => [
  { what: 'list opened cold', value: `${cold} ms`, goal: '<= 300 ms', met: cold <= 300 },
  { what: 'reads, a second', value: `${reads} (2.00 ×)`, more: true },
];

test('a figure is the median of its rounds, with their spread and its goal beside it', () => {
  const table = tableOf(summarise([round(320, 90), round(280, 110), round(310, 100)]), 3);
  expect(table).toContain('medians of 3 rounds');
  expect(table).toContain('| list opened cold | 310 ms | ± 6 % |  | <= 300 ms | missed |');
  expect(table).toContain('| reads, a second | 100 (2.00 ×) | ± 10 % |  |  |  |');
});

test('what is more than a tenth worse than the table before is told', () => {
  const before = tableOf(summarise([round(200, 100)]), 1);
  expect(worseThan(before, summarise([round(215, 95)]))).toEqual([]);
  expect(worseThan(before, summarise([round(150, 130)]))).toEqual([]);
  expect(worseThan(before, summarise([round(230, 80)]))).toEqual([
    'worse: list opened cold: 200 ms → 230 ms',
    'worse: reads, a second: 100 (2.00 ×) → 80 (2.00 ×)',
  ]);
});
