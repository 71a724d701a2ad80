import { expect, test } from 'vitest';
import { bestFirst } from './search-results.ts';

test.each([
  [
    'sample 12',
    [
      'sample player 9312',
      'sample player 12604',
      'sample player 1260',
      'an example 12',
      'sample 12',
    ],
    [
      'sample 12',
      'sample player 1260',
      'sample player 12604',
      'an example 12',
      'sample player 9312',
    ],
  ],
  ['ana', ['diana', 'mariana ana', 'ana-lena', 'ana'], ['ana', 'ana-lena', 'mariana ana', 'diana']],
  ['ana', ['ana one', 'ana two'], ['ana one', 'ana two']],
])(
  '%s leads to the name that begins with it, then to words that do, the shorter one first',
  (typed, names, wanted) => {
    const found = names.map((name) => ({ row: name, name }));
    expect(bestFirst(found, typed)).toEqual(wanted);
  },
);
