import type { Page } from 'playwright/test';
import { expect } from './fixtures.ts';

/** Turns the inquiry of `name` into an application and opens it; answers the application's id. */
export async function convertInquiryOf(name: string, page: Page): Promise<string> {
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: `Convert ${name}` }).click();
  await expect(page.getByRole('tab', { name: 'Applications' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}

/** The form's own Update button: on a phone the bar under the thumb has one, too, which opens it. */
export function updateButton(page: Page) {
  return page.locator('form').getByRole('button', { name: 'Update', exact: true });
}

/** Opens the status form where it is not on the page already: on a phone it is in a sheet. */
export async function openStatusForm(page: Page): Promise<void> {
  const opener = page.locator('[data-bottom-bar=actions]').getByRole('button', { name: 'Update' });
  await expect(updateButton(page).or(opener).first()).toBeVisible();
  if (await opener.isVisible()) await opener.click();
  await expect(updateButton(page)).toBeVisible();
}

/** Records a change of status, a note, or both, with the form. */
export async function update(page: Page, change: { status?: string; note: string }): Promise<void> {
  await openStatusForm(page);
  if (change.status !== undefined)
    await page.getByText(change.status, { exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Notes' }).fill(change.note);
  await updateButton(page).click();
}

/** Waits until the worker has kept the back office for use without a signal. */
export async function keptForOffline(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/app.html')) !== undefined), {
      timeout: 30_000,
    })
    .toBe(true);
  await atRest(page);
}

/** Waits until a page has loaded nothing for half a second. The stream of events stays open. */
export async function atRest(page: Page): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(() => performance.getEntriesByType('resource').length);
        const same = now === before;
        before = now;
        return same;
      },
      { intervals: [500], timeout: 20_000 },
    )
    .toBe(true);
}
