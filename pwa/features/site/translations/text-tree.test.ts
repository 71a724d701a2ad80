import { expect, test } from 'vitest';
import { difference, leavesOf, treeOf } from './text-tree.ts';

const texts = {
  hero: { badge: '15+ Years', title: 'Your next contract' },
  footer: { home: 'Home' },
};

test('T-12 every text of a tree is a leaf with its path', () => {
  expect(leavesOf(texts)).toEqual([
    { path: 'hero.badge', text: '15+ Years' },
    { path: 'hero.title', text: 'Your next contract' },
    { path: 'footer.home', text: 'Home' },
  ]);
});

test('T-07 the leaves of a tree make the same tree again', () => {
  expect(treeOf(leavesOf(texts))).toEqual(texts);
  expect(JSON.stringify(treeOf([{ path: '__proto__.a', text: 'x' }]))).toBe(
    '{"__proto__":{"a":"x"}}',
  );
});

test('Q-10 an export holds what was changed only', () => {
  const edited = { ...texts, footer: { home: 'Start' } };
  expect(difference(edited, texts)).toEqual({ footer: { home: 'Start' } });
  expect(difference(texts, texts)).toEqual({});
});
