import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { AuditPage } from '#contract/audit.ts';
import { newId } from '#contract/fields/ids.ts';
import type { SavedView } from '#contract/views.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { atRest, keptForOffline } from './office.ts';
import { lookAgain } from './queue.ts';
import { anApplication, uniqueMark } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name });
const filter = (page: Page) => page.getByRole('button', { name: /^Filter( \d)?$/ });
const players = (page: Page) => page.locator('tr[data-row] th a');

test('a filter by fields with its columns is saved as a view without a signal, and is on the next device; what it shows is saved as a file', {
  tag: '@desktop',
}, async ({ page, browser, agency, tunnel, signIn }) => {
  const mark = `Views${uniqueMark()}`;
  const inElche = { currentClub: `Élche ${mark}`, nationality: 'Norwegian' };
  await anApplication(agency, { playerName: 'Nils Back', position: 'Centre back', ...inElche });
  await anApplication(agency, { playerName: 'Aksel Striker', position: 'Striker', ...inElche });
  await anApplication(agency, { playerName: 'Other Striker', position: 'Striker' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await page.goto('/dashboard');

  const button = await filter(page).boundingBox();
  await filter(page).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  // It stands at its button, whole in the window.
  await expect(sheet).toBeInViewport({ ratio: 1 });
  const popover = await sheet.boundingBox();
  expect(popover?.x).toBe(button?.x);
  expect((popover?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeCloseTo(4, 0);
  await sheet.getByLabel('Current club').fill(`elche ${mark.toLowerCase()}`);
  await expect(players(page)).toHaveCount(2);
  await sheet.getByLabel('Position').fill('striker');
  await expect(players(page)).toHaveText(['Aksel Striker']);
  await expectNothing(page, 'the filter by fields');
  await sheet.getByRole('button', { name: 'Show 1' }).click();
  await expect(filter(page)).toBeFocused();
  // What is set stands above the list, and is taken away there.
  const active = page.getByRole('group', { name: 'Filter', exact: true });
  await active.getByRole('button', { name: /^Position\s?striker/ }).press('Enter');
  await expect(players(page)).toHaveCount(2);
  await expectNothing(page, 'a list with an active filter');
  await filter(page).click();
  await sheet.getByRole('button', { name: 'No club' }).click();
  await expect(players(page).filter({ hasText: /^(Nils|Aksel)/ })).toHaveCount(0);
  await sheet.getByLabel('Current club').fill(mark);
  await sheet.getByLabel('Position').fill('striker');
  await page.keyboard.press('Escape');
  await expect(players(page)).toHaveText(['Aksel Striker']);
  await expect(active.getByRole('button')).toHaveCount(3);

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByLabel('Nationality', { exact: true }).check();
  await columns.getByLabel('Position').uncheck();
  await expectNothing(page, 'the choice of columns');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Position' })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Norwegian' })).toBeVisible();

  await atRest(page);
  tunnel.enter('drop');
  await filter(page).click();
  await sheet.getByRole('button', { name: 'Save view' }).click();
  await expect(sheet.getByText('Please give the view a name')).toBeVisible();
  await sheet.getByLabel('Save as a view').fill(`Strikers ${mark}`);
  await sheet.getByRole('button', { name: 'Save view' }).click();
  await expect(sheet).toBeHidden();
  const saved = chip(page, `Strikers ${mark}`);
  await expect(saved).toHaveAttribute('aria-pressed', 'true');
  await expect(saved.getByRole('img', { name: 'Not sent yet' })).toBeVisible();

  await page.reload();
  await expect(saved.getByRole('img', { name: 'Not sent yet' })).toBeVisible();
  await saved.click();
  await expect(players(page)).toHaveText(['Aksel Striker']);
  await filter(page).click();
  await sheet.getByRole('button', { name: 'Save as a new view' }).click();
  await expect(sheet.getByText('There is already a view with this name')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = page.getByRole('dialog', { name: 'Save as CSV' });
  await expect(file).toContainText('1 application');
  await expectNothing(page, 'a file of what is filtered');
  const download = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Save File' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n')).toEqual([
    expect.stringMatching(/^\uFEFFPlayer name,E-mail,Phone,City,Nationality,/),
    expect.stringMatching(
      new RegExp(`^Aksel Striker,.*,Norwegian,.*Élche ${mark},Striker,.*,Pending,`),
    ),
    '',
  ]);
  await expect(file).toBeHidden();
  await chip(page, /^All/).click();
  await expect(filter(page)).toHaveAttribute('aria-pressed', 'false');
  tunnel.enter('open');
  await expect(saved.getByRole('img', { name: 'Not sent yet' })).toBeHidden({ timeout: 20_000 });
  // The server's audit log hears of the file, too.
  const exportsTold = async () => {
    const { entries } = await agency.api<AuditPage>('POST', '/api/audit', {
      kind: 'applications-exported',
    });
    return entries.length;
  };
  await expect.poll(exportsTold, { timeout: 20_000 }).toBeGreaterThan(0);

  // On a second device, a phone, the view is there and is removed; an undo brings it back.
  const phone = await browser.newContext({
    baseURL: agency.origin,
    viewport: { width: 390, height: 844 },
    storageState: { cookies: await page.context().cookies(), origins: [] },
  });
  const other = await phone.newPage();
  await other.goto('/dashboard');
  await chip(other, `Strikers ${mark}`).click();
  await expect(other.getByRole('link', { name: 'Aksel Striker' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Nils Back' })).toHaveCount(0);
  await filter(other).click();
  await other.getByRole('button', { name: 'Remove view' }).click();
  await expect(chip(other, `Strikers ${mark}`)).toHaveCount(0);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(chip(other, `Strikers ${mark}`)).toBeVisible();
  await phone.close();
});

test('a view made without a signal whose name another device has used meanwhile has a number; the same word in capitals is taken', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const name = `Keepers ${uniqueMark()}`;
  const one: SavedView = {
    id: newId(),
    name,
    list: 'applications',
    filter: 'all',
    sort: 'newest',
    where: {},
    columns: null,
  };
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  tunnel.enter('drop');
  await agency.api('PUT', '/api/views', one);
  await filter(page).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByLabel('Save as a view').fill(name);
  await sheet.getByRole('button', { name: 'Save view' }).click();
  await expect(chip(page, name)).toHaveCount(1);

  tunnel.enter('open');
  await lookAgain(page);
  const second = chip(page, `${name} (2)`);
  await expect(second).toBeVisible();
  await expect(chip(page, name)).toHaveCount(2);
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await filter(page).click();
  await sheet.getByLabel('Name of the view').fill(name.toUpperCase());
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet.getByText('There is already a view with this name')).toBeVisible();
});

test('whoever signs out with nothing but a view or the note of a file waiting is asked, in the office and on the public page', {
  tag: ['@phone', '@all'],
}, async ({ page, tunnel, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  tunnel.enter('drop');
  await filter(page).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByLabel('Save as a view').fill(`Wingers ${uniqueMark()}`);
  await sheet.getByRole('button', { name: 'Save view' }).click();
  await expect(sheet).toBeHidden();
  const question = page.getByRole('dialog', { name: /not.*sent|unsent/i });

  await page.goto('/more');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(question).toContainText('Saved view');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.locator('header').getByRole('link', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/more/);
  await expect(question).toContainText('Saved view');
});
