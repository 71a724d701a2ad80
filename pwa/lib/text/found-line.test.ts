import { expect, test } from 'vitest';
import { ALL_RULES } from '#contract/values/search-text.ts';
import { foundLine, partsOf } from './found-line.ts';

const row = {
  playerName: 'Dani Gómez',
  phone: '+49 176 12345678',
  agentNotes: 'Left foot.\nHis father decides: ask him.',
};
const notes = [
  { at: '2026-11-02T10:00:00.000Z', text: 'Father agrees to the two-year deal, not before June' },
  { at: '2026-10-01T10:00:00.000Z', text: 'Father wants a two-year deal' },
];

function lineOf(query: string): string | null {
  const line = foundLine(
    row,
    ['playerName', 'phone', 'agentNotes'],
    notes,
    ALL_RULES.wantedOf(query),
  );
  return line && `${line.field ?? line.at}: ${marked(line.parts)}`;
}

function marked(parts: readonly { text: string; isMatch: boolean }[]): string {
  return parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
}

function marksOf(text: string, query: string): string {
  return marked(partsOf(text, ALL_RULES.wantedOf(query)));
}

test('the newest note that has the words is shown from shortly before them', () => {
  expect(lineOf('deal')).toBe('2026-11-02T10:00:00.000Z: …the two-year [deal], not before June');
});

test('the longer the words, the fewer stand before them: they are whole on a phone', () => {
  expect(lineOf('two-year deal')).toBe(
    '2026-11-02T10:00:00.000Z: …the [two-year] [deal], not before June',
  );
});

test('what the name has already needs no line', () => {
  expect(lineOf('gomez')).toBeNull();
  expect(lineOf('gomez foot')).toBe('agentNotes: Left [foot].');
});

test('of a long text the line that has most of the words is shown', () => {
  expect(lineOf('father decides')).toBe('agentNotes: His [father] [decides]: ask him.');
  expect(lineOf('wants decides')).toBe('agentNotes: His father [decides]: ask him.');
  expect(lineOf('nothing of it')).toBeNull();
});

test('a phone number is marked in whatever form it was typed', () => {
  expect(lineOf('0176 1234')).toBe('phone: [+49 176 12345678]');
});

test.each([
  ['Muñoz and Weiß', 'munoz weiss', '[Muñoz] and [Weiß]'],
  ['Ana Müller', 'mueller', 'Ana [Müller]'],
  ['N’Golo Kanté', 'ngolo', '[N’Golo] Kanté'],
  ["Luca D'Angelo", 'dangelo', "Luca [D'Angelo]"],
  ['Ana Müller', 'muller', 'Ana [Müller]'],
  ['Munoz\u0303'.replace('n', 'n\u0303').replace('z\u0303', 'z'), 'muno', '[Muño]z'],
  ['aaa', 'aa', '[aaa]'],
  ['🦊 fox', 'fox', '🦊 [fox]'],
  ['Straße', 'stras', '[Straß]e'],
  ['nothing', 'else', 'nothing'],
])('"%s" searched for "%s" is marked as %s', (text, query, wanted) => {
  expect(marksOf(text, query)).toBe(wanted);
});
