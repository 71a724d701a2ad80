import { expect, type Page } from 'playwright/test';
import type { Agency } from './agency.ts';
import { aCampaign, uniqueMark } from './server-records.ts';

/** Fills in the inquiry form of the landing page; nothing is sent. */
export async function fillInquiry(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.locator('#contact').getByLabel('E-mail').fill(addressOf(name));
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page.locator('textarea[name=message]').fill('Left back, 19, looking for a club.');
  await page.locator('input[name=privacyPolicy]').check();
}

/** The e-mail address that `fillInquiry` gives to a name: nobody else has it. */
export function addressOf(name: string): string {
  return `${name.toLowerCase().replace(/\W+/g, '-')}@example.com`;
}

/** Waits until the form is hydrated: only then it keeps a draft, and needs no script more to send. */
export async function hydrated(page: Page): Promise<void> {
  const name = page.locator('form[data-inquiry] [name=name]');
  await expect(async () => {
    await name.fill(await name.inputValue());
    expect(await page.evaluate(() => sessionStorage.getItem('inquiry-draft'))).not.toBeNull();
  }).toPass();
}

/** A visitor scans a campaign code and sends an inquiry, which arrives; answers the player's name. */
export async function aSentInquiry(page: Page, agency: Agency): Promise<string> {
  const name = `Player ${uniqueMark()}`;
  const campaign = await aCampaign(agency);
  await page.goto(`/?campaign_id=${campaign.id}&lang=en`);
  await fillInquiry(page, name);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  return name;
}
