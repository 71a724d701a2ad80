import type { Browser } from 'playwright/test';
import { NO_CONTENT, type SiteContent, type SiteVersion } from '#contract/site.ts';
import { type Agency, openAgency } from './agency.ts';
import { expect, test } from './fixtures.ts';

const CONTENT: SiteContent = {
  settings: {
    ...NO_CONTENT.settings,
    name: 'Lucía Vega',
    city: 'Sevilla, España',
    phone: '+34 611 222 333',
    email: 'lucia@vega.example',
  },
  texts: {
    en: { 'hero.title': 'A <career> is "more" than a contract.' },
    de: { 'hero.title': 'Eine Karriere ist mehr als ein Vertrag.' },
    fr: { 'hero.title': 'Une carrière, c’est plus qu’un contrat.' },
  },
};

test.describe('on a site of its own', () => {
  let agency: Agency;
  test.beforeEach(async ({ database }) => {
    agency = await openAgency(database);
  });
  test.afterEach(() => agency.close());

  test('what is published is on the public page, before its scripts and after them, and after a restart', async ({
    browser,
  }) => {
    const body = { base: null, content: CONTENT };
    const { id } = await agency.api<SiteVersion>('POST', '/api/site-versions', body);
    await publishedIn(agency, 'Lucía Vega');

    const { page, faults } = await visitor(browser, agency, 'de-DE');
    await page.goto(`${agency.origin}/`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Eine Karriere ist mehr als ein Vertrag.');
    await expect(page.getByRole('link', { name: 'Lucía Vega' })).toBeVisible();
    await expect(page.getByText('+34 611 222 333').first()).toBeAttached();
    expect(await page.content()).not.toContain('lucia@');

    // React takes over, then the page changes its language in place.
    await page.getByRole('button', { name: 'E-Mail-Adresse anzeigen' }).click();
    await expect(page.getByRole('link', { name: 'lucia@vega.example' })).toBeVisible();
    await expect(title).toHaveText('Eine Karriere ist mehr als ein Vertrag.');
    await page.getByRole('banner').getByRole('button', { name: 'Sprache: DE' }).click();
    await page.getByRole('link', { name: 'Français' }).click();
    await expect(title).toHaveText('Une carrière, c’est plus qu’un contrat.');
    await expect(page.getByText('Sevilla, España').first()).toBeVisible();
    expect(faults).toEqual([]);
    await page.context().close();

    await agency.restart('SIGTERM');
    await publishedIn(agency, 'A &lt;career&gt; is &quot;more&quot; than a contract.');
    await agency.api('POST', '/api/site-versions', { base: id, content: NO_CONTENT });
    await publishedIn(agency, 'Football Agent');
  });
});

/** Waits until a visitor's first response has this text. */
async function publishedIn(agency: Agency, text: string): Promise<void> {
  const isThere = async () => {
    const page = await fetch(`${agency.origin}/?lang=en`);
    return (await page.text()).includes(text);
  };
  await expect.poll(isThere, { message: text, timeout: 3_000 }).toBe(true);
}

/** A page of somebody who was never here, with what its console tells of faults. */
async function visitor(browser: Browser, agency: Agency, locale: string) {
  const context = await browser.newContext({ baseURL: agency.origin, locale });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    // The browser tells of each 401.
    if (line.type() === 'error' && !line.text().includes('401')) faults.push(line.text());
  });
  return { page, faults };
}
