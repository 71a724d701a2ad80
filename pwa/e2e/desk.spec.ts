import type { Page } from 'playwright/test';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

async function heightOfRow(page: Page): Promise<number> {
  const box = await page.locator('tr[data-row]').first().boundingBox();
  return Math.round(box?.height ?? 0);
}

test('on a desk rows have one line or, as this device keeps it, two; heads of columns choose the order', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const mark = `Desk-${uniqueMark()}`;
  await anApplication(agency, { playerName: `${mark} Aaron` });
  await anApplication(agency, { playerName: `${mark} Zoe` });
  await anInquiry(agency, { name: mark });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  const names = page.locator('tr[data-row] th a');
  await expect(names).toHaveText([`${mark} Zoe`, `${mark} Aaron`]);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Last updated')).toHaveAttribute('aria-sort', 'descending');
  await head('Player').getByRole('button').click();
  await expect(names).toHaveText([`${mark} Aaron`, `${mark} Zoe`]);
  await expect(head('Player')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Last updated')).not.toHaveAttribute('aria-sort');
  await expect(page.getByLabel('Sort by')).toHaveValue('name');

  expect(await heightOfRow(page)).toBeLessThanOrEqual(41);
  await expectNothing(page, 'rows of one line');
  await page.getByRole('button', { name: 'Two lines a row' }).click();
  await expect.poll(() => heightOfRow(page)).toBeGreaterThan(60);
  await page.reload();
  await expect.poll(() => heightOfRow(page)).toBeGreaterThan(60);
  await page.getByRole('button', { name: 'Two lines a row' }).click();
  await expect.poll(() => heightOfRow(page)).toBeLessThanOrEqual(41);

  // The clock of an inquiry needs its line.
  await page.goto('/dashboard?tab=contacts');
  await page.getByRole('searchbox').fill(mark);
  await expect(page.getByText(/h to reply/).first()).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/dashboard');
  await expect.poll(() => heightOfRow(page)).toBeGreaterThan(60);
});
