import { expect, type Page } from 'playwright/test';
import { pretendFullScreen } from './full-screen.ts';
import { unfoldCampaign } from './office.ts';

export const PIN = '2468';

/**
 * Hands this device over at the stand of a campaign, for the PIN.
 *
 * @param origin of the site, where the browser knows no base of addresses
 */
export async function handOver(page: Page, campaign: { name: string }, origin = ''): Promise<void> {
  await pretendFullScreen(page);
  await page.goto(`${origin}/admin/campaigns`);
  await unfoldCampaign(page, campaign);
  await page.getByRole('button', { name: `Full Screen: ${campaign.name}` }).click();
  await page.getByRole('button', { name: 'Hand Over' }).click();
  await page.getByLabel('PIN for taking it back').fill(PIN);
  await page.getByRole('button', { name: 'Lock and Hand Over' }).click();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
}

/** Writes at the stand as its next visitor, and presses Send. */
export async function sendAtStand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('E-mail').fill('visitor@example.org');
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page.locator('textarea[name=message]').fill('Left back, 19, looking for a club.');
  await page.locator('input[name=privacyPolicy]').check();
  await page.getByRole('button', { name: 'Send Message' }).click();
}
