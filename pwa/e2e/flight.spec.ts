import type { Page } from 'playwright/test';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openApplication, openStatusForm, update } from './office.ts';

test.use({ serviceWorkers: 'allow' });

async function lacks(page: Page): Promise<string[]> {
  const lines = page.locator('[data-check]:not([data-state=ready])');
  return lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-check') ?? ''));
}

test('before a flight one page says what is not on the device, without a signal too, and one button gets it', {
  tag: '@phone',
}, async ({ page, agency, signIn, tunnel }) => {
  // Browsers of a test grant no permanent storage.
  await page.addInitScript(() => {
    const storage = { granted: false };
    navigator.storage.persisted = async () => storage.granted;
    navigator.storage.persist = async () => {
      storage.granted = true;
      return true;
    };
  });
  await signIn();
  await page.goto('/more');
  await page.getByRole('link', { name: 'Ready for the Flight' }).click();
  await expect(page.getByText('Not everything is here yet.')).toBeVisible();
  await expect.poll(() => lacks(page)).toContain('storage');
  await expectNothing(page, 'a device that is not ready for the flight');
  await page.getByRole('button', { name: 'Get What Is Missing' }).click();
  await expect(page.getByText('Everything is here. Have a good flight.')).toBeVisible();
  expect(await lacks(page)).toEqual([]);
  await expect(page.locator('[data-check=session]')).toContainText(/Signed in until \w{3} \d/);
  await expectNothing(page, 'a device that is ready for the flight');

  await openApplication(page, agency);
  tunnel.enter('drop');
  await openStatusForm(page);
  await update(page, { note: 'Boarding.' });
  await page.goto('/flight');
  await expect(page.getByText('1 change is on this device only.')).toBeVisible();
  await expect(page.locator('[data-check=session]')).toContainText('Could not be checked now');
  await expect(page.locator('[data-check=files]')).toHaveAttribute('data-state', 'ready');
  tunnel.enter('open');
  await page.getByRole('button', { name: 'Get What Is Missing' }).click();
  await expect(page.getByText('Everything is here. Have a good flight.')).toBeVisible();
});
