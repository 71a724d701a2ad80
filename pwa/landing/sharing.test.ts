import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/vocabulary.ts';
import { sharingTags, sitemap } from './sharing.ts';

const PUBLIC = resolve(import.meta.dirname, '../public');

test.each(LANGUAGE_CODES)('%s has a share card: make it with npm run pictures -- cards', (code) => {
  const png = readFileSync(resolve(PUBLIC, `share/${code}.png`));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('a page names its own locale, and those of the other languages as alternates', () => {
  const page = { title: 'T', description: 'D', brand: 'B', tagline: 'G', city: '' };
  const tags = sharingTags({ language: 'de', languages: LANGUAGE_CODES, ...page });
  expect(tags).toContain('<meta property="og:locale" content="de_DE" />');
  expect(tags).toContain('<meta property="og:locale:alternate" content="en_GB" />');
  expect(tags.match(/og:locale:alternate/g)).toHaveLength(LANGUAGE_CODES.length - 1);
});

test('a hidden language is in no link to another language, and the published city is the address', () => {
  const page = {
    title: 'T',
    description: 'D',
    brand: 'B',
    tagline: 'G',
    city: 'Köln, Deutschland',
  };
  const tags = sharingTags({ language: 'de', languages: ['de', 'en'], ...page });
  expect(tags.match(/hreflang="[^"]+"/g)).toEqual([
    'hreflang="de"',
    'hreflang="en"',
    'hreflang="x-default"',
  ]);
  expect(tags.match(/og:locale:alternate/g)).toHaveLength(1);
  expect(tags).toContain('"addressLocality":"Köln, Deutschland"');
  expect(tags).not.toContain('Madrid');
  const map = sitemap(['de', 'en'], '2026-11-23');
  expect(map).not.toContain('lang=fr');
  expect(map.match(/<lastmod>2026-11-23<\/lastmod>/g)).toHaveLength(8);
});
