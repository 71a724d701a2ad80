import type { Locator, Page } from 'playwright/test';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { stopClock } from './office.ts';

test('X-01 X-06 X-13 one toast at a time, what failed is an alert, and the region is 420 px wide at most, and as wide as the window on a phone', {
  tag: '@once',
}, async ({ page, agency, isMobile }) => {
  await failToLogIn(page);
  const shown = toast(page).getByRole('alert');
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('Login Failed');
  await expect(shown.locator('svg').first()).toBeVisible();
  const alarming = await groundOf(shown);
  const region = await shown.locator('..').boundingBox();
  const window = page.viewportSize();
  expect(region?.width).toBe(isMobile ? window?.width : 420);
  expect((region?.x ?? 0) + (region?.width ?? 0)).toBe(window?.width);

  await page.getByLabel('Username').fill(agency.admin.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page).getByRole('status')).toContainText('Login Successful');
  await expect(shown).toHaveCount(0);
  // The browser leaves for another page meanwhile, which shows the toast, too.
  await expect(toast(page).getByRole('status')).not.toHaveCSS('background-color', alarming);
});

test('X-02 a toast goes after 5 s, and stays while the focus is on it', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.clock.install();
  await stopClock(page);
  await failToLogIn(page);
  const shown = toast(page).getByRole('alert');
  await appears(shown);
  await focusToasts(page);
  await page.clock.runFor(20_000);
  await expect(shown).toBeVisible();
  await page.getByLabel('Username').focus();
  await page.clock.runFor(1_000);
  await expect(shown).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(shown).toHaveCount(0);
});

test('X-04 a swipe of 50 px dismisses a toast, a shorter one does not', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  const swipe = isMobile ? swipeByFinger : swipeByMouse;
  // Nothing but the swipe takes it away.
  await page.clock.install();
  await stopClock(page);
  await failToLogIn(page);
  const shown = toast(page).getByRole('alert');
  await appears(shown);
  await expect(shown).toHaveAttribute('data-state', 'open');
  await swipe(page, 40);
  await expect(shown).toHaveAttribute('data-swipe', 'cancel');
  await expect(shown).toBeVisible();
  await swipe(page, 70);
  await expect(shown).toHaveCount(0);
});

test('X-05 F8 leads to the toast, Tab to its button, which closes it; Escape closes the toast that has the focus', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await failToLogIn(page);
  await expect(toast(page).getByRole('alert')).toBeVisible();
  await focusToasts(page);
  const close = toast(page).getByRole('button', { name: 'Close' });
  for (let tabs = 0; tabs < 3; tabs += 1) {
    if (await close.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page).getByRole('alert')).toHaveCount(0);

  await failToLogIn(page);
  await expect(toast(page).getByRole('alert')).toBeVisible();
  await focusToasts(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(toast(page).getByRole('alert')).toHaveCount(0);
});

/**
 * Lets time pass, by as little as it takes, until a toast is on a page whose clock is stopped, and one step more: Radix
 * hears focus and pointer only after the update that counts the toast.
 */
async function appears(shown: Locator): Promise<void> {
  await expect(async () => {
    await shown.page().clock.runFor(100);
    await expect(shown).toBeVisible({ timeout: 200 });
  }).toPass();
  await shown.page().clock.runFor(100);
}

/** Presses F8, again if the region did not hear it yet. */
async function focusToasts(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('F8');
    const isInside = () => Boolean(document.activeElement?.closest('[role=region]'));
    expect(await page.evaluate(isInside)).toBe(true);
  }).toPass();
}

/** The background colour of a toast. */
function groundOf(shown: Locator): Promise<string> {
  return shown.evaluate((element) => getComputedStyle(element).backgroundColor);
}

async function failToLogIn(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill('nobody');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function middleOfToast(page: Page): Promise<{ x: number; y: number }> {
  const box = await toast(page).getByText('Login Failed').boundingBox();
  if (!box) throw new Error('There is no toast.');
  return { x: box.x + 20, y: box.y + box.height / 2 };
}

async function swipeByMouse(page: Page, distance: number): Promise<void> {
  const { x, y } = await middleOfToast(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 10; moved <= distance; moved += 10) await page.mouse.move(x + moved, y);
  await page.mouse.up();
}

async function swipeByFinger(page: Page, distance: number): Promise<void> {
  const { x, y } = await middleOfToast(page);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + moved, y }],
    });
  await touch('touchStart', 0);
  for (let moved = 10; moved <= distance; moved += 10) await touch('touchMove', moved);
  await touch('touchEnd', distance);
  await devtools.detach();
}
