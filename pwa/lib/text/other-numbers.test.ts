import { expect, test } from 'vitest';
import { NO_CONTENT, type SiteContent } from '#contract/site.ts';
import { textsWithOtherNumbers } from './other-numbers.ts';

const FIGURES = ['37+', '9', '7', '€50M+'];

test('own texts that tell other numbers than the figures are found, in the languages that visitors see', () => {
  const content: SiteContent = {
    settings: { ...NO_CONTENT.settings, hiddenLanguages: ['fr'] },
    texts: {
      en: {
        'hero.badge': '15+ Years Industry Experience',
        'about.text':
          'Since 2009, for {{overYears}} years: 37 players, a reply within 48 hours, 50 million.',
        'hero.title': 'Number 10',
      },
      de: { 'about.features.clubRelationships.text': 'In 12 Ländern.' },
      es: { 'hero.badge': '9 años' },
      fr: { 'hero.badge': '15 ans' },
    },
  };
  expect(textsWithOtherNumbers(content, () => FIGURES)).toEqual([
    { language: 'en', text: '15+ Years Industry Experience' },
    { language: 'de', text: 'In 12 Ländern.' },
  ]);
  expect(textsWithOtherNumbers(NO_CONTENT, () => FIGURES)).toEqual([]);
});
