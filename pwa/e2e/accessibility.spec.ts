import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { aSentInquiry } from './inquiries.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ page, agency, signIn }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    for (const path of ['/', '/auth', '/privacy', '/terms', '/nope']) {
      await page.goto(path);
      await expectNothing(page, path);
    }
    const name = await aSentInquiry(page, agency);
    await signIn();
    await page.goto('/dashboard');
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await page.getByRole('button', { name: `Convert ${name}` }).click();
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expectNothing(page, 'application');
    for (const path of [
      '/dashboard',
      '/dashboard/applications/new',
      '/dashboard/contacts/1',
      '/admin/campaigns',
      '/admin/translations',
      '/search',
      '/sync',
      '/more',
    ]) {
      await page.goto(path);
      await expectNothing(page, path);
    }
  });
}
