import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { atRest } from './office.ts';

test('the app offers its installation at the second visit, above no page that is open, never on the public page, and "not now" is for ever', {
  tag: '@phone',
}, async ({ page, context, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await canInstall(page);
  await expect(page.getByRole('tab', { name: /Applications/ })).toBeVisible();
  await atRest(page);
  await expect(offer(page)).toBeHidden();

  const second = await context.newPage();
  await second.goto('/');
  await canInstall(second);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await atRest(second);
  await expect(offer(second)).toBeHidden();
  await second.goto('/dashboard');
  await canInstall(second);
  await expect(second.getByRole('tab', { name: /Applications/ })).toBeVisible();
  await atRest(second);
  await expect(offer(second)).toBeHidden();
  await openMore(second);
  await expect(offer(second)).toBeVisible();
  await second.goto('/dashboard/applications/new');
  await canInstall(second);
  await expect(second.getByLabel('Player name')).toBeVisible();
  await atRest(second);
  await expect(offer(second)).toBeHidden();

  await second.goto('/dashboard');
  await canInstall(second);
  await openMore(second);
  await second.getByRole('button', { name: 'Not Now' }).click();
  await expect(offer(second)).toBeHidden();
  const third = await context.newPage();
  await third.goto('/dashboard');
  await canInstall(third);
  await openMore(third);
  await atRest(third);
  await expect(offer(third)).toBeHidden();
});

test('pressing Install asks the browser, once', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await page.addInitScript(() => localStorage.setItem('install-visits', '1'));
  await page.goto('/dashboard');
  await canInstall(page);
  await openMore(page);
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toBe(1);
  await expect(offer(page)).toBeHidden();
});

test('on iOS a sheet shows the way by hand, in three pictures', { tag: '@phone' }, async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    localStorage.setItem('install-visits', '1');
  });
  await signIn();
  await page.goto('/dashboard');
  await openMore(page);
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Add it to the home screen' });
  await expect(sheet.getByRole('listitem')).toHaveCount(3);
  await expect(sheet.locator('li svg')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

/** Goes on to a page on which the offer may stand; on the one that was loaded it would move what is there. */
async function openMore(page: Page): Promise<void> {
  await atRest(page);
  await page.getByRole('navigation').getByRole('link', { name: 'More' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeVisible();
}

function offer(page: Page) {
  return page.getByRole('heading', { name: 'Install the app' });
}

/** Dispatches the event by which Chromium says that the app can be installed. */
async function canInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => Reflect.set(window, 'asked', (Reflect.get(window, 'asked') ?? 0) + 1),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(event);
  });
}
