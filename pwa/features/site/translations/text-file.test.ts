import { expect, test } from 'vitest';
import type { Entry } from './entries.ts';
import { BadFile, fileOf, readTextFile, take } from './text-file.ts';

const HOSTILE = '<script>alert(1)</script> "=1+1" מזל טוב 👩‍👩‍👧';

const entries: Entry[] = [
  { path: 'hero.badge', text: 'Über 15 Jahre', shipped: 'Über 15 Jahre', english: '15+ Years' },
  { path: 'hero.title', text: 'Titel', shipped: 'Titel', english: 'Title' },
];

test('an exported language can be imported again, typed texts and all', async () => {
  const file = fileOf('de', entries, new Map([['hero.title', HOSTILE]]));
  expect(JSON.parse(await file.text())).toEqual({
    de: { hero: { badge: 'Über 15 Jahre', title: HOSTILE } },
  });
  const languages = await readTextFile(file);
  expect([...languages.keys()]).toEqual(['de']);
  expect(take(languages.get('de') ?? new Map(), entries)).toEqual({
    edits: new Map([['hero.title', HOSTILE]]),
    unknown: [],
  });
});

test('texts that the site does not know are left out and named', () => {
  const texts = new Map([
    ['hero.badge', 'Neu'],
    ['hero.gone', 'x'],
    ['__proto__.polluted', 'x'],
  ]);
  expect(take(texts, entries)).toEqual({
    edits: new Map([['hero.badge', 'Neu']]),
    unknown: ['hero.gone', '__proto__.polluted'],
  });
});

test.each([
  ['no JSON', '{"de": {', 'notJson', ''],
  ['a list', '[]', 'noLanguage', ''],
  ['no language', '{}', 'noLanguage', ''],
  ['an unknown language', '{"xx": {"a": "b"}}', 'noLanguage', 'xx'],
  ['a number for a text', '{"de": {"hero": {"badge": 7}}}', 'notText', 'de.hero.badge'],
  ['a text for a language', '{"de": "Hallo"}', 'notText', 'de'],
  ['a list for a group', '{"de": {"hero": ["a"]}}', 'notText', 'de.hero'],
])('a file with %s is refused, and says where', async (_what, text, fault, at) => {
  const error = await readTextFile(new Blob([text])).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadFile);
  expect(error).toMatchObject({ fault, at });
});

test('a file that is too large, or has no text of this site, is refused', async () => {
  await expect(readTextFile(new Blob(['x'.repeat(2_000_001)]))).rejects.toMatchObject({
    fault: 'tooLarge',
  });
  expect(() => take(new Map([['other.key', 'x']]), entries)).toThrow(BadFile);
});

test('a mark before the first character does not make a file bad', async () => {
  const languages = await readTextFile(new Blob(['\uFEFF{"it": {"hero": {"badge": "Ciao"}}}']));
  expect(languages.get('it')).toEqual(new Map([['hero.badge', 'Ciao']]));
});
