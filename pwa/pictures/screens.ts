import type { Browser, Page } from 'playwright';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { seed } from '#prisma/seed.ts';
import { type Agency, openAgency } from '#pwa/e2e/agency.ts';
import { SCREENS, type Screen } from './screen-list.ts';

/** Wait for content that appears after the first paint, in ms. */
const SETTLED = 1_500;

/**
 * Photographs the built product on sample data, for the installation dialog and the README.
 *
 * @param keep takes each picture with its file name in pwa/public/install
 */
export async function photograph(
  browser: Browser,
  keep: (name: string, png: Buffer) => void,
): Promise<void> {
  const agency = await openAgency('sqlite', fill);
  try {
    for (const screen of SCREENS) keep(`${screen.name}.png`, await shoot(browser, agency, screen));
  } finally {
    await agency.close();
  }
}

async function fill(url: string): Promise<void> {
  await migrate(url);
  const db = await openDatabase(url);
  await seed(db);
  await closeDatabase(db);
}

async function shoot(browser: Browser, agency: Agency, screen: Screen): Promise<Buffer> {
  const { width, height, scale } = screen;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: width < 768,
    isMobile: width < 768,
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    baseURL: agency.origin,
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    if (screen.signedIn) await signIn(page, agency);
    await page.goto(screen.path);
    await page.getByRole('heading').first().waitFor();
    await screen.prepare?.(page, context);
    // The font of most phones, or a free one with the same metrics.
    await page.addStyleTag({ content: ':root { --body: Roboto, Arial, sans-serif; }' });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(SETTLED);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, agency: Agency): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(agency.admin.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${agency.origin}/`);
}
