import type { Page } from 'playwright/test';
import { toast } from './accounts.ts';
import type { Agency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { lookAgain } from './queue.ts';
import { anApplication, uniqueMark } from './server-records.ts';

/** Applications under one name, A being the newest, in a list that shows them alone. */
async function listOf(page: Page, agency: Agency, names: string): Promise<string> {
  const mark = `Steady-${uniqueMark()}`;
  for (const one of [...names].reverse())
    await anApplication(agency, { playerName: `${mark} ${one}` });
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await expect(page.getByRole('link', { name: new RegExp(`^${mark} .$`) })).toHaveCount(
    names.length,
  );
  return mark;
}

/** The last letters of the names of the rows, in their order. */
function order(page: Page): Promise<string> {
  const names = page.locator(
    '[data-row] a[href*="/applications/"]:not([href$="/edit"]):not([aria-label])',
  );
  return names.evaluateAll((all) => all.map((one) => one.textContent?.trim().at(-1)).join(''));
}

async function setStatus(page: Page, name: string, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) }).click();
  await page.getByRole('dialog').getByText(status, { exact: true }).click();
  await expect(
    page.getByRole('button', { name: `Status of ${name}: ${status}. Change` }),
  ).toBeVisible();
}

test('a changed row keeps its place until one sorts anew; what comes from elsewhere is announced', {
  tag: '@once',
}, async ({ page, agency, signIn }) => {
  await signIn();
  const mark = await listOf(page, agency, 'ABC');
  expect(await order(page)).toBe('ABC');
  await setStatus(page, `${mark} C`, 'Signed');
  const moved = page.getByRole('button', { name: '1 moved' });
  await expect(moved).toBeVisible();
  expect(await order(page)).toBe('ABC');
  await expectNothing(page, 'a list with a moved row');

  // Work in a record is work with its list.
  await page
    .getByRole('link', { name: `${mark} B` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${mark} B`);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => order(page)).toBe('ABC');

  await toastClosed(page);
  await anApplication(agency, { playerName: `${mark} N` });
  await lookAgain(page);
  const both = page.getByRole('button', { name: '1 moved · 1 new' });
  await expect(both).toBeVisible();
  expect(await order(page)).toBe('ABC');
  await both.click();
  await expect.poll(() => order(page)).toBe('NCAB');
  await expect(page.getByRole('button', { name: / new$/ })).toHaveCount(0);

  // A list that nobody touches follows; one that was left is sorted.
  await setStatus(page, `${mark} B`, 'Signed');
  expect(await order(page)).toBe('NCAB');
  await page.goto('/today');
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await expect.poll(() => order(page)).toBe('BNCA');
});

test('a row that no longer fits the filter stays at its place, and Undo leaves it there', {
  tag: '@all',
}, async ({ page, agency, signIn }) => {
  await signIn();
  const mark = await listOf(page, agency, 'ABC');
  await page.getByRole('button', { name: /^Pending/ }).click();
  await expect.poll(() => order(page)).toBe('ABC');
  await setStatus(page, `${mark} B`, 'Signed');
  await expect(page.getByRole('button', { name: '1 moved' })).toBeVisible();
  expect(await order(page)).toBe('ABC');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByRole('button', { name: `Status of ${mark} B: Pending. Change` }),
  ).toBeVisible();
  expect(await order(page)).toBe('ABC');
});

/** Waits until no toast lies over the list of a phone: each closes by itself. */
async function toastClosed(page: Page): Promise<void> {
  await expect(toast(page).getByRole('button', { name: 'Close' })).toHaveCount(0, {
    timeout: 15_000,
  });
}
