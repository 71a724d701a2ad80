import { expect, test } from 'vitest';
import type { TextKey, Texts, TextValues } from './text-key.ts';
import { translate } from './translate.ts';

const ENGLISH: Texts = {
  hello: 'Hello {{name}}',
  only: { here: 'Only in English' },
  left_one: '{{count}} change left',
  left_other: '{{count}} changes left',
};
const FRENCH: Texts = {
  hello: 'Bonjour {{name}}',
  left_one: '{{count}} modification',
  left_many: '{{count}} de modifications',
  left_other: '{{count}} modifications',
};

test('takes a text by its path and puts the values in', () => {
  expect(french('hello', { name: 'Zoé' })).toBe('Bonjour Zoé');
});

test('I-05 falls back to English, never to a raw key that English has', () => {
  expect(french('only.here')).toBe('Only in English');
  expect(french('only')).toBe('only');
});

test('picks the plural form of the language', () => {
  expect(french('left', { count: 0 })).toBe('0 modification');
  expect(french('left', { count: 1 })).toBe('1 modification');
  expect(french('left', { count: 2 })).toBe('2 modifications');
  expect(french('left', { count: 1_000_000 })).toBe('1\u202f000\u202f000 de modifications');
});

test('a number has the separators of the language; a word of digits has none', () => {
  const say = (language: string, n: number | string) =>
    translate({ all: '{{n}}' }, undefined, language, 'all' as TextKey, { n });
  expect(say('en', 999)).toBe('999');
  expect(say('en', 10_000)).toBe('10,000');
  expect(say('de', 10_000)).toBe('10.000');
  expect(say('en', '2026')).toBe('2026');
});

test('picks the English form of a text that only English has', () => {
  const say = (count: number) => translate({}, ENGLISH, 'fr', 'left' as TextKey, { count });
  expect(say(0)).toBe('0 changes left');
  expect(say(1)).toBe('1 change left');
});

test('a text without plural forms takes a count too', () => {
  const text = translate({ min: '{{count}} min' }, undefined, 'de', 'min' as TextKey, { count: 5 });
  expect(text).toBe('5 min');
});

test('values are put in as they are and not searched again', () => {
  expect(french('hello', { name: '{{count}} $& $1' })).toBe('Bonjour {{count}} $& $1');
});

test('a placeholder without a value stays visible', () => {
  expect(french('hello')).toBe('Bonjour {{name}}');
});

test('names that every object has are no texts', () => {
  expect(french('constructor')).toBe('constructor');
  expect(french('hello.length')).toBe('hello.length');
});

function french(key: string, values?: TextValues): string {
  return translate(FRENCH, ENGLISH, 'fr', key as TextKey, values);
}
