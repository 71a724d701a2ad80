import { daysAfter } from '#contract/deadlines/days.ts';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { keptForOffline } from './office.ts';
import { notesOf, waitingOn } from './queue.ts';
import { anApplication, uniqueMark } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

test('a deadline stands in Today and in the record, and is set aside without a signal, with Undo', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  const soon = daysAfter(today, 6);
  const playerName = `Dora Dated ${uniqueMark()}`;
  const { id } = await anApplication(agency, {
    playerName,
    mandateUntil: soon,
    contractUntil: daysAfter(today, 400),
    otherAgent: 'Max Other',
    otherAgentUntil: daysAfter(today, 100),
  });
  await signIn();
  await page.goto('/today');
  await keptForOffline(page);
  const deadlines = page.getByRole('region', { name: 'Deadlines' });
  const row = deadlines.getByRole('listitem').filter({ hasText: playerName });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Mandate ends in 6 days');

  await row.getByRole('link', { name: playerName, exact: true }).click();
  await expect(page.getByText('Mandate ends in 6 days')).toBeVisible();
  await expect(page.getByText('Not to be approached yet')).toBeVisible();
  await expect(page.getByText(/Represented exclusively by Max Other/)).toBeVisible();
  await page.goBack();

  tunnel.enter('drop');
  const setAside = row.getByRole('button', { name: `Set aside: ${playerName}` });
  await setAside.press('Enter');
  await expect(toast(page).getByText(`${playerName}: Deadline set aside`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await setAside.press('Enter');
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(row).toHaveCount(0);

  tunnel.enter('open');
  await expect.poll(() => waitingOn(page), { timeout: 30_000 }).toEqual([]);
  // The first one may have left before it was taken back, which the history then says.
  const noted = `Deadline set aside: mandate-ends ${soon} 7`;
  const notes = await notesOf(agency, id);
  expect(notes.filter((note) => note === noted)).toHaveLength(1 + (notes.length - 1) / 2);
  expect(notes).toContain(noted);
  await page.goto(`/dashboard/applications/${id}`);
  const entry = page.locator('[data-status=note]').first();
  await expect(entry).toContainText('Deadline set aside');
  await expect(entry).toContainText(/Mandate ends \w+ \d+, \d+/);
  await agency.api('PATCH', `/api/applications/${id}/status`, { status: 'rejected' });
});
