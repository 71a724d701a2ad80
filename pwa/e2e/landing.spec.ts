import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { expect, test } from './fixtures.ts';
import { atRest } from './office.ts';
import { aCampaign } from './server-records.ts';
import { weightOf } from './weight-of.ts';

/**
 * What a visitor may download, in bytes of brotli, without headers: as built on 2026-11-28, and a margin of 1.5 % at
 * most. The back office's share of a script counts, too.
 */
const WEIGHTS = {
  /** The document with its script and the styles of its first view, in the longest language. */
  document: 11_650,
  worker: 6_300,
  /** What the page requests without a touch, once it has loaded. */
  rest: 3_360,
  /** What the first touch brings: React, the page, its texts. */
  touch: 88_150,
  /** What the worker keeps before anybody has touched the page: that, the rest of the page, and the privacy policy. */
  kept: 135_150,
};

test('L-01 L-02 L-04 L-05 L-12 the landing page stands in its order, in English', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Football Agent & Player Recruitment');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('15+ Years Industry Experience')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute(
    'href',
    '#contact',
  );
  await expect(page.getByText('Madrid, Spain').first()).toBeVisible();

  const tops = await page
    .locator('header, #about, #services, #testimonials, #contact, footer')
    .evaluateAll((parts) => parts.map((part) => part.id || part.localName));
  expect(
    tops.filter((name) => /^(header|about|services|testimonials|contact|footer)$/.test(name)),
  ).toEqual(['header', 'about', 'services', 'testimonials', 'contact', 'footer']);
});

