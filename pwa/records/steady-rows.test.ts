import { expect, test } from 'vitest';
import { steadyRows } from './steady-rows.ts';

const row = (id: number, text = '') => ({ id, text });
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
const idOf = ({ id }: { id: number }) => id;

test('a row that has changed keeps its place and shows what it has now', () => {
  const rows = steadyRows([1, 2, 3], [row(3, 'changed'), row(1), row(2)], undefined, idOf);
  expect(rows).toEqual([row(1), row(2), row(3, 'changed')]);
});

test('what came since is first, what has left is gone', () => {
  expect(ids(steadyRows([1, 2, 3], [row(5), row(1), row(4), row(3)], undefined, idOf))).toEqual([
    5, 4, 1, 3,
  ]);
});

test('the open record stays where it was until another one is opened', () => {
  expect(ids(steadyRows([1, 2, 3], [row(1), row(3)], row(2), idOf))).toEqual([1, 2, 3]);
  expect(ids(steadyRows([1, 2, 3], [row(1), row(3)], row(3), idOf))).toEqual([1, 3]);
});

test('a record that the list never had is not put into it', () => {
  expect(ids(steadyRows([1, 3], [row(1), row(3)], row(2), idOf))).toEqual([1, 3]);
});
