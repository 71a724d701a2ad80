import { expect, test } from 'vitest';
import { NO_CONTENT } from '#contract/site.ts';
import { overlaid, publishedTexts, rebased } from './published-texts.ts';

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
