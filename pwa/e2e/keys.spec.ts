import type { Page } from 'playwright/test';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { gate } from './gate.ts';
import { atRest, focusIsKept, idle, loadedAhead } from './office.ts';
import { historyOf } from './queue.ts';
import { anApplication, anInquiry, nothingDue } from './server-records.ts';

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Search and commands' });
}

test('Ctrl and K finds a player and changes the status, without a signal and without a mouse', {
  tag: '@desktop',
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, playerName } = await anApplication(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: playerName })).toBeVisible();
  await loadedAhead(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('applic');
  await palette(page).getByRole('option', { name: 'Applications', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name: playerName, exact: true })).toBeVisible();
  await loadedAhead(page);
  tunnel.enter('drop');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('kampagnen nirgends');
  await expect(palette(page).getByText("Nothing found for 'kampagnen nirgends'.")).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await expectNothing(page, 'the palette');
  await page.keyboard.type(playerName);
  await expect(palette(page).getByRole('option', { selected: true })).toContainText(playerName);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: playerName })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('signed');
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Status → Signed');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByText('changed from Pending')).toBeVisible();
  tunnel.enter('open');
  await expect
    .poll(async () => (await historyOf(agency, id)).map(({ newStatus }) => newStatus))
    .toEqual(['signed']);
});

test('a slash leads into the search of a list, and types itself inside; the palette leads to the campaigns, opens a new application, and changes the language', {
  tag: '@desktop',
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  await idle(page);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('a/b?j');
  await expect(search).toHaveValue('a/b?j');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await atRest(page);
  const choose = async (typed: string, wanted: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await expect(page.getByRole('option', { selected: true })).toHaveText(wanted);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await choose('campaigns', 'Campaigns');
  await expect(page).toHaveURL(/\/admin\/campaigns$/);
  await choose('new appl', 'New Application');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Application');
  await choose('deut', 'Deutsch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neue Bewerbung');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await choose('kampagnen', 'Kampagnen');
  await expect(page).toHaveURL(/\/admin\/campaigns$/);
});

test('what is typed before the palette has come stands in it, and acts on nothing behind it', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  await anApplication(agency);
  await signIn();
  const code = gate();
  await page.route('**/assets/screens-*.js', async (route) => {
    await code.opened;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page
    .getByRole('link', { name: /^Player/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('j/sn ecampaing');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  code.open();
  await expect(palette(page).getByRole('combobox')).toHaveValue('j/sn ecampai');
  await page.keyboard.type('gns');
  await expect(palette(page).getByRole('combobox')).toHaveValue('j/sn ecampaigns');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('J and K go from row to row, S, N and E act on the open record, ? names all keys', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const older = await anApplication(agency);
  const newer = await anApplication(agency);
  const inquiry = await anInquiry(agency);
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: newer.playerName, exact: true })).toBeVisible();
  await atRest(page);

  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: newer.playerName, exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: older.playerName, exact: true })).toBeFocused();
  await page.keyboard.press('s');
  const status = page.getByRole('dialog', { name: 'Update status' });
  await expect(status).toContainText(older.playerName);
  // It stands at the row that it changes, which stays in view.
  await expect
    .poll(async () => {
      const badge = await page.locator('[data-status-button]').nth(1).boundingBox();
      const sheet = await status.boundingBox();
      const under = badge && sheet && badge.x >= sheet.x && badge.x < sheet.x + sheet.width;
      return [under, badge && sheet && sheet.y - badge.y - badge.height];
    })
    .toEqual([true, 4]);
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
  await expect(page.getByRole('link', { name: older.playerName, exact: true })).toBeFocused();
  const signed = page.getByRole('button', { name: `Status of ${newer.playerName}: Signed` });
  await page.keyboard.press('k');
  await page.keyboard.press('s');
  await expect(status).toContainText(newer.playerName);
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await expect(signed).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(signed).toHaveCount(0);
  await expect(page.getByRole('link', { name: newer.playerName, exact: true })).toBeFocused();

  // X selects the row at hand, with Shift all between; also while the bar of actions loads.
  await page.keyboard.press('x');
  const box = page.getByRole('checkbox', { name: newer.playerName });
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const two = page.getByRole('status').filter({ hasText: '2 selected' });
  await expect(two).toBeVisible();
  // S is for all of them, wherever the focus is.
  await page.keyboard.press('s');
  await expect(status).toContainText('2 applications');
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(two).toHaveCount(0);
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(newer.playerName);

  await page.keyboard.press('j');
  await expect(heading).toHaveText(older.playerName);
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeFocused();
  await page.keyboard.type('e');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('e');
  await page.getByRole('textbox', { name: 'Notes' }).fill('The father called.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'The father called.' })).toBeVisible();
  // The next key acts on the record.
  await page.keyboard.press('s');
  await expect(status).toContainText(older.playerName);
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Edit the application')).toBeVisible();
  await expect(keys.getByText('Ctrl', { exact: true }).first()).toBeVisible();
  await expectNothing(page, 'the sheet of keys');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByRole('textbox', { name: 'Player name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/applications\/[^/]+$/);

  // An inquiry has a state and notes, but no form.
  await page.goto(`/dashboard/contacts/${inquiry.id}`);
  await expect(heading).toHaveText(inquiry.name);
  await page.keyboard.press('?');
  await expect(keys.getByText('Ctrl', { exact: true }).first()).toBeVisible();
  await expect(keys.getByText('Edit the application')).toHaveCount(0);
  await expect(keys.getByText('Choose a status')).toHaveCount(0);
  await expect(keys.getByText('N', { exact: true })).toBeVisible();
  await expect(keys.getByText('S', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: 'Answered', exact: true, pressed: true }),
  ).toBeFocused();
  await page.keyboard.press('n');
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('textbox', { name: 'Notes' })).toBeFocused();
  await page.keyboard.type('Called twice.');
  await page.keyboard.press('Control+Enter');
  await expect(notes).toContainText('Called twice.');

  // No record is beside a page without a list.
  await page.goto('/account');
  await expect(heading).toHaveText('Account');
  await page.keyboard.press('?');
  await expect(keys.getByText('This list')).toBeVisible();
  await expect(keys.getByText('Next record')).toHaveCount(0);
});

