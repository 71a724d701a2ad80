import { expect, test } from './fixtures.ts';

/** How browsers refuse a database: by settings, by Lockdown, in private windows, and without any space. */
const REFUSALS = ['throws', 'fires', 'full', 'missing'] as const;

for (const refusal of REFUSALS) {
  test(`a browser that refuses the database (${refusal}) is told of at once, with what to do`, {
    tag: refusal === 'throws' ? ['@phone'] : ['@phone', '@all'],
  }, async ({ page, agency }) => {
    await page.addInitScript((how) => {
      if (how === 'missing') {
        Object.defineProperty(globalThis, 'indexedDB', { value: null });
        return;
      }
      IDBFactory.prototype.open = () => {
        if (how === 'throws') throw new DOMException('', 'SecurityError');
        const error = new DOMException('', how === 'full' ? 'QuotaExceededError' : 'UnknownError');
        const request = Object.assign(new EventTarget(), { error, readyState: 'done' });
        const fire = () => {
          const event = new Event('error', { bubbles: true, cancelable: true });
          request.dispatchEvent(event);
          (request as unknown as IDBOpenDBRequest).onerror?.(event);
        };
        setTimeout(fire);
        return request as unknown as IDBOpenDBRequest;
      };
    }, refusal);
    await page.goto('/auth');
    await page.getByLabel('Username').fill(agency.admin.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
    await page.locator('[type=submit]').click();
    await page.waitForURL(`${agency.origin}/`);
    await page.goto('/dashboard');
    // Sooner than a database that does not answer is told of.
    const told = page.getByRole('status').filter({ hasText: 'This browser refuses storage' });
    await expect(told).toBeVisible({ timeout: 4_000 });
    await expect(told.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
}