test('I-01 I-06 a German browser gets German HTML from the server', { tag: '@phone' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'de-AT', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const other = page.locator('link[hreflang=x-default]');
  await expect(other).toHaveAttribute('href', `${baseURL}/?lang=en`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/?lang=de`);
  await context.close();
});

test('V14.2.3 L-22 the first view needs no external script, and no script at all to be read', {
  tag: '@phone',
}, async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requested.push(new URL(request.url()).pathname);
  });
  page.once('load', () => requested.push('load'));
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.locator('h1')).toBeVisible();
  // Once it has loaded, what can wait: a small file without React.
  const all = ['load', expect.stringMatching(/^\/assets\/visit-/)];
  await expect.poll(() => requested).toEqual(all);
  await atRest(page);
  expect(requested).toEqual(all);
});

test('K-01 the first frame waits for no storage, database or request; a scan is sent before it', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const { id } = await aCampaign(agency);
  await page.addInitScript(() => {
    const asked: string[] = [];
    const listen = (owner: object, name: string) => {
      const method: (...args: unknown[]) => unknown = Reflect.get(owner, name);
      Reflect.set(owner, name, function told(this: unknown, ...args: unknown[]) {
        asked.push(name);
        return method.apply(this, args);
      });
    };
    listen(Storage.prototype, 'getItem');
    listen(IDBFactory.prototype, 'open');
    listen(window, 'fetch');
    // The script of the page has run, and no frame has been drawn since.
    addEventListener('DOMContentLoaded', () => Object.assign(window, { asked: [...asked] }));
  });
  const asked = () => page.evaluate((): string[] => Reflect.get(window, 'asked'));

  await page.goto('/?lang=en');
  expect(await asked()).toEqual([]);
  const counted = page.waitForResponse(/\/track$/);
  await page.goto(`/?campaign_id=${id}&lang=en`);
  // Its database, and soon the request; never a storage, which blocks.
  expect((await asked())[0]).toBe('open');
  expect(await asked()).not.toContain('getItem');
  await counted;
});

test('sections below the first screen have their height after the first frame, and an address leads to its section', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/#contact');
  await expect(page.locator('#contact h2').first()).toBeInViewport();
  await page.goto('/privacy');
  await page.goto('/');
  const about = page.locator('#about');
  await expect(about).toHaveCSS('content-visibility', 'visible');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await atRest(page);
  const before = await height();
  await about.scrollIntoViewIfNeeded();
  await page.locator('footer').scrollIntoViewIfNeeded();
  expect(await height()).toBe(before);
});

test('H-13 I-03 I-04 a chosen language stands at once, after a reload, and in the HTML', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await chooseLanguage(page, 'German');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Your next contract');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('de');
  expect((await context.cookies()).find((cookie) => cookie.name === 'i18next')?.value).toBe('de');

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('I-02 a cookie that nobody chose by hand loses to the browser', { tag: '@desktop' }, async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'i18next', value: 'fr', url: String(baseURL) }]);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('K-06 lang in the address switches the language, an unknown one does not', {
  tag: '@desktop',
}, async ({ page }) => {
  const html = page.locator('html');
  await page.goto('/?lang=xx');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.goto('/?lang=it');
  await expect(html).toHaveAttribute('lang', 'it');
  // The page has loaded: the tab keeps the language.
  await page.waitForFunction(() =>
    Object.values(sessionStorage).some((value) => /^"?it"?$/.test(String(value))),
  );
  for (const path of ['/auth', '/']) {
    await page.goto(path);
    await expect(html, path).toHaveAttribute('lang', 'it');
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText(
      /Back office|contract/,
    );
  }
});

test('H-02 the header gains a shadow past 10 px, and loses it', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/');
  const scrolled = page.locator('html[data-scrolled]');
  const header = page.locator('header').first();
  await page.evaluate(() => scrollTo(0, 10));
  await expect(scrolled).toHaveCount(0);
  await expect(header).toHaveCSS('box-shadow', 'none');
  await page.evaluate(() => scrollTo(0, 11));
  await expect(scrolled).toHaveCount(1);
  await expect(header).not.toHaveCSS('box-shadow', 'none');
  await page.evaluate(() => scrollTo(0, 0));
  await expect(scrolled).toHaveCount(0);
  await expect(header).toHaveCSS('box-shadow', 'none');
});

test('L-13 L-14 the e-mail address shows only after a press, even one before React', {
  tag: '@phone',
}, async ({ page }) => {
  const answer = await page.goto('/');
  expect(await answer?.text()).not.toContain('office@');
  await page.getByRole('button', { name: 'Show E-mail Address' }).click();
  await expect(page.getByRole('link', { name: 'office@agency.example' })).toHaveAttribute(
    'href',
    'mailto:office@agency.example',
  );
});

test('hydration finds the markup that was prerendered, in every language', {
  tag: '@phone',
}, async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const language of LANGUAGE_CODES) {
    await page.goto(`/?lang=${language}`);
    await page.locator('#contact input[name=name]').focus();
    const box = page.locator('#contact input[name=includeHistory]');
    await box.check();
    await expect(page.locator('#contact [name=currentClub]')).toBeVisible();
    await atRest(page);
    // The next page would restore the tick while this journey presses it.
    await box.uncheck();
  }
  expect(complaints).toEqual([]);
});

test('the public page stays within its weight', { tag: '@phone' }, async () => {
  const documents = LANGUAGE_CODES.map((language) => `index.${language}.html`.replace('.en', ''));
  const scripts = [...readBuilt('index.html').matchAll(/\/(assets\/[\w-]+\.js)\b/g)];
  const isForRest = ([file]: RegExpMatchArray) => file.includes('/visit-');
  const kept = readBuilt('sw.js').matchAll(/"group":"(?:site|\w\w)",[^}]*"url":"([^"]+)"/g);
  const weights = {
    document: Math.max(...documents.map(weightOf)),
    worker: weightOf('sw.js'),
    rest: weightOfAll(scripts.filter(isForRest)),
    touch: weightOfAll(scripts.filter((script) => !isForRest(script))),
    kept: weightOfAll(kept) + weightOf('privacy.de.html'),
  };
  for (const name of ['document', 'worker', 'rest', 'touch', 'kept'] as const) {
    expect.soft(weights[name], name).toBeLessThanOrEqual(WEIGHTS[name]);
    // The files were found.
    expect.soft(weights[name], name).toBeGreaterThan(WEIGHTS[name] * 0.9);
  }
});

function readBuilt(file: string): string {
  return readFileSync(`dist/pwa/${file}`, 'utf8');
}

function weightOfAll(found: Iterable<RegExpMatchArray>): number {
  const files = new Set([...found].map(([, file = '']) => file));
  return [...files].reduce((sum, file) => sum + weightOf(file), 0);
}

async function chooseLanguage(page: import('playwright/test').Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /Language|Sprache/ })
    .first()
    .click();
  await page.getByRole('link', { name }).first().click();
}
