import type { Page } from 'playwright/test';
import type { Contact } from '#contract/contacts.ts';
import type { Agency } from './agency.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false, locale: 'de-DE' });

test('F-13 F-15 Q-20 without JavaScript an inquiry is checked, keeps what was typed, and arrives once', async ({
  page,
  agency,
}) => {
  const email = `${Date.now()}.${test.info().workerIndex}@example.org`;
  await page.goto('/?utm_source=fair');
  await page.getByLabel('Name').fill('A <b>"x"');
  await page.getByLabel('E-Mail').fill('falsch');
  await page
    .getByLabel('Spielerlaufbahn')
    .or(page.locator('[name=includeHistory]'))
    .first()
    .check();
  await page
    .locator('textarea[name=message]')
    .fill('Ich spiele <links> hinten & suche einen Berater.');
  await post(page);

  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle('Nachricht nicht gesendet · Football Agent');
  const address = page.locator('[name=email]');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(address).toHaveAccessibleDescription(
    'Bitte geben Sie eine gültige E‑Mail‑Adresse ein.',
  );
  // Each of the lines above leads to its field.
  const wrong = page.getByRole('alert').getByRole('link');
  await expect(wrong).toHaveCount(3);
  await wrong.filter({ hasText: 'gültige E' }).click();
  await expect(address).toBeFocused();
  await expect(page.locator('[name=name]')).toHaveValue('A <b>"x"');
  await expect(page.locator('[name=message]')).toHaveValue(
    'Ich spiele <links> hinten & suche einen Berater.',
  );
  await address.fill(email);
  await page.locator('[name=currentClub]').fill('CD Uno');
  await page.locator('[name=inquiryType]').selectOption('club_recruitment');
  await page.locator('[name=privacyPolicy]').check();
  // A second press before the answer.
  await page.locator('form[data-inquiry] [type=submit]').dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nachricht gesendet');
  await page.reload();
  const arrived = await inquiriesOf(agency, email);
  expect(arrived).toHaveLength(1);
  expect(arrived[0]).toMatchObject({ currentClub: 'CD Uno', language: 'de' });
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
