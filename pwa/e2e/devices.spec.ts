import type { Device } from '#contract/accounts/sessions.ts';
import { expect, test } from './fixtures.ts';
import { openApplication, update } from './office.ts';
import { anApplication } from './server-records.ts';

test('Q-04 a phone that is reported lost wipes itself within seconds, and says what was not sent', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  await signIn();
  await openApplication(page, agency);
  const busy = { message: 'The database does not answer.', code: 'not-ready' };
  await page.route('**/api/applications/*/status', (route) =>
    route.fulfill({
      status: 503,
      json: busy,
      headers: { 'Content-Security-Policy': "default-src 'none'" },
    }),
  );
  await update(page, { status: 'In review', note: 'Secret note.' });
  await expect(page.getByText('Not sent yet').first()).toBeVisible();

  const phone = async () => {
    const devices = await agency.api<Device[]>('GET', '/api/auth/sessions');
    return devices.find(({ current }) => !current);
  };
  // Another person's change makes the phone sync, and so report what waits on it.
  await anApplication(agency);
  await expect.poll(async () => (await phone())?.unsent).toBe(1);
  await agency.api('POST', `/api/sessions/${(await phone())?.id}/lost`);

  await page.waitForURL(`${agency.origin}/auth`, { timeout: 30_000 });
  await expect(
    page.getByText('This device was reported lost. Its copy of the records is deleted.'),
  ).toContainText('1 change that was not sent is deleted with it.');
  const mirrors = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).flatMap(({ name }) =>
        /^agency-\d/.test(name ?? '') ? name : [],
      ),
    );
  await expect.poll(mirrors).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('marta');
});
