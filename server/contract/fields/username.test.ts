import { expect, test } from 'vitest';
import { isUsername } from './username.ts';

test.each([
  'marta',
  'Marta Ruiz',
  'ana@agency.example',
  "o'neill_7",
  'Núñez',
  'Nu\u0301n\u0303ez',
  'Weiß',
  'Μαρία',
  'Мария',
  '小林',
  'ｍａｒｔａ',
  'ﾃｽﾄ',
  'मार्ता',
  'col·lega',
  'מרתה',
  'مرتا7',
  ' marta ',
  '小林 taro',
  'タロー7',
  'Анна-Мария 2',
])('“%s” may be registered', (name) => {
  expect(isUsername(name)).toBe(true);
});

test.each([
  ['a zero-width space', 'mar\u200Bta'],
  ['a joiner', 'mar\u200Dta'],
  ['a soft hyphen', 'mar\u00ADta'],
  ['a word joiner', 'mar\u2060ta'],
  ['a variation selector', 'marta\uFE0F'],
  ['a grapheme joiner', 'mar\u034Fta'],
  ['a Hangul filler', 'marta\u3164'],
  ['a tag character', 'marta\u{E0061}'],
  ['a character that turns the direction', '\u202Eatram'],
  ['an isolate', 'mar\u2066ta\u2069'],
  ['a left-to-right mark', 'marta\u200E'],
  ['both directions', 'martaמרתה'],
  ['both directions, right to left first', 'מרתהmarta'],
  ['a digit before right-to-left letters', '7מרתה'],
  ['a control character', 'mar\u0007ta'],
  ['a tab', 'mar\tta'],
  ['a no-break space', 'mar\u00A0ta'],
  ['two spaces', 'marta  ruiz'],
  ['a ligature', 'ﬁlippo'],
  ['a letter of mathematics', '𝐦arta'],
  ['a symbol', 'marta♥'],
  ['an emoji', 'marta😀'],
  ['a private character', 'marta\uE000'],
  ['a dot that is in no l·l', 'mar·ta'],
  ['a Cyrillic а', '\u0430dmin'],
  ['a Greek ο', 'jοhn'],
  ['Latin letters among Cyrillic ones', 'Мaрия'],
  ['Armenian letters among Latin ones', 'hօme'],
  ['two scripts in two words', 'marta Мария'],
])('a name with %s may not', (_, name) => {
  expect(isUsername(name)).toBe(false);
});
