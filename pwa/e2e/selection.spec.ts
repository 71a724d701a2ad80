import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { toast } from './accounts.ts';
import type { Agency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { loadedAhead, silent, stopClock } from './office.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

/** Three applications under one name, to be found together. */
async function threeOfOneName(agency: Agency): Promise<{ mark: string; ids: string[] }> {
  // Without a space: a search looks for every word by itself.
  const mark = `Chosen-${uniqueMark()}`;
  const ids: string[] = [];
  for (const one of ['A', 'B', 'C']) {
    ids.push((await anApplication(agency, { playerName: `${mark} ${one}` })).id);
  }
  return { mark, ids };
}

async function statusesOf(agency: Agency, ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(
      async (id) => (await agency.api<{ status: string }>('GET', `/api/applications/${id}`)).status,
    ),
  );
}

/** Opens a list, searches for these three records and starts selecting. */
async function choosing(page: Page, path: string, mark: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('searchbox').fill(mark);
  await expect(page.getByRole('link', { name: new RegExp(`^${mark}`) })).toHaveCount(3);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Select All' })).toBeFocused();
}

test('several applications get one status and one note, an entry each', { tag: '@phone' }, async ({
  page,
  agency,
  signIn,
}) => {
  const { mark, ids } = await threeOfOneName(agency);
  await signIn();
  await choosing(page, '/dashboard', mark);
  const change = page.getByRole('button', { name: 'Update status' });
  await expect(change).toBeDisabled();
  await page.goBack();
  await expect(change).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue(mark);
  await page.getByRole('button', { name: 'Select', exact: true }).click();

  // Further down the count and the way out are there, too.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 400 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Done' }).click({ trial: true });
  if (size) await page.setViewportSize(size);
  await page.getByRole('checkbox', { name: `${mark} A` }).check();
  await page.getByRole('checkbox', { name: `${mark} C` }).check();
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible();
  await expectNothing(page, 'a list from which some are chosen');
  // The selected ones as a file, on a phone, too.
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = page.getByRole('dialog', { name: 'Save as CSV' });
  await expect(file).toContainText('2 applications');
  const download = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Save File' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    '\uFEFFPlayer name',
    `${mark} C`,
    `${mark} A`,
    '',
  ]);
  await expect(file).toHaveCount(0);
  await change.click();
  const sheet = page.getByRole('dialog', { name: 'Update status' });
  await expect(sheet).toContainText('2 applications');
  await expect(sheet.getByRole('button', { name: 'Update 2' })).toBeDisabled();
  await sheet.getByText('In review').click();
  await sheet.getByRole('textbox', { name: 'Notes' }).fill('Seen in Lisbon.');
  await sheet.getByRole('button', { name: 'Update 2' }).click();

  await expect(sheet).toHaveCount(0);
  await expect(toast(page)).toContainText('2 records updated');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  const stored = await statusesOf(agency, ids);
  expect(stored).toEqual(['in_review', 'pending', 'in_review']);
  const history = await agency.api<{ notes: string }[]>(
    'GET',
    `/api/applications/${ids[2]}/history`,
  );
  expect(history.map(({ notes }) => notes)).toEqual(['Seen in Lisbon.']);
});

test('several applications get one follow-up and one note, and are removed; Undo brings back all', {
  tag: '@all',
}, async ({ page, agency, signIn }) => {
  const { mark, ids } = await threeOfOneName(agency);
  const stored = (member: string) =>
    Promise.all(
      ids.map(
        async (id) =>
          (await agency.api<Record<string, unknown>>('GET', `/api/applications/${id}`))[member],
      ),
    );
  await signIn();
  await choosing(page, '/dashboard', mark);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Follow-up', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Follow-up' });
  await expect(sheet).toContainText('3 applications');
  await expectNothing(page, 'the follow-up of many');
  await sheet.getByRole('button', { name: 'Next week' }).click();
  await expect(toast(page)).toContainText('3 records updated');
  const [day] = await stored('followUpOn');
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await stored('followUpOn')).toEqual([day, day, day]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => stored('followUpOn')).toEqual([null, null, null]);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  const note = page.getByRole('dialog', { name: 'Note' });
  await note.getByRole('textbox', { name: 'Notes' }).fill('Trial on Monday.');
  await note.getByRole('button', { name: 'Update 3' }).click();
  await expect(toast(page)).toContainText('3 records updated');
  for (const id of ids) {
    const history = await agency.api<{ notes: string }[]>('GET', `/api/applications/${id}/history`);
    expect(history.map(({ notes }) => notes)).toEqual(['Trial on Monday.']);
  }
  expect(await statusesOf(agency, ids)).toEqual(['pending', 'pending', 'pending']);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${mark}`) })).toHaveCount(0);
  await expect.poll(() => stored('removedAt')).not.toContain(null);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${mark}`) })).toHaveCount(3);
  await expect.poll(() => stored('removedAt')).toEqual([null, null, null]);
});

