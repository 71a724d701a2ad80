import { expect, test } from 'vitest';
import { ALL_RULES } from '#contract/values/search-text.ts';
import { rowsWhere } from './rows-where.ts';
import { NOTHING } from './where.ts';

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
const TODAY = '2026-11-28';
const FIELDS = [{ id: 'club' }, { id: 'position' }, { id: 'kind', words: [] }] as const;
const found = (where: Record<string, string>) =>
  rowsWhere(ROWS, FIELDS, where, ALL_RULES, TODAY).map((row) => ROWS.indexOf(row));

test('every word must be in the field, whatever its case, accents and order', () => {
  expect(found({ club: 'elche' })).toEqual([0, 1]);
  expect(found({ club: 'ILICITANO élche' })).toEqual([1]);
  expect(found({ club: 'elche', position: 'back' })).toEqual([0]);
  expect(found({ position: 'keeper' })).toEqual([]);
});

test('the whole text of a row is meant as such, and other words are found anywhere', () => {
  const rows = ['Striker', 'Second striker', 'Striker, winger'].map((position) => ({ position }));
  const positions = (position: string, identifies = false) =>
    rowsWhere(rows, [{ id: 'position', identifies }], { position }, ALL_RULES, TODAY).map((row) =>
      rows.indexOf(row),
    );
  expect(positions(' striker ')).toEqual([0, 2]);
  expect(positions('second')).toEqual([1]);
  expect(positions('wing strik')).toEqual([2]);
  expect(positions('striker', true)).toEqual([0, 1, 2]);
});

test('a field with words must be the word', () => {
  expect(found({ kind: 'a' })).toEqual([0, 2]);
});

test('a field whose values have names must be the value', () => {
  const fields = [{ id: 'kind', named: () => 'A' }] as const;
  expect(rowsWhere(ROWS, fields, { kind: 'a' }, ALL_RULES, TODAY)).toEqual([ROWS[0], ROWS[2]]);
  const clubs = [{ id: 'club', named: () => 'A' }] as const;
  expect(rowsWhere(ROWS, clubs, { club: NOTHING }, ALL_RULES, TODAY)).toEqual([ROWS[2]]);
});

test('a date is found by how it begins; a moment is a day of this device', () => {
  const noon = new Date(2026, 10, 24, 12).toISOString();
  const late = new Date(2026, 10, 30, 23, 59).toISOString();
  const rows = [
    { on: '2026-11-24' },
    { on: noon },
    { on: late },
    { on: '2025-11-24' },
    { on: null },
  ];
  const on = (text: string) =>
    rowsWhere(rows, [{ id: 'on', holds: 'date' }], { on: text }, ALL_RULES, TODAY).map((row) =>
      rows.indexOf(row),
    );
  expect(on('2026-11')).toEqual([0, 1, 2]);
  expect(on('2026-11-30')).toEqual([2]);
  expect(on(' 2025 ')).toEqual([3]);
  expect(on('2025..2026-11-24')).toEqual([0, 1, 3]);
  expect(on('2026-11-25..')).toEqual([2]);
  expect(on('..2026-10')).toEqual([3]);
});

test('days beside today are found by their words', () => {
  const rows = [
    '2026-11-22',
    '2026-11-23',
    '2026-11-27T15:05',
    '2026-11-28T09:00',
    '2026-11-29',
    null,
  ];
  const on = (text: string) =>
    rowsWhere(
      rows.map((day) => ({ on: day })),
      [{ id: 'on', holds: 'date' }],
      { on: text },
      ALL_RULES,
      TODAY,
    ).map((row) => row.on);
  expect(on('overdue')).toEqual(rows.slice(0, 3));
  expect(on('this-week')).toEqual(rows.slice(1, 5));
  expect(on(NOTHING)).toEqual([null]);
});

test('a player is under 19 until the birthday', () => {
  const rows = ['2007-11-28', '2007-11-29', '2015-01-01', null].map((born) => ({ born }));
  const fields = [{ id: 'born', holds: 'date' }] as const;
  const young = rowsWhere(rows, fields, { born: 'under-19' }, ALL_RULES, TODAY);
  expect(young).toEqual(rows.slice(1, 3));
});

test('a text that is empty is found as such', () => {
  expect(found({ club: NOTHING })).toEqual([2]);
});

test('a number is found by itself, or between two', () => {
  const rows = [{ cm: 180 }, { cm: 18 }, { cm: 191 }, { cm: null }];
  const tall = (text: string) =>
    rowsWhere(rows, [{ id: 'cm', holds: 'number' }], { cm: text }, ALL_RULES, TODAY).map((row) =>
      rows.indexOf(row),
    );
  expect(tall('18')).toEqual([1]);
  expect(tall(' 180 ')).toEqual([0]);
  expect(tall('180..191')).toEqual([0, 2]);
  expect(tall('181..')).toEqual([2]);
  expect(tall('..180')).toEqual([0, 1]);
  expect(tall('tall')).toEqual([]);
});

test('blank text and fields that only a newer app knows filter nothing', () => {
  expect(rowsWhere(ROWS, FIELDS, { club: '  ', shoeSize: '44' }, ALL_RULES, TODAY)).toBe(ROWS);
});