test('D and T end and put off the task of Today that has the focus; S opens the states of an inquiry of the list', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  await nothingDue(agency);
  const followUpOn = new Date().toLocaleDateString('sv');
  for (const _ of [1, 2]) {
    const { id } = await anApplication(agency);
    await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn });
  }
  const { name } = await anInquiry(agency);
  await signIn();
  await page.goto('/today');
  const due = page.getByRole('region', { name: /^Follow-ups/ }).getByRole('listitem');
  await expect(due).toHaveCount(2);
  await focusIsKept(page);
  await atRest(page);
  // Without a focus in a row no task is meant.
  await page.keyboard.press('d');
  await page.keyboard.press('j');
  await expect(due).toHaveCount(2);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Follow-up tomorrow')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(due.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('t');
  await expect(due).toHaveCount(1);
  // The focus is in the next row.
  await expect(due.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('d');
  await expect(due).toHaveCount(0);

  await page.goto('/dashboard?tab=contacts');
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await atRest(page);
  await page.keyboard.press('?');
  await expect(keys.getByText('Change the status')).toBeVisible();
  await expect(keys.getByText('Follow-up tomorrow')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  const states = page.getByRole('dialog', { name: 'Status of the inquiry' });
  await expect(states.getByRole('button', { name: 'New', exact: true })).toBeFocused();
  await expectNothing(page, 'the states of an inquiry');
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await expect(states).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Status of ${name}: Answered` })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/contacts\/new$/);
});

test('after N the name is typed at once; Escape leaves the field, then the form, which asks about what was typed', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  await anApplication(agency);
  await signIn();
  await page.goto('/dashboard');
  await atRest(page);
  await page.keyboard.press('n');
  const name = page.getByRole('textbox', { name: 'Player name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.keyboard.press('n');
  await expect(name).toBeFocused();
  await page.keyboard.type('Jens Sneijder');
  await expect(name).toHaveValue('Jens Sneijder');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(name).toHaveValue('Jens Sneijder');
});

test('on a Mac the sheet of keys names the command key', { tag: '@desktop' }, async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' });
  });
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('⌘').first()).toBeVisible();
  await expect(keys.getByText('Ctrl', { exact: true })).toHaveCount(0);
});

test('the statuses of a row obey arrows, first letters, numbers and Enter', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id, playerName } = await anApplication(agency);
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Status of ${playerName}: Pending. Change` }).click();
  const status = page.getByRole('dialog', { name: 'Update status' });
  await expect(status.getByRole('button', { name: 'Pending' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(status.getByRole('button', { name: 'In review' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(status.getByRole('button', { name: 'Rejected' })).toBeFocused();
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(status).toHaveCount(0);
  await expect
    .poll(async () => (await historyOf(agency, id)).map(({ newStatus }) => newStatus))
    .toEqual(['in_review']);
});
