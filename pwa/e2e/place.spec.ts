import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { atRest } from './office.ts';
import { anApplication, uniqueMark } from './server-records.ts';

/** More than a list renders at once. */
const ROWS = 80;
const FAR = 3_000;

function place(page: Page): Promise<number> {
  return page.evaluate(() => scrollY);
}

/** Scrolls the page, or a part of it that scrolls by itself; returns its place once those who listen know of it. */
async function scrollFar(scroller: Locator): Promise<number> {
  return scroller.evaluate(
    (element, top) =>
      new Promise<number>((done) => {
        element.scrollTo({ top, behavior: 'instant' });
        // A page hears of it in its next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => done(element.scrollTop)));
      }),
    FAR,
  );
}

/** Opens a record in the middle of the list; returns where the list was. */
async function openFromFar(page: Page): Promise<number> {
  await scrollFar(page.locator('html'));
  const row = page
    .locator('[data-row]')
    .filter({ visible: true })
    .nth(20)
    .getByRole('link')
    .first();
  // A press scrolls to what it presses.
  await page.evaluate(() =>
    addEventListener('pointerdown', () => Object.assign(window, { left: scrollY }), { once: true }),
  );
  await row.click();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  await atRest(page);
  return page.evaluate(() => Reflect.get(window, 'left') as number);
}

test('a long list is where it was after a reload and after Back, also from a record that was reloaded', {
  tag: '@once',
}, async ({ page, agency, signIn }) => {
  const mark = `Place-${uniqueMark()}`;
  for (let n = 0; n < ROWS; n += 1) await anApplication(agency, { playerName: `${mark} ${n}` });
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: `${mark} ${ROWS - 1}`, exact: true })).toBeVisible();
  await atRest(page);
  const left = await scrollFar(page.locator('html'));
  expect(left).toBeGreaterThan(1_000);
  await page.reload();
  await expect.poll(() => place(page)).toBe(left);
  await expect(page.locator('[data-row]').filter({ visible: true }).first()).toBeVisible();

  const first = await openFromFar(page);
  await page.goBack();
  await expect.poll(() => place(page)).toBe(first);
  const second = await openFromFar(page);
  await page.reload();
  await atRest(page);
  await page.goBack();
  await expect.poll(() => place(page)).toBe(second);

  // What the person does counts more.
  await page.reload();
  await expect.poll(() => place(page)).toBe(second);
  // A browser that has not painted the list there yet may drop the way to its start.
  await atRest(page);
  await page.keyboard.press('Home');
  await expect.poll(() => place(page)).toBe(0);
  await anApplication(agency, { playerName: `${mark} new` });
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(page.getByRole('link', { name: `${mark} new`, exact: true })).toBeVisible();
  expect(await place(page)).toBe(0);
});

test('the list beside a record is where it was after a reload', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const ids = [];
  for (let n = 0; n < ROWS; n += 1) ids.push((await anApplication(agency)).id);
  await signIn();
  await page.goto(`/dashboard/applications/${ids.at(-1)}`);
  const list = page.getByRole('complementary', { name: 'Applications' });
  const scroller = list.locator('[tabindex="0"]').filter({ has: page.locator('[data-row]') });
  await atRest(page);
  const left = await scrollFar(scroller);
  expect(left).toBeGreaterThan(1_000);
  await page.reload();
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(left);
  await page.keyboard.press('j');
  await expect(list.locator('[aria-current]')).toBeInViewport();
});
