import type { Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { monthsAfter } from '#contract/deadlines/days.ts';
import { toast } from './accounts.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { keptForOffline, loadedAhead, openStatusForm, updateButton } from './office.ts';
import { drained, everythingKept, historyOf } from './queue.ts';
import { anApplication, anOffer, uniqueMark } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

const OLD = '+34 600 111 222';
const NEW = '+34 600 333 444';

test('without a signal one is rejected with a reason and another look, and edited: all devices say so, until the person is erased', async ({
  page,
  agency,
  browser,
  tunnel,
  signIn,
}) => {
  const playerName = `Rita Rejected ${uniqueMark()}`;
  const offerConsentOn = '2026-01-31';
  const { id, email } = await anApplication(agency, { playerName, phone: OLD, offerConsentOn });
  await anOffer(agency, id);
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(playerName);
  await keptForOffline(page);
  tunnel.enter('drop');

  await page.getByRole('button', { name: `Status of ${playerName}: Pending. Change` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rejected' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reject', exact: true });
  // Why is not demanded: Enter rejects.
  const reject = sheet.getByRole('button', { name: 'Reject', exact: true });
  await expect(reject).toBeFocused();
  await expect(sheet.getByText('1 page for a club closes.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Level' }).click();
  await sheet.getByRole('button', { name: 'Age', exact: true }).click();
  await sheet.getByRole('button', { name: '6 months' }).click();
  await expectNothing(page, 'the reasons');
  await reject.click();
  await expect(sheet).toHaveCount(0);
  const badge = page.getByRole('button', { name: `Status of ${playerName}: Rejected. Change` });
  await expect(badge).toBeVisible();

  await page.getByRole('link', { name: playerName, exact: true }).click();
  await expect(page.getByText('Rejected · Age')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Application' }).filter({ visible: true }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill(NEW);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const edited = entry(page, 'Edited');
  await expect(edited).toContainText(`${OLD} → ${NEW}`);
  await expect(edited).toContainText('Not sent yet');

  tunnel.enter('open');
  await drained(page);
  await expect(edited).toContainText(/by /);
  const [edit, rejection] = await historyOf(agency, id);
  expect(edit?.edits).toEqual([{ field: 'phone', before: OLD, after: NEW }]);
  expect(rejection).toMatchObject({
    previousStatus: 'pending',
    newStatus: 'rejected',
    reason: 'age',
  });
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  const { followUpOn } = await agency.api<Application>('GET', `/api/applications/${id}`);
  expect(followUpOn).toBe(monthsAfter(today, 6));

  const there = await browser.newContext({ baseURL: agency.origin });
  const other = await there.newPage();
  await signInTo(agency, other);
  await other.goto(`/dashboard/applications/${id}`);
  await expect(other.getByText('Rejected · Age')).toBeVisible();
  await expect(entry(other, 'Edited')).toContainText(`${OLD} → ${NEW}`);
  await other.goto('/figures');
  const reasons = other.getByRole('table', { name: 'Why rejected' });
  await expect(reasons.getByRole('row', { name: /^Age/ })).toBeVisible();
  await there.close();

  await expect.poll(() => everythingKept(page)).toContain(OLD);
  await agency.api('POST', '/api/people/erase', { email, how: 'anonymise' });
  await expect(edited).toHaveCount(0);
  await expect.poll(() => everythingKept(page)).not.toContain(OLD);
  expect(JSON.stringify(await historyOf(agency, id))).not.toContain(OLD);
});

test('the form says why in the same step, and takes the choice back with another status', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const { id } = await anApplication(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await loadedAhead(page);
  await openStatusForm(page);
  const form = page.locator('form', { has: page.locator('[data-status]') });
  await expect(form.getByRole('button', { name: 'Level' })).toHaveCount(0);
  await form.getByText('Rejected', { exact: true }).click();
  await form.getByRole('button', { name: 'Level' }).click();
  await form.getByText('Signed', { exact: true }).click();
  await expect(form.getByRole('button', { name: 'Level' })).toHaveCount(0);
  await form.getByText('Rejected', { exact: true }).click();
  await expect(form.getByRole('button', { name: 'Level' })).toHaveAttribute('aria-pressed', 'true');
  await updateButton(page).click();
  await expect(page.getByText('Rejected · Level')).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: back to Pending')).toBeVisible();
  await expect
    .poll(async () => (await historyOf(agency, id)).map(({ reason }) => reason))
    .toEqual([null, 'level']);
});

test('several are rejected with one reason, and looked at again in a year', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Several-${uniqueMark()}`;
  const first = await anApplication(agency, { playerName: `${mark} A` });
  await anApplication(agency, { playerName: `${mark} B` });
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Update status' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Rejected', { exact: true }).click();
  await sheet.getByRole('button', { name: 'No answer' }).click();
  await sheet.getByRole('button', { name: '12 months' }).click();
  await sheet.locator('[type=submit]').click();
  await expect(toast(page)).toContainText('2 records updated');
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  const { followUpOn } = await agency.api<Application>('GET', `/api/applications/${first.id}`);
  expect(followUpOn).toBe(monthsAfter(today, 12));
  expect(await historyOf(agency, first.id)).toMatchObject([
    { newStatus: 'rejected', reason: 'no_answer' },
  ]);
});

/** The newest entry of the history that is called so. */
function entry(page: Page, title: string) {
  return page.getByRole('listitem').filter({ hasText: title }).first();
}
