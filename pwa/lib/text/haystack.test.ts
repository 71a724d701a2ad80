import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { foldText } from '#contract/values/fold-text.ts';
import { ALL_RULES, searchText } from '#contract/values/search-text.ts';
import { Haystack } from './haystack.ts';

const TEXTS = [
  'Ana Muñoz\nRayo Vallecano\nana@example.org',
  'Bjørn Ødegård\nFC Bodø\nbjorn@example.org\nTall. =1+1 <script>',
  'محمد صلاح\nLiverpool',
  '',
  'Ana Weiß 🦊\nRayo',
];
const stack = new Haystack(TEXTS.map(searchText), ALL_RULES);

test('a search finds every text that holds all words, whatever the case and the accents', () => {
  expect(stack.search('ana')).toEqual([0, 4]);
  expect(stack.search('RAYO munoz')).toEqual([0]);
  expect(stack.search('  ødegard   bodo ')).toEqual([1]);
  expect(stack.search('weiss')).toEqual([4]);
  expect(stack.search('Muñoz'.normalize('NFD'))).toEqual([0]);
  expect(stack.search('صلاح')).toEqual([2]);
  expect(stack.search('🦊')).toEqual([4]);
  expect(stack.search('=1+1 <script>')).toEqual([1]);
  expect(stack.search('ana liverpool')).toEqual([]);
});

test('a text is found once, also the last one, and never over the border of two', () => {
  const many = new Haystack(['aa aa', 'b', 'aa'], ALL_RULES);
  expect(many.search('a')).toEqual([0, 2]);
  expect(many.search('b aa')).toEqual([]);
  expect(new Haystack(['', '', 'x'], ALL_RULES).search('x')).toEqual([2]);
  expect(new Haystack([], ALL_RULES).search('x')).toEqual([]);
});

test('no query is no search', () => {
  expect(stack.search('')).toBeNull();
  expect(stack.search(' \n ')).toBeNull();
});

test('a pasted message finds the inquiry of its reference', () => {
  const haystack = new Haystack(['ana ruiz 7k3q-m2xd', 'bo berg 0000-0000'], ALL_RULES);
  expect(haystack.search('Left back, 19.\n\nAna, ana@b.test\nReference 7K3Q-M2XD')).toEqual([0]);
});

test('a folded text takes one byte a letter, whatever it was folded from', () => {
  const oneByte = serialize('ascii').subarray(0, 3);
  for (const text of ['Muñoz', 'Muñoz'.normalize('NFD'), 'Łukasz Ødegård', 'Weiß']) {
    expect(serialize(foldText(text)).subarray(0, 3)).toEqual(oneByte);
  }
});
