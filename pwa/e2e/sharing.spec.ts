import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { LEGAL_PAGES } from '#contract/paths/public-pages.ts';
import { expect, test } from './fixtures.ts';

test('a shared link has a card of its own in every language', { tag: '@desktop' }, async ({
  page,
  baseURL,
}) => {
  const titles = new Set<string>();
  for (const language of LANGUAGE_CODES) {
    await page.goto(`/?lang=${language}`);
    const tag = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
    expect(await tag('og:url')).toBe(`${baseURL}/?lang=${language}`);
    expect(await tag('og:title')).toBe(await page.title());
    expect(await page.locator('meta[property="og:locale:alternate"]').count()).toBe(
      LANGUAGE_CODES.length - 1,
    );
    const description = await page.locator('meta[name=description]').getAttribute('content');
    expect(await tag('og:description')).toBe(description);
    expect(description?.length).toBeLessThan(161);
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute(
      'content',
      'summary_large_image',
    );
    titles.add(await page.title());

    const image = await page.request.get((await tag('og:image')) ?? '');
    expect(image.headers()['content-type']).toBe('image/png');
    const png = await image.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(60_000);
  }
  expect(titles.size).toBe(LANGUAGE_CODES.length);
});

test('structured data says who and where, and the policy lets it stand', {
  tag: '@desktop',
}, async ({ page, baseURL }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/?lang=de');
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const [agency, site] = JSON.parse(text ?? '')['@graph'];
  expect(agency).toMatchObject({
    '@type': 'ProfessionalService',
    url: `${baseURL}/`,
    telephone: '+34 600 000 000',
    address: { addressLocality: 'Madrid', addressCountry: 'ES' },
    sameAs: ['https://www.linkedin.com/in/agency-example'],
  });
  expect(site).toMatchObject({ inLanguage: 'de', url: `${baseURL}/?lang=de` });
  expect(complaints.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
});

test('search engines find every language and stay out of the rest', { tag: '@desktop' }, async ({
  page,
  baseURL,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots).toContain('Disallow: /dashboard');

  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address,
  );
  const pages = ['', ...LEGAL_PAGES].flatMap((path) =>
    LANGUAGE_CODES.map((language) => ({
      language,
      address: `${baseURL}/${path}?lang=${language}`,
    })),
  );
  expect(addresses).toEqual(pages.map(({ address }) => address));
  expect(sitemap.match(/hreflang=/g)).toHaveLength(pages.length * (LANGUAGE_CODES.length + 1));
  for (const { language, address } of pages) {
    const answer = await page.request.get(address);
    expect(answer.headers()['content-language']).toBe(language);
    expect(await answer.text()).toContain(`<link rel="canonical" href="${address}"`);
  }

  const security = await (await page.request.get('/.well-known/security.txt')).text();
  expect(security).toContain(`Contact: ${baseURL}/`);
  expect(security).toContain(`Canonical: ${baseURL}/.well-known/security.txt`);
  await page.goto('/auth');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});
