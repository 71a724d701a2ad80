import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { fillDatabase } from '#server/test/samples.ts';
import { openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { openStatusForm, updateButton } from './office.ts';

/** Rows with words that only a newer version of the product knows. */
async function fill(url: string): Promise<void> {
  await fillDatabase(url, { applications: 3, contacts: 2, pending: true });
  const db = await openDatabase(url);
  try {
    const [row] = await db.application.findMany({ orderBy: { version: 'desc' }, take: 1 });
    await db.application.update({
      where: { id: row?.id ?? '' },
      data: { status: 'of_tomorrow', playerName: 'Tess Testowa' },
    });
    await db.contact.updateMany({ data: { state: 'of_tomorrow', inquiryType: 'about_tomorrow' } });
  } finally {
    await closeDatabase(db);
  }
}

test('words that only a newer version knows are shown as they are, and can be changed', {
  tag: ['@phone', '@all'],
}, async ({ browser, database }) => {
  const agency = await openAgency(database, fill);
  const context = await browser.newContext({ baseURL: agency.origin, locale: 'en-US' });
  try {
    const page = await context.newPage();
    await signInTo(agency, page);
    await page.goto('/dashboard?tab=contacts');
    await expect(page.locator('[data-row]')).toHaveCount(2);
    await expect(page.locator('[data-row]').first()).toContainText('of_tomorrow');
    await expect(page.locator('[data-row]').first()).toContainText('about_tomorrow');

    await page.goto('/dashboard');
    await expect(page.locator('[data-row]')).toHaveCount(3);
    await page.getByRole('searchbox').fill('tess');
    await expect(page.locator('[data-row]')).toHaveCount(1);
    await expect(page.locator('[data-row]')).toContainText('of_tomorrow');
    await page.getByRole('link', { name: 'Tess Testowa' }).first().click();

    await openStatusForm(page);
    const form = page.locator('form');
    await expect(form.getByRole('radio', { name: 'of_tomorrow' })).toBeChecked();
    await form.getByText('Signed', { exact: true }).click();
    await updateButton(page).click();
    await expect(page.getByText('changed from of_tomorrow')).toBeVisible();
    await expect
      .poll(async () =>
        (await agency.api<{ status: string }[]>('GET', '/api/applications'))
          .map(({ status }) => status)
          .sort(),
      )
      .toEqual(['pending', 'pending', 'signed']);
  } finally {
    await context.close();
    await agency.close();
  }
});
