import { expect, test } from 'vitest';
import { merge, mergeField } from './merge.ts';

const names = ['club', 'phone'] as const;
const seen = { club: 'A', phone: null };

test.each([
  ['nothing', { club: 'A', phone: null }, seen, {}, []],
  ['only mine', { club: 'B', phone: null }, seen, { club: 'B' }, []],
  ['only theirs', seen, { club: 'C', phone: '1' }, {}, []],
  ['another field each', { club: 'B', phone: null }, { club: 'A', phone: '1' }, { club: 'B' }, []],
  ['the same on both sides', { club: 'B', phone: null }, { club: 'B', phone: null }, {}, []],
  [
    'one field in two ways',
    { club: 'B', phone: '2' },
    { club: 'C', phone: null },
    { phone: '2' },
    ['club'],
  ],
  ['cleared here, set there', { club: '', phone: null }, { club: 'C', phone: '1' }, {}, ['club']],
])('W-11 merges an edit in which was changed: %s', (_, mine, theirs, changed, conflicts) => {
  expect(merge(names, { mine, seen, theirs })).toEqual({ changed, conflicts });
});

test('an edit of an older phone leaves a field alone that the phone does not know', () => {
  const mine: { club: string; phone: string | null } = { club: 'B', phone: null };
  const theirs = { club: 'A', phone: '1' };
  expect(merge(names, { mine, seen: { club: 'A' }, theirs })).toEqual({
    changed: { club: 'B' },
    conflicts: [],
  });
});

test.each([
  ['only here', 'B', 'A', { after: 'B', conflicts: { conflicts: [] } }],
  ['only there', 'A', 'C', { after: 'C', conflicts: { conflicts: [] } }],
  ['on both sides', 'B', 'C', { after: 'C', conflicts: { conflicts: ['club'] } }],
])('W-11 one field that was changed %s', (_, mine, theirs, merged) => {
  const sides = { mine: { club: mine }, seen: { club: 'A' }, theirs: { club: theirs } };
  expect(mergeField('club', sides)).toEqual(merged);
});
