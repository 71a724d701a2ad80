import { expect, test } from 'vitest';
import { isTooWide } from './publication.ts';

/** As wide as half of the font's size for each letter. */
const measure = (word: string, font: string) =>
  (word.length * Number(/(\d+)px/.exec(font)?.[1])) / 2;

test('a headline with a word wider than the narrowest phone is too wide, one of many short words is not', () => {
  expect(isTooWide('hero.title', 'Ihr nächster Vertrag entscheidet viel.', measure)).toBe(false);
  expect(isTooWide('hero.title', 'Spielervermittlungsvertrag', measure)).toBe(true);
  expect(isTooWide('hero.title', 'Spieler-Vermittlungs-Vertrag', measure)).toBe(false);
});

test('a figure has half of the width, and small texts are not measured', () => {
  expect(isTooWide('statistics.contracts.value', 'über 50 Mio. €', measure)).toBe(false);
  expect(isTooWide('statistics.contracts.value', '50.000.000€', measure)).toBe(true);
  expect(isTooWide('hero.text', 'Spielervermittlungsvertragsverhandlung', measure)).toBe(false);
});
