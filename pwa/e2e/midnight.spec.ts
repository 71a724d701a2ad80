import { expect, test } from './fixtures.ts';
import { anApplication, nothingDue } from './server-records.ts';

test('Today and the due list that stay open over midnight know the new day, also after sleep', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  await nothingDue(agency);
  const tonight = await page.evaluate(() => new Date().setHours(23, 57, 0, 0));
  const dayAt = (days: number) =>
    page.evaluate(
      ([at, later]) => {
        const date = new Date(at);
        date.setDate(date.getDate() + later);
        return date.toLocaleDateString('sv');
      },
      [tonight, days] as const,
    );
  for (const [playerName, days] of [
    ['Ana Tomorrow', 1],
    ['Bo After', 2],
  ] as const) {
    const { id } = await anApplication(agency, { playerName });
    const followUpOn = await dayAt(days);
    await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn });
  }
  await page.clock.install({ time: tonight });
  await signIn();
  // The rows are on the device before five minutes pass at once, in which a call would time out.
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Ana Tomorrow' }).first()).toBeVisible();
  await page.goto('/today');
  const ana = page.getByRole('link', { name: 'Ana Tomorrow', exact: true });
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Follow-ups' })).toHaveCount(0);
  await page.clock.runFor('05:00');
  await expect(ana).toBeVisible();
  await expect(page.getByRole('region', { name: 'Follow-ups' }).getByText('today')).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Follow-up due/ }).click();
  const bo = page.getByRole('link', { name: 'Bo After' });
  await expect(page.getByRole('link', { name: 'Ana Tomorrow' })).toBeVisible();
  await expect(bo).toHaveCount(0);
  // The device sleeps for a day: no timer runs.
  await page.clock.setSystemTime(tonight + 24 * 60 * 60_000 + 10 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(bo).toBeVisible();
});
