import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge, mergeField } from './merge.ts';

// The same cases in each run: a gate that is red at random tells nothing.
fc.configureGlobal({ seed: 1 });

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

test('without what the person saw every field is written', () => {
  const mine: { club: string; phone: string | null } = { club: 'B', phone: null };
  expect(merge(names, { mine, seen: undefined, theirs: { club: 'C', phone: '1' } })).toEqual({
    changed: mine,
  });
});

const aDraft = fc.record({
  club: fc.constantFrom('A', 'B', 'C'),
  phone: fc.constantFrom(null, '1', '2'),
});

test('W-11 two edits that do not conflict end alike, whichever arrives first', () => {
  void fc.assert(
    fc.property(aDraft, aDraft, aDraft, (before, one, other) => {
      const add = (theirs: typeof one, mine: typeof one) => {
        const { changed, conflicts } = merge(names, { mine, seen: before, theirs });
        return { row: { ...theirs, ...changed }, conflicts };
      };
      const [first, last] = [add(one, other), add(other, one)];
      expect(first.conflicts).toEqual(last.conflicts);
      if (first.conflicts?.length === 0) expect(first.row).toEqual(last.row);
      // What arrives twice changes nothing more.
      expect(add(first.row, other)).toEqual(first);
    }),
  );
});
