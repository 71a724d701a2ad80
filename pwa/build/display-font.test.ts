import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { latin } from '@fontsource/fraunces/unicode.json';
import { expect, test } from 'vitest';
import { displayCharacters } from './display-font.ts';

test('the display face has every letter of every locale', () => {
  const missing = [...displayCharacters()].filter((one) => !isIn(latin, one.codePointAt(0) ?? 0));
  expect(missing, 'take another file of the face in display-font.ts').toEqual([]);
});

test('the display face keeps the letters of the languages, small and capital', () => {
  expect(displayCharacters()).toMatch(/^(?=.*ß)(?=.*Ñ)(?=.*Œ)(?=.*ù)(?=.*„)/);
});

test('the second file has the letters of the rest of Europe, by the range in fonts.css', () => {
  const css = readFileSync(resolve(import.meta.dirname, '../ui/fonts.css'), 'utf8');
  const [, range = ''] = /unicode-range: ([^;]+);/.exec(css) ?? [];
  for (const one of 'ŠšŽžĆćČčŁłŞşĞğİȘșȚțŐőŮ') {
    expect(isIn(range.replaceAll(' ', ''), one.codePointAt(0) ?? 0), one).toBe(true);
  }
  for (const one of 'ØøÅåÆæıŒœ') expect(displayCharacters()).toContain(one);
});

/** @param ranges as CSS writes them: `U+0000-00FF,U+0131` */
function isIn(ranges: string, code: number): boolean {
  return ranges.split(',').some((range) => {
    const [from = '', to = from] = range.slice('U+'.length).split('-');
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });
}
