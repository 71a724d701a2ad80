import { expect, test } from 'vitest';
import { rowsWhere } from './where.ts';

interface Player {
  club: string | null;
  position: string | null;
  kind: string;
}
const ROWS: Player[] = [
  { club: 'Élche CF', position: 'Centre back', kind: 'a' },
  { club: 'Elche CF Ilicitano', position: 'Striker', kind: 'ab' },
  { club: null, position: 'Striker', kind: 'a' },
];
const FIELDS = [{ id: 'club' }, { id: 'position' }, { id: 'kind', words: [] }] as const;
const found = (where: Record<string, string>) =>
  rowsWhere(ROWS, FIELDS, where).map((row) => ROWS.indexOf(row));

test('every word must be in the field, whatever its case, accents and order', () => {
  expect(found({ club: 'elche' })).toEqual([0, 1]);
  expect(found({ club: 'ILICITANO élche' })).toEqual([1]);
  expect(found({ club: 'elche', position: 'back' })).toEqual([0]);
  expect(found({ position: 'keeper' })).toEqual([]);
});

test('a field with words must be the word', () => {
  expect(found({ kind: 'a' })).toEqual([0, 2]);
});

test('blank text and fields that only a newer app knows filter nothing', () => {
  expect(rowsWhere(ROWS, FIELDS, { club: '  ', shoeSize: '44' })).toBe(ROWS);
});
