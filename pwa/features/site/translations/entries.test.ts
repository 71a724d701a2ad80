import { expect, test } from 'vitest';
import { shippedTexts } from '#pwa/i18n/all-texts.ts';
import { type Entry, entriesOf } from './entries.ts';
import { findPaths } from './language-texts.tsx';
import { faultOf } from './text-fault.ts';
import { groupsOf } from './text-groups.ts';

const english = {
  hero: { title: 'Your next contract' },
  count_one: '{{count}} text',
  count_other: '{{count}} texts',
  consent: 'I agree to the [privacy policy].',
};
const spanish = {
  hero: { title: 'Tu próximo contrato' },
  count_one: '{{count}} texto',
  count_other: '{{count}} textos',
  consent: 'Acepto la [política de privacidad].',
};
const entries = entriesOf('es', { running: spanish, shipped: spanish, english });

test('T-02 every text stands beside its English one; a plural form that English lacks beside "other"', () => {
  expect(entries.map(({ path, text, english: model }) => [path, text, model])).toEqual([
    ['hero.title', 'Tu próximo contrato', 'Your next contract'],
    ['count_one', '{{count}} texto', '{{count}} text'],
    ['count_many', '', '{{count}} texts'],
    ['count_other', '{{count}} textos', '{{count}} texts'],
    ['consent', 'Acepto la [política de privacidad].', 'I agree to the [privacy policy].'],
  ]);
});

test('a search finds keys, texts and English, without regard to case and accents', () => {
  const all = { filter: 'all' } as const;
  expect([...findPaths(entries, new Map(), { search: 'PROXIMO', ...all })]).toEqual(['hero.title']);
  expect([...findPaths(entries, new Map(), { search: 'hero.', ...all })]).toEqual(['hero.title']);
  expect([...findPaths(entries, new Map(), { search: 'next contract', ...all })]).toEqual([
    'hero.title',
  ]);
  const typed = new Map([['consent', 'Otra cosa']]);
  const tied = new Map([['consent', 'Adresse e\u2011mail\u202F: oui']]);
  expect([...findPaths(entries, tied, { search: 'e-mail : oui', ...all })]).toEqual(['consent']);
  expect([...findPaths(entries, typed, { search: 'otra', ...all })]).toEqual(['consent']);
  expect(findPaths(entries, new Map(), { search: 'nothing of this', ...all }).size).toBe(0);
});

test('the filters find what is missing, changed or broken, typed texts included', () => {
  const edits = new Map([
    ['hero.title', 'Otro título'],
    ['count_other', 'textos'],
    ['consent', '  '],
  ]);
  const by = (filter: 'missing' | 'changed' | 'broken') => [
    ...findPaths(entries, edits, { search: '', filter }),
  ];
  expect(by('missing')).toEqual(['count_many', 'consent']);
  expect(by('changed')).toEqual(['hero.title', 'count_other', 'consent']);
  expect(by('broken')).toEqual(['count_other']);
});

test('a placeholder that is lost, one that is unknown and a link that is gone are told', () => {
  const at = (path: string) => entries.find((entry) => entry.path === path) as Entry;
  expect(faultOf(at('count_one'), 'un texto')).toEqual({
    lost: ['{{count}}'],
    unknown: [],
    link: false,
    marks: [],
  });
  expect(faultOf(at('count_one'), '{{count}} de {{total}}')).toEqual({
    lost: [],
    unknown: ['{{total}}'],
    link: false,
    marks: [],
  });
  const about = { path: 'about.text', text: '', shipped: 'Mi oficina está en {{place}}.' };
  expect(faultOf({ ...about, english: '' }, 'Viajo por Europa.')).toBeNull();
  const badge = { path: 'hero.badge', text: '', shipped: '{{overYears}} años', english: '' };
  expect(faultOf(badge, 'Con {{overPlayers}} jugadores desde hace {{years}} años')).toBeNull();
  expect(faultOf(badge, '{{players}} jugadores, {{value}}')).toBeNull();
  expect(faultOf(badge, 'Desde 2009')).toBeNull();
  expect(faultOf(badge, '{{place}}')).toMatchObject({ unknown: ['{{place}}'] });
  expect(faultOf(at('consent'), 'Acepto la política.')).toMatchObject({ link: true });
  expect(faultOf(at('hero.title'), '<script>alert(1)</script> =1+1 “👩‍👩‍👧”')).toBeNull();
});

test('codes and invisible characters of a machine translation are told, and found as broken', () => {
  const title = entries.find(({ path }) => path === 'hero.title') as Entry;
  expect(faultOf(title, 'Tu pr\u200Bóximo &quot;contrato&quot;')?.marks).toEqual([
    'U+200B',
    '&quot;',
  ]);
  const edits = new Map([['hero.title', 'L&#39;offre']]);
  expect([...findPaths(entries, edits, { search: '', filter: 'broken' })]).toEqual(['hero.title']);
});

test('the shipped texts of every language have nothing missing, changed or broken', async () => {
  const [model, german] = await Promise.all([shippedTexts('en'), shippedTexts('de')]);
  const all = entriesOf('de', { running: german, shipped: german, english: model });
  for (const filter of ['missing', 'changed', 'broken'] as const) {
    expect([...findPaths(all, new Map(), { search: '', filter })]).toEqual([]);
  }
  expect(groupsOf(all).count).toBe(all.length);
});

test('T-02 the tree keeps groups and texts in their order and counts what is below', () => {
  const root = groupsOf(entries);
  expect(
    root.inside.map((one) => ('inside' in one ? `${one.path} (${one.count})` : one.path)),
  ).toEqual(['hero (1)', 'count_one', 'count_many', 'count_other', 'consent']);
});
