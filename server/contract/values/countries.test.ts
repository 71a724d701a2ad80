import { expect, test } from 'vitest';
import { COUNTRY_CODES, marksOf, placeIn } from './countries.ts';

test('a place names its country in the language of the page, whichever language it was written in', () => {
  expect(placeIn('Barcelona, Spain', 'de')).toBe('Barcelona, Spanien');
  expect(placeIn('Sevilla, España', 'fr')).toBe('Sevilla, Espagne');
  expect(placeIn('Calle Mayor 1, 28013 Madrid, Spanien', 'en')).toBe(
    'Calle Mayor 1, 28013 Madrid, Spain',
  );
  expect(placeIn('Deutschland', 'it')).toBe('Germania');
  for (const other of ['Elche', 'Hetzner Online GmbH', 'Bilbao, Bizkaia', '']) {
    expect(placeIn(other, 'de')).toBe(other);
  }
});

test('each chosen country has one dot on the map', () => {
  expect(marksOf([])).toBe('');
  expect(marksOf(['ES', 'FR'])).toBe('M117 433h0M210 296h0');
  expect(marksOf(COUNTRY_CODES).match(/M\d+ \d+h0/g)).toHaveLength(COUNTRY_CODES.length);
});
