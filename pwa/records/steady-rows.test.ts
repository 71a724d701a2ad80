import { expect, test } from 'vitest';
import { joinedPlaces, steadyRows } from './steady-rows.ts';

const row = (id: number, text = '') => ({ id, text });
const idOf = ({ id }: { id: number }) => id;

/** The ids that are shown, and the two counts. */
function steady(places: number[], found: number[], others: number[] = []) {
  const rows = found.map((id) => row(id));
  const all = [...rows, ...others.map((id) => row(id))];
  const { moved, came, ...steady } = steadyRows(places, rows, all, idOf);
  return { ids: steady.rows.map(idOf), moved, came };
}

test('a row that has changed keeps its place and shows what it has now', () => {
  const found = [row(3, 'changed'), row(1), row(2)];
  const { rows } = steadyRows([1, 2, 3], found, found, idOf);
  expect(rows).toEqual([row(1), row(2), row(3, 'changed')]);
});

test('rows that came since are counted and do not push the others', () => {
  expect(steady([1, 2, 3], [5, 1, 4, 2, 3])).toEqual({ ids: [1, 2, 3], moved: 0, came: 2 });
});

test('a row that no longer fits keeps its place', () => {
  expect(steady([1, 2, 3], [1, 3], [2])).toEqual({ ids: [1, 2, 3], moved: 1, came: 0 });
});

test('a removed row goes, and has its place again when it comes back', () => {
  expect(steady([1, 2, 3], [1, 3])).toEqual({ ids: [1, 3], moved: 0, came: 0 });
  expect(steady([1, 2, 3], [1, 2, 3])).toEqual({ ids: [1, 2, 3], moved: 0, came: 0 });
});

test('only the rows that have to move are counted as moved', () => {
  expect(steady([1, 2, 3, 4, 5], [5, 1, 2, 3, 4]).moved).toBe(1);
  expect(steady([1, 2, 3, 4, 5], [4, 2, 1, 3, 5]).moved).toBe(2);
  expect(steady([1, 2, 3, 4], [4, 3, 2, 1]).moved).toBe(3);
});

test('rows that are only now read stand where the list has them, between those that have a place', () => {
  expect(joinedPlaces([1, 2, 3], [3, 1, 2, 4, 5])).toEqual([1, 2, 3, 4, 5]);
  expect(joinedPlaces([1, 2], [1, 9, 2])).toEqual([1, 9, 2]);
  expect(joinedPlaces([1, 2, 3], [1, 3, 4])).toEqual([1, 2, 3, 4]);
  const held = [1, 2];
  expect(joinedPlaces(held, [2, 1])).toBe(held);
});
