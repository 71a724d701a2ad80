import { clientFor, closeDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { openAgency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';

test('a server whose last daily job was a year ago deletes nothing until an admin confirms its clock', {
  tag: '@all',
}, async ({ page, database }) => {
  const agency = await openAgency(database, async (url) => {
    await migrate(url);
    const db = await clientFor(url);
    await db.dailyJob.updateMany({ data: { ranAt: new Date('2025-06-01T10:00:00Z') } });
    await closeDatabase(db);
  });
  try {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/users`);
    const notice = page.getByText(/the last daily job was on Jun 1, 2025/);
    await expect(notice).toBeVisible();
    await expectNothing(page, 'clock');
    await page.getByRole('button', { name: 'The Date Is Right' }).click();
    await expect(
      page.getByText('The server deletes expired records again within an hour.', { exact: true }),
    ).toBeVisible();
    await expect(notice).toBeHidden();
    expect(await agency.api('GET', '/api/clock')).toMatchObject({ held: false });
  } finally {
    await agency.close();
  }
});
