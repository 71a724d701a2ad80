import type { Page } from 'playwright/test';
import type { Contact } from '#contract/contacts.ts';
import type { Agency } from './agency.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false, locale: 'de-DE' });

test('F-13 F-15 Q-20 without JavaScript an inquiry is checked, keeps what was typed, arrives once, and can be changed later', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const email = `${Date.now()}.${test.info().workerIndex}@example.org`;
  await page.goto('/?utm_source=fair');
  await page.locator('[name=name]').fill('A <b>"x"');
  await page.getByLabel('Name des Spielers').fill('Diego Vogt');
  await page.getByLabel('E-Mail').fill('falsch');
  await page.locator('[name=includeHistory]').check();
  const message = page.locator('textarea[name=message]');
  await message.fill('Ich spiele <links> hinten & suche einen Berater.');

  // The browser checks first, and leads to the field.
  await post(page);
  const address = page.locator('[name=email]');
  await expect(address).toBeFocused();
  expect(await address.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(
    true,
  );
  await address.fill(email);
  await page.locator('[name=inquiryType]').selectOption('player_representation');
  await page.locator('[name=privacyPolicy]').check();

  // What only the server finds wrong stands on a short page; the browser goes back to what was typed.
  await page.locator('[name=name]').fill('   ');
  await post(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle('Nachricht nicht gesendet · Football Agent');
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(1);
  await page.goBack();
  await expect(message).toHaveValue('Ich spiele <links> hinten & suche einen Berater.');
  await expect(page.locator('[name=privacyPolicy]')).toBeChecked();
  await page.locator('[name=name]').fill('A <b>"x"');
  // A second press before the answer.
  await page.locator('form[data-inquiry] [type=submit]').dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nachricht gesendet');
  await expect(page.getByText(/Nummer|Referenz|Zeichen/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Ansehen' });
  await expect(link).toHaveAttribute('href', /\/inquiry\?lang=de#[\w-]{43}$/);
  await page.reload();
  const arrived = await inquiriesOf(agency, email);
  expect(arrived).toHaveLength(1);
  expect(arrived[0]).toMatchObject({
    name: 'A <b>"x"',
    playerName: 'Diego Vogt',
    language: 'de',
  });
});

test('without JavaScript the agent can be called and written to', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Anrufen' })).toHaveAttribute('href', /^tel:\+\d+$/);
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+$/,
  );
});

async function post(page: Page): Promise<void> {
  await page.locator('form[data-inquiry] [type=submit]').click();
}

async function inquiriesOf(agency: Agency, email: string): Promise<Contact[]> {
  const all = await agency.api<Contact[]>('GET', '/api/contacts');
  return all.filter((contact) => contact.email === email);
}
