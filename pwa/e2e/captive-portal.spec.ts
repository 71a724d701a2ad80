import type { Contact } from '#contract/contacts.ts';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { fillInquiry } from './inquiries.ts';
import { anApplication, uniqueMark } from './server-records.ts';

const PAGE = '<!doctype html><title>WLAN</title><h1>Welcome to the hotel</h1>';

test('a captive portal that answers every call with a page of its own: dashboard, login, registration and form say that there is no connection, and nothing counts as sent', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const { playerName } = await anApplication(agency);
  const enterPortal = () =>
    page.route('**/api/**', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: PAGE }),
    );
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByText(playerName).first()).toBeVisible();
  await enterPortal();
  await page.reload();
  await expect(page.getByText('Offline. Changes are saved on this phone.')).toBeVisible();
  await expect(page.getByText(playerName).first()).toBeVisible();
  await page.goto('/admin/site');
  await expect(page.getByText('Your site needs a connection')).toBeVisible();

  // Somebody else's phone.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Username').fill(agency.admin.username);
  await form.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
  await form.locator('[type=submit]').click();
  await expect(toast(page)).toContainText('You need a connection to log in.');
  await expect(form.getByLabel('Username')).toHaveValue(agency.admin.username);
  await page.getByRole('tab', { name: 'Register' }).click();
  await form.getByLabel('Username').fill(`nico-${uniqueMark()}`);
  await form.getByRole('textbox', { name: 'Password' }).fill('corner-flag-17');
  await form.getByLabel('E-mail').fill('nico@example.org');
  await form.getByLabel('First name').fill('Nico');
  await form.getByLabel('Last name').fill('Example');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(form.getByText('The server cannot be reached.')).toBeVisible();
  await expect(form.getByLabel('E-mail')).toHaveValue('nico@example.org');

  const name = `Lena ${uniqueMark()}`;
  const arrived = async () => {
    const all = await agency.api<Contact[]>('GET', '/api/contacts');
    return all.filter((each) => each.name === name).length;
  };
  await page.goto('/?lang=en#contact');
  await fillInquiry(page, name);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('We could not take it yet.')).toBeVisible();
  await expect(page.getByText('Message Sent Successfully')).toHaveCount(0);
  await expect(page.getByText('Welcome to the hotel')).toHaveCount(0);
  expect(await arrived()).toBe(0);

  await page.unroute('**/api/**');
  await page.reload();
  await expect.poll(arrived).toBe(1);
});
