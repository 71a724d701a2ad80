import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { logIn, toast } from './accounts.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { atRest, LONG, openStatusForm, update, updateButton } from './office.ts';
import { anApplication } from './server-records.ts';
import { weightOf } from './weight-of.ts';

/**
 * What the dashboard's first screen may load, in bytes of brotli: 245,594 on 2026-11-30 and a few more. A part
 * that a first screen does not show comes when it is asked for, so it belongs behind `lazyWindow`, `lazyPage` or
 * `lazyExtra`.
 */
const FIRST_SCREEN = 246_050;

const MISSING = 'This part is not on this device yet';

/**
 * Aborts requests for these files. Returns how to let them through again: when no load is between its
 * attempts and the page has fetched ahead, which would succeed without a press.
 */
async function lose(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return async () => {
    await atRest(page, LONG);
    await page.unroute(files);
  };
}

test('a window whose code was lost says so over the page, and opens with its style after Try Again', {
  tag: ['@phone', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  const mendCode = await lose(page, '**/assets/screens-*.js');
  const mendStyle = await lose(page, '**/assets/screens-*.css');
  await page.goto('/dashboard');
  const notice = page.getByRole('dialog');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(notice.getByText(MISSING)).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toHaveCount(0);

  await mendCode();
  await page.keyboard.press('Control+k');
  await expect(notice.getByText(MISSING)).toBeVisible();
  await mendStyle();
  await notice.getByRole('button', { name: 'Try Again' }).click();
  await expect(notice.getByRole('combobox')).toBeFocused();
  const sheets = await page
    .locator('link[rel=stylesheet][href*="/screens-"]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ sheet }) => sheet !== null));
  expect(new Set(sheets)).toEqual(new Set([true]));
});

test('a page whose code was lost says so in its place; nothing is reloaded, and the way on stays', {
  tag: ['@phone', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  const mend = await lose(page, '**/assets/screens-*');
  await page.goto('/dashboard');
  const sections = page.getByRole('navigation').filter({ visible: true });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await sections.getByRole('link', { name: 'Campaigns' }).first().click();
  const main = page.getByRole('main');
  await expect(main.getByText(MISSING)).toBeVisible();

  await sections.getByRole('link', { name: 'Applications' }).first().click();
  await expect(main.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const tried = page.waitForRequest('**/assets/screens-*');
  await sections.getByRole('link', { name: 'Campaigns' }).first().click();
  await tried;
  const again = main.getByRole('button', { name: 'Try Again' });
  await mend();
  await expect(again).toBeEnabled();
  await again.click();
  await expect(main.getByRole('heading', { level: 1, name: 'QR Campaigns' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('right after the first sign-in the first row opens without a signal: its record, a status, a note, what waits', {
  tag: '@phone',
}, async ({ page, agency, tunnel }) => {
  const { playerName } = await anApplication(agency);
  await page.goto('/auth');
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/`);
  await page.goto('/dashboard');
  const row = page.getByRole('link', { name: playerName, exact: true });
  await row.waitFor();
  tunnel.enter('drop');
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: playerName })).toBeVisible();
  await update(page, { status: 'In review', note: 'Called in the tunnel.' });
  await expect(toast(page)).toContainText('Saved on this phone.');
  await page
    .getByRole('status', { name: 'Connection and waiting changes' })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/sync$/);
  await expect(page.getByText('Called in the tunnel.').first()).toBeVisible();
});

test('what can be opened on a page needs no signal any more soon after the page is there', {
  tag: ['@phone', '@all'],
}, async ({ page, tunnel, signIn }) => {
  await signIn();
  const fetched = ['records', 'screens'].map((part) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${part}-`)),
  );
  await page.goto('/admin/campaigns');
  await Promise.all(fetched);
  await expect(page.getByRole('button', { name: 'New Campaign' })).toBeVisible();
  await atRest(page);

  tunnel.enter('drop');
  await page.getByRole('button', { name: 'New Campaign' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
});

test('the queued changes are named on a page that was there before the signal went', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, signIn }) => {
  const { id, playerName } = await anApplication(agency);
  await signIn();
  await page.goto('/sync');
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await page.locator('a[href="/dashboard"]:visible').first().click();
  await page.locator(`a[href="/dashboard/applications/${id}"]:visible`).first().click();
  await openStatusForm(page);
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Called from the train.');
  await updateButton(page).click();
  await page.locator('a[href="/sync"]:visible').first().click();
  await expect(page.getByText(playerName, { exact: true })).toBeVisible();
  await expect(page.getByText('Note: Called from the train.')).toBeVisible();
});

test('a start without its texts says so in the person’s language, and goes on when asked', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency }) => {
  await speak(context, agency.origin, 'de');
  const mend = await lose(page, '**/assets/office-*.js');
  await page.goto('/auth');
  await expect(page.getByRole('alert')).toContainText('Diese Seite konnte nicht geladen werden');
  await expect(page).toHaveTitle('Diese Seite konnte nicht geladen werden');
  await expectNothing(page, 'a start without its texts');
  await mend();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück');
});

for (const [language, title, again] of [
  ['en', 'This page could not be loaded', 'Try Again'],
  ['de', 'Diese Seite konnte nicht geladen werden', 'Erneut versuchen'],
  ['fr', 'Cette page n’a pas pu être chargée', 'Réessayer'],
  ['es', 'No se ha podido cargar esta página', 'Reintentar'],
  ['it', 'Non è stato possibile caricare questa pagina', 'Riprova'],
] as const) {
  test(`a start whose scripts and styles fail says so in the person’s language, ${language}, and goes on when asked`, {
    tag: language === 'de' ? '@phone' : ['@phone', '@all'],
  }, async ({ page, context, agency }) => {
    await speak(context, agency.origin, language);
    await page.route('**/assets/*', (route) => route.abort());
    await page.goto('/auth');
    await expect(page.getByRole('heading')).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectNothing(page, `a start without scripts in ${language}`);
    await page.unroute('**/assets/*');
    await page.getByRole('button', { name: again }).click();
    await expect(page.locator('input[name=username]').first()).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
  });
}

test('a start whose scripts and styles neither come nor fail says so after a while, and goes on when asked', {
  tag: ['@phone', '@all'],
}, async ({ page }) => {
  await page.clock.install();
  let comes = false;
  await page.route('**/assets/*', (route) => (comes ? route.continue() : undefined));
  await page.goto('/auth', { waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeAttached();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
  // A style sheet that is awaited keeps a page white.
  await page.evaluate(contentPainted);
  comes = true;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

/** Resolves when anything of the page is on the screen. */
function contentPainted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

test('the code and the styles of the first screen of the back office stay within their weight', {
  tag: '@phone',
}, async () => {
  const shell = readFileSync('dist/pwa/app.html', 'utf8').replace(/texts:\{.*?\}/, '');
  const files = [...new Set(shell.match(/assets\/[\w-]+\.(?:js|css)\b/g))];
  const names = files.map((file) => file.replace(/-[\w-]{8}\./, '.').slice('assets/'.length));
  expect(names).toEqual(expect.arrayContaining(['app.js', 'office.js', 'react.js', 'office.css']));
  const weights = files.map(weightOf);
  const sum = weights.reduce((one, other) => one + other, 0);
  const each = names.map((name, at) => `${name} ${weights[at]}`).join(', ');
  expect(sum, each).toBeLessThanOrEqual(FIRST_SCREEN);
});
