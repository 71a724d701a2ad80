import type { Page } from 'playwright/test';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openApplication, openStatusForm, update } from './office.ts';

test.use({ serviceWorkers: 'allow' });

async function lacks(page: Page): Promise<string[]> {
  const lines = page.locator('[data-check]:not([data-state=ready])');
  return lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-check') ?? ''));
}

test('before a flight one screen says what is not on the device, without a signal too, and one button gets it', {
  tag: '@phone',
}, async ({ page, agency, signIn, tunnel }) => {
  // Browsers of a test grant no permanent storage.
  await page.addInitScript(() => {
    navigator.storage.persisted = async () => sessionStorage.getItem('granted') !== null;
    navigator.storage.persist = async () => {
      // The browser refuses until the person allows it.
      const isAllowed = sessionStorage.getItem('allowed') !== null;
      if (isAllowed) sessionStorage.setItem('granted', 'yes');
      return isAllowed;
    };
  });
  await signIn();
  await page.goto('/more');
  await page.getByRole('link', { name: 'Going Offline', exact: true }).click();
  await page.locator('summary').click();
  await expect.poll(() => lacks(page)).toContain('storage');
  await page.getByRole('button', { name: /^(Get What Is Missing|Check Again)$/ }).click();
  await expect(page.getByText('the browser has refused to keep the copy')).toBeVisible();
  await expectNothing(page, 'a device whose browser keeps nothing for certain');
  // What the browser has refused is no reason to wait: the same without a signal, at the first look.
  tunnel.enter('drop');
  await page.reload();
  await expect(page.getByText('the browser has refused to keep the copy')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('storage-refused'));
  await page.reload();
  await expect(page.getByText('the browser has refused to keep the copy')).toBeVisible();
  tunnel.enter('open');
  await page.evaluate(() => sessionStorage.setItem('allowed', 'yes'));
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(page.getByText('Ready to work without a signal.')).toBeVisible();
  expect(await lacks(page)).toEqual([]);
  await expect(page.locator('[data-check=session]')).toContainText(/Signed in until \w{3} \d/);
  await expectNothing(page, 'a device that is ready');

  await openApplication(page, agency);
  tunnel.enter('drop');
  await openStatusForm(page);
  await update(page, { note: 'Boarding.' });
  await page.goto('/sync');
  await expect(page.getByRole('region', { name: 'Waiting to be sent (1)' })).toBeVisible();
  await expect(page.locator('[data-check=session]')).toContainText('Could not be checked now');
  await expect(page.locator('[data-check=files]')).toHaveAttribute('data-state', 'ready');
  // What only the server can say keeps nobody from going.
  await expect(page.getByText('Ready to work without a signal.')).toBeVisible();
  tunnel.enter('open');
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect.poll(() => lacks(page)).toEqual([]);
});

test('a browser that refuses the service worker is not called ready for work without a signal, and is told why', {
  tag: ['@phone', '@all'],
}, async ({ page, signIn }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'serviceWorker', { get: () => undefined });
  });
  await signIn();
  await page.goto('/sync');
  await expect(page.getByText(/^Not ready yet to work without a signal: .*The app/)).toBeVisible();
  await page.getByText(/^What was checked/).click();
  await expect(page.getByText('a private window or a setting of the browser')).toBeVisible();
});
