import type { Accounts } from '#contract/accounts/users.ts';
import { registered, toast } from './accounts.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { atRest, convertInquiryOf, update } from './office.ts';
import { anInquiry } from './server-records.ts';

test.use({ agentAccess: 'dashboard' });

test('Q-01 R-14 R-17 an approved agent works on the dashboard, and sees no campaigns, texts or users', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const { name } = await anInquiry(agency);
  const nico = await registered(agency);
  await signInTo(agency, page, nico);
  await page.goto('/dashboard');
  await page.waitForURL(`${agency.origin}/`);
  await expect(toast(page)).toContainText('Access Denied');

  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open' });
  const id = await convertInquiryOf(name, page);
  await update(page, { status: 'Signed', note: 'By an agent.' });
  await expect
    .poll(() =>
      agency.api<{ newStatus: string; notes: string }[]>('GET', `/api/applications/${id}/history`),
    )
    .toMatchObject([{ newStatus: 'signed', notes: 'By an agent.' }]);

  await page.goto('/dashboard');
  await expect(page.getByRole('tab')).toHaveText([/^Applications/, /^Contacts/]);
  for (const path of ['/admin/campaigns', '/admin/translations', '/admin/users']) {
    await expect(page.locator(`a[href="${path}"]`), path).toHaveCount(0);
  }
  await page.goto('/more');
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.locator('a[href^="/admin/"]')).toHaveCount(0);

  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const path of ['/admin/campaigns', '/admin/translations', '/admin/users']) {
    await page.goto(path);
    await page.waitForURL(`${agency.origin}/`);
    await expect(toast(page)).toContainText('Access Denied');
    await atRest(page);
  }
  expect(refused).toEqual([]);
  for (const path of ['/api/campaigns', '/api/users']) {
    // Not by Playwright, which takes a connection that the server just closes for a failure.
    const status = await page.evaluate(async (url) => (await fetch(url)).status, path);
    expect(status, path).toBe(403);
  }
});

test('Q-01 an admin who approves is told what agents enter here', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const nico = await registered(agency);
  await signIn();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Approve ${nico.name}` }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Applications, contacts and conversion.');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page)).toContainText('Approved');
  // The right is the server's setting: it ends with it.
  const { accounts } = await agency.api<Accounts>('GET', '/api/users');
  expect(accounts.find(({ id }) => id === nico.id)).toMatchObject({
    state: 'active',
    entersDashboard: false,
  });
});