test('a change of 20 applications asks first, with their number', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Many-${uniqueMark()}`;
  const ids: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    ids.push((await anApplication(agency, { playerName: `${mark} ${at}` })).id);
  }
  const statuses = async () => [...new Set(await statusesOf(agency, ids))];
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await expect(page.getByRole('status').filter({ hasText: /^20\b/ })).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Update status' }).click();
  const sheet = page.getByRole('dialog', { name: 'Update status' });
  await sheet.getByText('Rejected').click();
  await sheet.getByRole('button', { name: 'Update 20' }).click();
  const question = page.getByRole('alertdialog', { name: 'Update 20 applications?' });
  await expect(question).toContainText('Each gets the status Rejected');
  await expectNothing(page, 'the question before a change of many');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await statuses()).toEqual(['pending']);
  await sheet.getByRole('button', { name: 'Update 20' }).click();
  await question.getByRole('button', { name: 'Update 20' }).click();
  await expect.poll(statuses).toEqual(['rejected']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(statuses).toEqual(['pending']);
});

test('W-06 chosen without a signal they wait, one change each, and can be taken back together', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, signIn }) => {
  const { mark, ids } = await threeOfOneName(agency);
  await signIn();
  await page.clock.install();
  await choosing(page, '/dashboard', mark);
  // Loads what shows the toasts, which takes time.
  await page.keyboard.press('F8');
  await expect(toast(page)).toBeAttached();
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByRole('button', { name: 'Select None' })).toBeVisible();
  await page.getByRole('button', { name: 'Update status' }).click();
  const sheet = page.getByRole('dialog', { name: 'Update status' });
  await sheet.getByText('Signed').click();
  await loadedAhead(page);
  // What is being tried just now cannot be taken back: without a clock there is one attempt, and no other.
  await stopClock(page);
  await context.setOffline(true);
  await sheet.getByRole('button', { name: 'Update 3' }).click();
  await expect(page.locator('[data-waiting=not-sent]')).toHaveCount(3);
  // The toast comes a moment after the rows.
  await page.clock.runFor(100);
  await expect(toast(page)).toContainText('3 applications → Signed');
  await silent(page);
  await expect(page.locator('[data-waiting=not-sent]')).toHaveCount(3);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Nothing was sent.');
  await page.clock.resume();
  await context.setOffline(false);
  await page.goto('/sync');
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  expect(await statusesOf(agency, ids)).toEqual(['pending', 'pending', 'pending']);
});

test('several inquiries are set aside by the keyboard alone; Shift chooses through to another', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Aside-${uniqueMark()}`;
  for (const one of ['A', 'B', 'C']) await anInquiry(agency, { name: `${mark} ${one}` });
  await signIn();
  await choosing(page, '/dashboard?tab=contacts', mark);
  await page.getByRole('checkbox', { name: `${mark} A` }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: `${mark} C` }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('checkbox', { name: `${mark} B` })).toBeChecked();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Select All' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mark as Archived' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('3 records updated');
  // A toast stands above the actions on the rows that are selected next.
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('link', { name: `${mark} B`, exact: true }).focus();
  await page.keyboard.press('x');
  const actions = await page.locator('[data-selection]').boundingBox();
  const told = await toast(page).getByText('3 records updated').boundingBox();
  expect(told && told.y + told.height).toBeLessThanOrEqual(actions?.y ?? 0);
  await page.keyboard.press('Escape');
  // They keep their places until the list is sorted anew.
  await expect(page.getByText('Archived', { exact: true }).filter({ visible: true })).toHaveCount(
    3,
  );
  await page.getByRole('button', { name: '3 moved' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Nothing found for '${mark}'.`)).toBeVisible();
  const contacts = await agency.api<{ name: string; state: string }[]>('GET', '/api/contacts');
  const states = contacts.filter(({ name }) => name.startsWith(mark)).map(({ state }) => state);
  expect(states).toEqual(['archived', 'archived', 'archived']);
});
