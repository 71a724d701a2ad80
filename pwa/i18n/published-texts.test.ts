import { expect, test } from 'vitest';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { NO_CONTENT } from '#contract/site.ts';
import { figuresOf, overlaid, publishedTexts, rebased } from './published-texts.ts';
import { shippedSiteTexts } from './site-texts.ts';
import type { Translate } from './text-context.tsx';
import { translate } from './translate.ts';

test('published texts stand in the places of shipped ones, and nowhere else', () => {
  const shipped = { hero: { title: 'Old', text: 'Kept' } };
  const texts = overlaid(shipped, {
    'hero.title': 'New',
    hero: 'no group becomes a text',
    'gone.title': 'a group that this build lacks',
    'hero.title.more': 'a text is no group',
    '__proto__.polluted': 'nothing',
  });
  expect(texts).toEqual({ hero: { title: 'New', text: 'Kept' } });
  expect(shipped.hero.title).toBe('Old');
  expect({}).not.toHaveProperty('polluted');
});

test('what the settings say wins over an edited text, and an empty setting says nothing', () => {
  const site = {
    settings: { ...NO_CONTENT.settings, name: 'Lucía Vega' },
    texts: { de: { 'brand.name': 'Anders', 'contact.location.place': 'Köln' } },
  };
  expect(publishedTexts(site, 'de')).toEqual({
    'brand.name': 'Lucía Vega',
    'contact.location.place': 'Köln',
  });
  expect(publishedTexts(site, 'fr')).toEqual({ 'brand.name': 'Lucía Vega' });
});

test('a publication changes the texts in use, except those that were edited in the view', () => {
  const before = { brand: { name: 'Old', tagline: 'Same' }, hero: { title: 'Old' } };
  const after = { brand: { name: 'New', tagline: 'Same' }, hero: { title: 'New' } };
  const inUse = { brand: { name: 'Old', tagline: 'Same' }, hero: { title: 'Edited' } };
  expect(rebased(inUse, before, after)).toEqual({ ...after, hero: { title: 'Edited' } });
});

test.each([
  ['en', 'over 15', 'more than 100'],
  ['de', 'über 15', 'mehr als 100'],
  ['es', 'más de 15', 'más de 100'],
  ['fr', 'plus de 15', 'plus de 100'],
  ['it', 'oltre 15', 'più di 100'],
] as const)(
  'texts in %s tell the figures of the build in words',
  async (language, years, players) => {
    const figures = figuresOf(await textsOf(language));
    expect(figures).toMatchObject({ overYears: years, overPlayers: players, countries: '12' });
    expect(`${figures.players} ${figures.value}`).toMatch(/100.*50/);
  },
);

test.each(LANGUAGE_CODES)('texts in %s tell the figures of the owner', async (language) => {
  const t = await textsOf(language, {
    'statistics.experience.value': '9',
    'statistics.players.value': '37+',
    'statistics.countries.value': '7',
  });
  const figures = figuresOf(t);
  const badge = t('hero.badge', figures);
  const about = t('about.text', figures);
  const clubs = t('about.features.clubRelationships.text', figures);
  expect(badge).toMatch(/^9 /);
  expect(about).toContain(' 9 ');
  expect(about).toContain(' 37 ');
  expect(clubs).toContain(' 7 ');
  expect(`${badge} ${about} ${clubs}`).not.toMatch(/15|100|12|\{\{/);
});

async function textsOf(
  language: Language,
  published: Record<string, string> = {},
): Promise<Translate> {
  const texts = overlaid(await shippedSiteTexts(language), published);
  return (key, values) => translate(texts, undefined, language, key, values);
}
