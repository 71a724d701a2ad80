import { changePassword } from '#contract/auth.ts';
import { registered, toast } from './accounts.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { openApplication, openStatusForm, update } from './office.ts';

test('an old session asks for the password before it makes a link, and then makes it by itself', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const nico = await registered(agency, 'Nico');
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open' });
  await signIn();
  // The answer of a server whose clock is an hour further.
  await page.route(
    `**/api/users/${nico.id}/password-link`,
    (route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Please confirm that it is you.', code: 'fresh-sign-in-needed' },
        headers: { 'Content-Security-Policy': "default-src 'none'" },
      }),
    { times: 1 },
  );
  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Manage ${nico.name}` }).click();
  await page.getByRole('button', { name: 'Password Link' }).click();
  await page.getByRole('button', { name: 'Make Link' }).click();

  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('This is not your current password.')).toBeVisible();
  await question.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('/auth/new-password#')).toBeVisible();
});

test('a changed password signs no tab out, also when its answer is lost', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency }) => {
  const nico = await registered(agency, 'Nico');
  await agency.api('PATCH', `/api/users/${nico.id}`, { role: 'admin', access: 'open' });
  await signInTo(agency, page, nico);
  const record = await openApplication(page, agency);
  const account = await context.newPage();
  await account.goto('/account');
  const cookie = async () =>
    (await context.cookies()).find(({ name }) => name === 'session')?.value;
  const change = async (from: string, to: string) => {
    await account.getByRole('textbox', { name: 'Current password' }).fill(from);
    await account.getByRole('textbox', { name: 'New password' }).fill(to);
    await account.getByRole('button', { name: 'Change Password' }).click();
  };
  const note = async (text: string) => {
    await openStatusForm(page);
    await update(page, { note: text });
    await expect
      .poll(async () =>
        JSON.stringify(await agency.api('GET', `/api/applications/${record.id}/history`)),
      )
      .toContain(text);
  };

  const before = await cookie();
  await account.route(
    `**${changePassword.path}`,
    async (route) => {
      const { method, path } = changePassword;
      const [headers, body] = [await route.request().allHeaders(), route.request().postData()];
      expect((await fetch(agency.origin + path, { method, headers, body })).status).toBe(204);
      await route.abort();
    },
    { times: 1 },
  );
  await change(nico.password, 'corner-flag-18');
  await expect(account.getByText('Password Not Changed')).toBeVisible();
  expect(await cookie()).toBe(before);
  await note('By the old cookie.');

  await account.reload();
  await change('corner-flag-18', 'corner-flag-19');
  await expect(toast(account)).toContainText('Password Changed');
  expect(await cookie()).not.toBe(before);
  await note('By the new cookie.');
  for (const tab of [page, account]) {
    await tab.reload();
    await expect(tab.getByRole('main')).toBeVisible();
    expect(new URL(tab.url()).pathname).not.toBe('/auth');
  }
});
