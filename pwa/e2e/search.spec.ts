import type { Page } from 'playwright/test';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { atRest, loadedAhead } from './office.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Search and commands' });
}

test('without a signal a phone finds a player by a note of the history, shows the words in it, and Enter opens the player', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const mark = uniqueMark();
  const { id, playerName } = await anApplication(agency);
  await anApplication(agency);
  const notes = `Father agrees to the two-year deal ${mark}`;
  await agency.api('PATCH', `/api/applications/${id}/status`, { status: 'pending', notes });
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: playerName, exact: true })).toBeVisible();
  await loadedAhead(page);
  tunnel.enter('drop');

  await page.getByRole('searchbox').fill(`two-year deal ${mark}`);
  const row = page.locator('[data-row]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(playerName);
  await expect(row.locator('mark')).toHaveText(['two-year', 'deal', mark]);
  await expect(row.locator('mark').first()).toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: playerName })).toBeVisible();

  // The window of the search finds the same, and the way back closes it.
  await page.goBack();
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.goBack();
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/today$/);
  await page.getByRole('link', { name: 'Search' }).click();
  await page.keyboard.type(`two-year deal ${mark}`);
  const option = palette(page).getByRole('option', { name: playerName });
  await expect(option.locator('mark')).toHaveText(['two-year', 'deal', mark]);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: playerName })).toBeVisible();
});

test('one search has applications, inquiries and spam, tells two of one name apart, and leads to the lists', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const mark = uniqueMark();
  const playerName = `Dani ${mark}`;
  await anApplication(agency, {
    playerName,
    currentClub: 'Rayo Vallecano',
    position: 'Striker',
    phone: '+49 176 12345678',
  });
  await anApplication(agency, { playerName, currentClub: 'Elche CF' });
  const { id, name } = await anInquiry(agency, { message: `We saw ${mark} together yesterday.` });
  const spam = await anInquiry(agency, { name: `Spam ${mark}` });
  await agency.api('PATCH', `/api/contacts/${spam.id}`, { state: 'spam' });
  await signIn();
  await page.goto(`/search?q=${mark}`);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(palette(page).getByRole('combobox')).toHaveValue(mark);
  const options = palette(page).getByRole('option');
  await expect(options.filter({ hasText: 'Striker · Rayo Vallecano' })).toContainText('Pending');
  await expect(options.filter({ hasText: 'Elche CF' })).toContainText(playerName);
  await expect(options.filter({ hasText: spam.name })).toContainText('Spam');
  await expect(options.filter({ hasText: name }).locator('mark')).toHaveText(mark);
  await expect(palette(page).getByText('Show All · 2 applications')).toBeVisible();
  await expectNothing(page, 'the results of a search');

  await palette(page).getByRole('combobox').fill('dani 0049 (0)176-1234');
  await expect(options.filter({ hasText: playerName })).toHaveCount(1);
  await palette(page).getByRole('combobox').fill(`nobody at all ${mark}`);
  await expect(palette(page).getByText(`Nothing found for 'nobody at all ${mark}'.`)).toBeVisible();
  await expect(palette(page).locator('[cmdk-group-heading]')).toHaveCount(0);
  // A name that nothing has can be a new one.
  await expect(options).toHaveText([`New application “nobody at all ${mark}”`]);

  await palette(page).getByRole('combobox').fill(mark);
  await options.filter({ hasText: name }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/contacts/${id}$`));
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(`nobody at all ${mark}`);
  await options.click();
  await expect(page.getByLabel('Player name')).toHaveValue(`nobody at all ${mark}`);
});

test('the palette finds lists by their status, acts on the row with the focus and on the selected ones', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const mark = uniqueMark();
  const ana = await anApplication(agency, { playerName: `Ana ${mark}` });
  const bea = await anApplication(agency, { playerName: `Bea ${mark}` });
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await loadedAhead(page);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('link', { name: bea.playerName, exact: true })).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(palette(page).getByText(bea.playerName).first()).toBeVisible();
  await page.keyboard.type('signed');
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Status → Signed');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: `Status of ${bea.playerName}: Signed. Change` }),
  ).toBeVisible();

  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('signed');
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(
    'Applications · Signed',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: bea.playerName, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: ana.playerName, exact: true })).toHaveCount(0);

  await page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: /^All/ })
    .click();
  await page.getByRole('searchbox').fill(mark);
  await atRest(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByText('2 selected')).toBeVisible();
  await page.keyboard.type('rejected');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Update status' });
  await sheet.getByRole('button', { name: 'Update 2' }).click();
  await expect(sheet).toHaveCount(0);
  for (const { playerName } of [ana, bea]) {
    await expect(
      page.getByRole('button', { name: `Status of ${playerName}: Rejected. Change` }),
    ).toBeVisible();
  }
});
