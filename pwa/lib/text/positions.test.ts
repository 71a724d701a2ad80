import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { POSITION_WORDS, positionOf, positionsIn } from './positions.ts';

test.each(LANGUAGE_CODES)(
  'every position that the form offers in %s is known',
  async (language) => {
    const { positions } = await import(`#pwa/i18n/locales/${language}/office.json`);
    expect(Object.keys(positions).sort()).toEqual(Object.keys(POSITION_WORDS).sort());
    for (const [position, word] of Object.entries<string>(positions)) {
      expect([...positionsIn(word)], word).toEqual([position]);
      expect(positionOf(` ${word}`)).toBe(position);
    }
  },
);

test.each([
  ['Right back / RW', ['rightBack', 'rightWinger']],
  ['Delantero, segundo delantero', ['striker', 'secondStriker']],
  ['CB', ['centreBack']],
  ['Libero 4-3-3', []],
  ['Ambidextrous', []],
])('"%s" names %j', (text, positions) => {
  expect(positionOf(text)).toBe(text === 'CB' ? 'centreBack' : undefined);
  expect([...positionsIn(text)].sort()).toEqual([...positions].sort());
});
