import { expect, test } from 'vitest';
import { themesOf } from './themes.ts';

test('a chosen theme has the tokens of its block, and paper is never dark', () => {
  const tokens = `
    :root { color-scheme: light dark; --ink: #000; --space: 1px; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #fff; }
    }
    :root { --tint: rgb(1 2 3 / 4%); }
    @media screen and (prefers-color-scheme: dark) {
      :root { --tint: #123; }
    }`;
  expect(themesOf(tokens).trim().split('\n')).toEqual([
    ':root[data-theme="light"] { color-scheme: light; --ink: #000; --tint: rgb(1 2 3 / 4%); }',
    '@media screen { :root[data-theme="dark"] { color-scheme: dark; --ink: #fff; --tint: #123; } }',
  ]);
});
