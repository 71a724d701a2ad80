import { expect, type Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { FIRST_THINGS_FIRST } from '#pwa/lib/when-idle.ts';
import type { Agency } from './agency.ts';
import { anApplication } from './server-records.ts';

/** Makes an application at the server and opens it, with all that can be opened on its page. */
export async function openApplication(page: Page, agency: Agency): Promise<Application> {
  const application = await anApplication(agency);
  await page.goto(`${agency.origin}/dashboard/applications/${application.id}`);
  await expect(page.getByRole('heading', { name: application.playerName })).toBeVisible();
  // The status form of a phone is fetched after the page.
  await atRest(page);
  return application;
}

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

/** The Update button of the status form, also while it says "Updating...". */
export function updateButton(page: Page) {
  return page.locator('form:has([data-status]) [type=submit]');
}

/** Opens the status form, which is in a sheet on a phone and on the page elsewhere. */
export async function openStatusForm(page: Page): Promise<void> {
  const opener = page.locator('[data-bottom-bar=actions]').getByRole('button', { name: 'Update' });
  await expect(updateButton(page).or(opener).first()).toBeVisible();
  if (await opener.isVisible()) await opener.click();
  await expect(updateButton(page)).toBeVisible();
}

/** Records a new status, a note, or both, with the form. */
export async function update(page: Page, change: { status?: string; note: string }): Promise<void> {
  await openStatusForm(page);
  if (change.status !== undefined)
    await page.getByText(change.status, { exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Notes' }).fill(change.note);
  await updateButton(page).click();
  // The next change must not be typed into a sheet that is closing.
  await expect(page.getByRole('dialog').filter({ has: updateButton(page) })).toHaveCount(0);
}

/** Waits until the service worker has cached the back office for offline use. */
export async function keptForOffline(page: Page): Promise<void> {
  await cached(page, '/app.html');
  await atRest(page);
}

/** Waits until the service worker is active and has cached this document. */
export async function cached(page: Page, path: string): Promise<void> {
  const isCached = async (document: string) => {
    await navigator.serviceWorker.ready;
    return (await caches.match(document)) !== undefined;
  };
  await expect.poll(() => page.evaluate(isCached, path), { timeout: 30_000 }).toBe(true);
}

/**
 * Waits until a page has loaded the parts that it loads ahead when it is idle, and then nothing for half
 * a second. The event stream stays open.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async (first) => {
    // Timers and idle periods are served in order: the page's own come first.
    await new Promise((later) => setTimeout(later, first + 100));
    await new Promise((idle) => requestIdleCallback(idle));
  }, FIRST_THINGS_FIRST);
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
