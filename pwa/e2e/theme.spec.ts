import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { loadedAhead } from './office.ts';

const DARK = 'rgb(16, 24, 20)';
const LIGHT = 'rgb(250, 248, 243)';

function surface(page: Page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** The colours that the browser gives its own bars. */
function barColour(page: Page) {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );
}

test('light or dark is chosen on this phone without a signal, in all tabs, and stays', {
  tag: '@phone',
}, async ({ page, context, tunnel, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn();
  await page.goto('/more');
  const colours = page.getByRole('group', { name: 'Colours' });
  await expect(colours.getByRole('button', { name: 'As the device' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect.poll(() => surface(page)).toBe(LIGHT);
  await loadedAhead(page);
  const other = await context.newPage();
  await other.goto('/sync');
  await expect.poll(() => surface(other)).toBe(LIGHT);
  tunnel.enter('drop');

  await colours.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(() => surface(page)).toBe(DARK);
  await expect.poll(() => surface(other)).toBe(DARK);
  await expect.poll(() => barColour(page)).toBe('#0f3426');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'dark',
  );
  tunnel.enter('open');
  await page.reload();
  await expect(colours.getByRole('button', { name: 'Dark' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await surface(page)).toBe(DARK);

  await colours.getByRole('button', { name: 'As the device' }).click();
  await expect.poll(() => surface(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => surface(page)).toBe(DARK);
  await colours.getByRole('button', { name: 'Light' }).click();
  await expect.poll(() => surface(page)).toBe(LIGHT);
  await expect.poll(() => barColour(page)).toBe('#0d3b29');
});

test('the theme is set before the first style is applied', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark');
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    // Until the first paint.
    requestAnimationFrame(function look() {
      if (document.body) seen.push(document.documentElement.dataset.theme ?? 'none');
      if (seen.length < 3) requestAnimationFrame(look);
    });
  });
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([
    'dark',
    'dark',
    'dark',
  ]);
  expect(await page.evaluate(() => document.querySelectorAll('meta[media=all]').length)).toBe(1);
});

test('the palette chooses the theme', { tag: ['@desktop', '@all'] }, async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn();
  await page.goto('/more');
  await loadedAhead(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('colours: dark');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Colours: Dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => surface(page)).toBe(DARK);
  await expect(
    page.getByRole('group', { name: 'Colours' }).getByRole('button', { name: 'Dark' }),
  ).toHaveAttribute('aria-pressed', 'true');
});
