import { registered } from './accounts.ts';
import { expect, test } from './fixtures.ts';

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
