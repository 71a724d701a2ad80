import type { Page } from 'playwright/test';
import type { Agency } from './agency.ts';
import { expect } from './fixtures.ts';

let sent = 0;

/** A visitor scans a campaign code, sends an inquiry, and it arrives; answers the player's name. */
export async function aSentInquiry(page: Page, agency: Agency): Promise<string> {
  sent += 1;
  const name = `Player ${process.pid}-${sent}`;
  const campaign = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: `Fair ${sent}`,
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'fair',
  });
  await page.goto(`/?campaign_id=${campaign.id}&lang=en`);
  await page.getByLabel('Full name').fill(name);
  await page.locator('#contact').getByLabel('E-mail').fill('player@example.com');
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page.locator('textarea[name=message]').fill('Left back, 19, looking for a club.');
  await page.locator('input[name=privacyPolicy]').check();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  return name;
}
