import { expect, test } from 'vitest';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { overlaid } from '#pwa/i18n/published-texts.ts';
import { shippedSiteTexts } from '#pwa/i18n/site-texts.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';
import { translate } from '#pwa/i18n/translate.ts';
import { figuresOf } from './figures.ts';

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
