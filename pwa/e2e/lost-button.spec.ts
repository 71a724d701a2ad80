import type { Locator, Page } from 'playwright/test';
import { registered } from './accounts.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { focusIsKept, idle, unfoldCampaign, updateButton } from './office.ts';
import { aCampaign, anApplication, anInquiry } from './server-records.ts';

/** Presses a button by the keyboard, and waits until it is gone or cannot be pressed any more. */
async function press(page: Page, button: Locator): Promise<void> {
  const pressed = await button.elementHandle();
  await focusIsKept(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => pressed?.evaluate((it) => !it.isConnected || it.matches(':disabled')))
    .toBe(true);
  await idle(page);
}

/** What has the focus: the kind of element, and its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: here } = document;
    return `${here?.tagName} ${here?.getAttribute('aria-label') ?? here?.textContent}`;
  });
}

test('an act that takes its own button away leaves the focus beside it', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const { id, playerName } = await anApplication(agency);
  const inquiry = await anInquiry(agency);
  await signIn();

  // Update with a note: the button cannot be pressed again.
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: playerName })).toBeVisible();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Called the father.');
  await press(page, updateButton(page));
  expect(await focused(page)).toMatch(/^H2 /);

  // A follow-up that is removed.
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
  await press(page, page.getByRole('button', { name: 'Remove', exact: true }));
  expect(await focused(page)).toMatch(/^H2 /);

  // Convert in the list, in whose place the application comes.
  await page.goto('/dashboard?tab=contacts');
  await press(page, page.getByRole('button', { name: `Convert ${inquiry.name}` }));
  await expect(page.getByRole('heading', { level: 1, name: inquiry.name })).toBeVisible();
  expect(await focused(page)).toMatch(/^MAIN /);
});

test('an offer, a quote and a device that go leave the focus beside them', {
  tag: ['@desktop', '@all'],
}, async ({ page, browser, agency, signIn }) => {
  await anInquiry(agency);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
  await signIn();

  // Not Now.
  await page.goto('/today');
  const offer = page.getByRole('button', { name: 'Turn On Reminders' });
  await expect(offer).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Not Now' }));
  await expect(offer).toHaveCount(0);
  expect(await focused(page)).toBe('H1 Today');

  // The only quote, whose part of the form goes.
  await page.goto('/admin/site');
  await page.getByRole('button', { name: 'Add a Quote' }).click();
  const quote = page.getByRole('group', { name: 'Quote 1' });
  await press(page, quote.getByRole('button', { name: 'Remove', exact: true }));
  await expect(quote).toHaveCount(0);
  expect(await focused(page)).toMatch(/^H2 /);

  // Another device of the same account.
  const other = await browser.newPage();
  await signInTo(agency, other);
  await page.goto('/account');
  const devices = page.getByRole('button', { name: 'Sign out', exact: true });
  await expect(devices.first()).toBeVisible();
  await focusIsKept(page);
  const count = await devices.count();
  // The newest one; the oldest is the session by which the journeys of this worker call the API.
  await devices.first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(devices).toHaveCount(count - 1);
  await idle(page);
  expect(await focused(page)).not.toMatch(/^BODY/);
  await other.close();
});

test('a link, a text, a search and a campaign that go leave the focus beside them', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id } = await anApplication(agency);
  const campaign = await aCampaign(agency);
  await signIn();

  // The only link of a form.
  await page.goto(`/dashboard/applications/${id}/edit`);
  await page.getByRole('button', { name: 'Add link' }).click();
  const rightOf = async (part: Locator) => {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    return x + width;
  };
  // Its cross stands beside both fields.
  const cross = await page.getByRole('button', { name: 'Remove link 1' }).boundingBox();
  for (const label of ['Address', 'Title']) {
    expect(await rightOf(page.getByLabel(label, { exact: true }))).toBeLessThan(cross?.x ?? 0);
  }
  await press(page, page.getByRole('button', { name: 'Remove link 1' }));
  expect(await focused(page)).toMatch(/^(BUTTON Add link|H\d )/);

  // What was searched for.
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill('Nobody is called so');
  await press(page, page.getByRole('button', { name: 'Clear search' }));
  await expect(page.getByRole('searchbox')).toBeFocused();

  // A text that becomes the original again.
  await page.goto('/admin/translations');
  await page.getByRole('searchbox').fill('hero.badge');
  const text = page.getByRole('textbox', { name: 'hero.badge', exact: true });
  await text.fill('Since 2009');
  await press(page, page.getByRole('button', { name: /^Restore Original/ }));
  expect(await focused(page)).toMatch(/^(INPUT hero.badge|BUTTON|H\d )/);

  // A campaign, whose deletion is confirmed in a window.
  await page.goto('/admin/campaigns');
  await unfoldCampaign(page, campaign);
  const remove = page.getByRole('button', { name: `Delete ${campaign.name}` });
  await expect(remove).toBeVisible();
  await focusIsKept(page);
  await remove.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toHaveCount(0);
  await idle(page);
  expect(await focused(page)).not.toMatch(/^BODY/);
});

test('a row, a filter and a question that go leave the focus beside them', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id } = await anApplication(agency);
  const other = await anApplication(agency);
  const { name } = await registered(agency);
  for (const each of [id, other.id]) {
    await agency.api('PUT', `/api/applications/${each}/removal`, { removed: true });
  }
  await signIn();

  // A removed application that comes back: its row goes.
  await page.goto('/dashboard/removed');
  const back = page.getByRole('button', { name: `Bring back ${other.playerName}` });
  await expect(back).toBeVisible();
  await press(page, back);
  expect(await focused(page)).toMatch(/^(A|BUTTON|H\d) /);

  // A filter that is taken away.
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No club' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, page.getByRole('button', { name: /No club/ }).first());
  expect(await focused(page)).not.toMatch(/^BODY/);

  // A view that is removed in the window of the filter, which closes.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'No club' }).click();
  await sheet.getByLabel('Save as a view').fill(`Lost ${id}`);
  await sheet.getByRole('button', { name: 'Save view' }).click();
  const view = page.getByRole('button', { name: `Lost ${id}` });
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await press(page, sheet.getByRole('button', { name: 'Remove view' }));
  await expect(view).toHaveCount(0);
  expect(await focused(page)).not.toMatch(/^BODY/);

  // An account that waits, and is approved in a window.
  await page.goto('/admin/users');
  const approve = page.getByRole('button', { name: `Approve ${name}` });
  await expect(approve).toBeVisible();
  await focusIsKept(page);
  await approve.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(approve).toHaveCount(0);
  await idle(page);
  expect(await focused(page)).not.toMatch(/^BODY/);
});
