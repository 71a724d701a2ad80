import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { sharingTags, sitemap } from './sharing.ts';

const PUBLIC = resolve(import.meta.dirname, '../public');

test.each(LANGUAGE_CODES)('%s has a share card: make it with npm run pictures -- cards', (code) => {
  const png = readFileSync(resolve(PUBLIC, `share/${code}.png`));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('a page names its own locale, and those of the other languages as alternates', () => {
  const page = { title: 'T', description: 'D', brand: 'B', tagline: 'G', city: '', agent: null };
  const tags = sharingTags({ language: 'de', languages: LANGUAGE_CODES, ...page });
  expect(tags).toContain('<meta property="og:locale" content="de_DE" />');
  expect(tags).toContain('<meta property="og:locale:alternate" content="en_GB" />');
  expect(tags.match(/og:locale:alternate/g)).toHaveLength(LANGUAGE_CODES.length - 1);
  expect(tags).toContain('<meta property="og:image" content="%SITE_URL%/share/de.png" />');
  const own = sharingTags({ language: 'de', languages: ['de'], ...page, shared: '1f' });
  expect(own).toContain('<meta property="og:image" content="%SITE_URL%/portrait/1f.jpg" />');
  expect(own).toContain('<meta property="og:image:type" content="image/jpeg" />');
  expect(own).toContain('"image":"%SITE_URL%/portrait/1f.jpg"');
});

test('a hidden language is in no link to another language, and the published city is the address', () => {
  const page = {
    title: 'T',
    description: 'D',
    brand: 'B',
    tagline: 'G',
    city: 'Köln, Deutschland',
    agent: null,
  };
  const tags = sharingTags({ language: 'de', languages: ['de', 'en'], ...page });
  expect(tags.match(/hreflang="[^"]+"/g)).toEqual([
    'hreflang="de"',
    'hreflang="en"',
    'hreflang="x-default"',
  ]);
  expect(tags.match(/og:locale:alternate/g)).toHaveLength(1);
  expect(tags).toContain('"addressLocality":"Köln","addressCountry":"DE"');
  expect(tags).not.toContain('Madrid');
  const map = sitemap(['de', 'en'], '2026-11-23');
  expect(map).not.toContain('lang=fr');
  expect(map.match(/<lastmod>2026-11-23<\/lastmod>/g)).toHaveLength(8);
});

test('search engines read who the agent is and the licence in the register, once it is published', () => {
  const page = { title: 'T', description: 'D', brand: 'Ruiz Football', tagline: 'G', city: '' };
  const graphOf = (agent: Parameters<typeof sharingTags>[0]['agent']) => {
    const tags = sharingTags({ language: 'en', languages: ['en'], ...page, agent });
    const [, json = ''] = /ld\+json">([^<]+)</.exec(tags) ?? [];
    return JSON.parse(json)['@graph'];
  };
  const licenceLink = 'https://register.example/202501-1234';
  const twitter = 'https://x.com/ana';
  const more = { profiles: [twitter], portrait: '/portrait/1f.jpg' };
  const graph = graphOf({ name: 'Ana Ruiz', licence: '202501-1234', licenceLink, ...more });
  expect(graph[0].employee).toEqual({ '@id': graph[1]['@id'] });
  expect(graph[1]).toMatchObject({
    '@type': 'Person',
    name: 'Ana Ruiz',
    worksFor: { '@id': graph[0]['@id'] },
    jobTitle: 'Football agent',
    image: '%SITE_URL%/portrait/1f.jpg',
    sameAs: expect.arrayContaining([twitter]),
    hasCredential: { identifier: '202501-1234', url: licenceLink },
  });
  expect(graph[0].sameAs).toHaveLength(2);
  const bare = { name: 'Ana', licence: '', licenceLink: '', profiles: [], portrait: '' };
  expect(graphOf(bare)[1]).not.toHaveProperty('hasCredential');
  expect(graphOf(bare)[1]).not.toHaveProperty('image');
  expect(JSON.stringify(graphOf(null))).not.toContain('Person');
});
