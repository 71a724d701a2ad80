import type { Page } from 'playwright/test';
import { registered, toast } from './accounts.ts';
import { openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { focusIsKept } from './office.ts';
import { aCampaign } from './server-records.ts';
import { handOver } from './stand.ts';

/** Gives the page a phone's screen lock that always agrees, and answers how to take it away. */
async function screenLock(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () =>
    devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => undefined);
}

test('a passkey is added under Account, signs in without a password, takes a device back from a stand, and is removed', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const nico = await registered(agency, 'Nico');
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open', role: 'admin' });
  const campaign = await aCampaign(agency, { defaultLanguage: 'en' });
  await screenLock(page);
  await signInTo(agency, page, nico);
  await page.goto('/account');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My phone');
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I Have Kept Them' }).click();
  const remove = page.getByRole('button', { name: 'Remove My phone' });
  await expect(remove).toBeEnabled();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click();
  await expect(toast(page)).toContainText('Login Successful');
  await expect(page).toHaveURL(`${agency.origin}/`);

  await handOver(page, campaign);
  // Whoever leaves the stand must unlock.
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'For the agent' }).click();
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' }).first()).toBeVisible();

  await page.goto('/account');
  await focusIsKept(page);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(toast(page)).toContainText('Passkey Removed');
  await expect(remove).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await expect(page.getByText('recovery codes left')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add a Passkey' })).toBeEnabled();
});

test('where a passkey is demanded it is set up first, and a recovery code takes its place once', {
  tag: ['@desktop', '@all'],
}, async ({ page, database }) => {
  const agency = await openAgency(database, undefined, undefined, { SECOND_FACTOR: 'all' });
  const unlock = await screenLock(page);
  await signInTo(agency, page);
  await page.goto(`${agency.origin}/dashboard`);
  await expect(page).toHaveURL(`${agency.origin}/auth/passkey`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My desk');
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const code = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' }).first()).toBeVisible();

  await page.context().clearCookies();
  await unlock();
  for (const isFresh of [true, false]) {
    await page.goto(`${agency.origin}/auth`);
    await page.getByLabel('Username').fill(agency.admin.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    if (isFresh) await expect(page).toHaveURL(`${agency.origin}/`);
    else await expect(page.getByText('This recovery code is wrong')).toBeVisible();
    await page.context().clearCookies();
  }
  await agency.close();
});
