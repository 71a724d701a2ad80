import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { fillDatabase } from '#server/test/samples.ts';
import { type Agency, openAgency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { gate } from './gate.ts';
import { atRest, focusIsKept, idle, loadedAhead } from './office.ts';
import { historyOf, nothingMarked } from './queue.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

/** The links to the records of the open list. */
function names(page: Page) {
  return page.locator('[data-row] a[href*="/dashboard/"]:not([aria-label])');
}

function toast(page: Page, text: string | RegExp) {
  return page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true });
}

test('D-03 D-04 D-10 D-14 P-01 P-04 P-05 P-06 P-07 P-09 an application in the list and on its page', {
  tag: '@all',
}, async ({ page, agency, signIn }) => {
  const full = await anApplication(agency, {
    phone: '+34 600 123 456',
    currentClub: 'FC Somewhere',
    agentNotes: 'Seen twice.',
  });
  const bare = await anApplication(agency);
  await signIn();
  await page.goto('/dashboard');
  const row = page
    .locator('[data-row]')
    .filter({ has: page.locator(`a[href="/dashboard/applications/${full.id}"]`) });
  await expect(row).toContainText('FC Somewhere');
  await expect(row).toContainText('Pending');
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await expect(page.getByRole('columnheader')).toHaveText([
      'Player',
      'Position',
      'Current club',
      'Status',
      'Updated',
      'Actions',
    ]);
    await expect(row).toContainText(full.email);
    await expect(row.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    const edit = row.getByRole('link', { name: `Edit ${full.playerName}` });
    await expect(edit).toHaveAttribute('href', `/dashboard/applications/${full.id}/edit`);
  }
  await row.getByRole('link').first().click();
  await page.waitForURL(`**/dashboard/applications/${full.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: full.playerName })).toBeVisible();
  await expect(main.getByText('Pending').first()).toBeVisible();
  await expect(main.getByText('Last updated')).toBeVisible();
  await expect(main.getByRole('link', { name: full.email })).toHaveAttribute(
    'href',
    `mailto:${full.email}`,
  );
  await expect(main.getByRole('link', { name: '+34 600 123 456' })).toHaveAttribute(
    'href',
    'tel:+34600123456',
  );
  await expect(main.getByRole('definition').filter({ hasText: 'FC Somewhere' })).toBeVisible();
  await expect(main.getByText('Seen twice.')).toBeVisible();
  await expect(main.getByText('Date of birth')).toHaveCount(0);
  await expect(main.getByText('No status change yet.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Edit Application' })).toBeVisible();

  await page.goto(`/dashboard/applications/${bare.id}`);
  await expect(main.getByRole('heading', { level: 1, name: bare.playerName })).toBeVisible();
  await expect(main.getByText('Agent notes')).toHaveCount(0);
  await main.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL(/\/dashboard$/);
});

test('search, filter and place stay when one comes back; the next record is the next of the list', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Zürich${uniqueMark()}`;
  for (const playerName of ['Ána One', 'Bo Two', 'Cy Three'])
    await anApplication(agency, { playerName, currentClub: `FC ${mark}` });
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark.replace('ü', 'u').toLowerCase());
  await expect(names(page)).toHaveText(['Cy Three', 'Bo Two', 'Ána One']);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
  await expect(names(page)).toHaveText(['Ána One', 'Bo Two', 'Cy Three']);
  await page.getByRole('button', { name: /^Pending/ }).click();
  await expect(page.getByRole('button', { name: /^Pending/ })).toContainText('3');
  await expect(page.getByRole('button', { name: /^Signed/ })).toContainText('0');

  await names(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ána One' })).toBeVisible();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Two' })).toBeVisible();
  await idle(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 1, name: 'Cy Three' })).toBeVisible();
  await idle(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Two' })).toBeVisible();

  await page.goBack();
  await expect(names(page)).toHaveText(['Ána One', 'Bo Two', 'Cy Three']);
  await expect(page.getByRole('button', { name: /^Pending/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('D-07 D-08 W-06 an inquiry is answered without a signal, and its clock stops; spam steps aside', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, name, email, message } = await anInquiry(agency, {
    position: 'Attacking midfielder',
  });
  await signIn();
  await page.goto('/dashboard?tab=contacts');
  const row = page.locator('[data-row]', { hasText: name });
  await expect(row).toContainText('New');
  await expect(row).toContainText(/4[78] h to reply/);
  await expect(row.getByRole('button', { name: `Convert ${name}` })).toBeVisible();
  await expect(row.getByRole('link', { name: `View ${name}` })).toBeVisible();
  await expect(row.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  for (const fact of [email, message, 'Representation', 'Attacking midfielder']) {
    await expect(row).toContainText(fact);
  }

  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await loadedAhead(page);
  tunnel.enter('drop');
  const state = page.getByLabel('Status of the inquiry');
  await state.selectOption('Answered');
  await expect(page.getByRole('main').getByText('Not sent yet')).toBeVisible();
  await expect(page.getByText(/h to reply/)).toHaveCount(0);
  tunnel.enter('open');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect
    .poll(async () => (await agency.api<{ state: string }>('GET', `/api/contacts/${id}`)).state)
    .toBe('answered');

  // The server has the change before the page knows, which would keep the next one as if offline.
  await nothingMarked(page);
  await expect(page.getByText(/^Offline\./)).toHaveCount(0);
  await state.selectOption('Spam');
  await expect(toast(page, / → Spam$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await atRest(page);
  // It keeps its place until the list is sorted anew.
  await expect(row).toContainText('Spam');
  await page.getByRole('button', { name: / moved/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Spam' }).click();
  await expect(row).toBeVisible();
});

test('a follow-up is set in one press, stands in the list and is due on its day', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id, playerName } = await anApplication(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByText('No day is set.')).toBeVisible();
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(toast(page, new RegExp(`^${playerName}: Follow up on `))).toBeVisible();
  await expect(page.getByText('Come back: tomorrow')).toBeVisible();
  // Around midnight the browser's day is another than this process's.
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  await page.getByLabel('Another day').fill(today);
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('Due today')).toBeVisible();
  await expect
    .poll(async () => {
      const row = await agency.api<{ followUpOn: string }>('GET', `/api/applications/${id}`);
      return row.followUpOn;
    })
    .toBe(today);

  // A time of the day, if wanted: it stays when only the day changes.
  await page.getByLabel('Time (optional)').fill('15:05');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('Due: today, 3:05 PM')).toBeVisible();
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(page.getByText('Come back: tomorrow, 3:05 PM')).toBeVisible();
  // The buttons say the time that goes with their day.
  await page.getByRole('button', { name: 'Today, 3:05 PM' }).click();
  await expect(page.getByText('Due: today, 3:05 PM')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: /^Follow-up due/ }).click();
  await expect(page.locator('[data-row]', { hasText: playerName })).toContainText('today, 3:05 PM');
});

test('the same person is pointed out, exported as text that no spreadsheet calculates, and deleted after a question', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const email = `same-${uniqueMark()}@example.org`;
  const player = await anApplication(agency, {
    playerName: '=1+1 "Ana" <script> 🦊 محمد',
    email,
    phone: '+34 611 222 333',
  });
  const inquiry = await anInquiry(agency, {
    phone: '0034 611 222 333',
    email: email.toUpperCase(),
  });
  await signIn();
  await page.goto(`/dashboard/applications/${player.id}`);
  await expect(page.getByRole('heading', { level: 1, name: player.playerName })).toBeVisible();
  await expect(
    page.getByText('1 more record with the same e-mail or phone', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: inquiry.name })).toHaveAttribute(
    'href',
    `/dashboard/contacts/${inquiry.id}`,
  );

  await page.getByText('Personal data', { exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('"\'=1+1 ""Ana"" <script> 🦊 محمد"');
  expect(text).toContain(inquiry.name);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete this person?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await loadedAhead(page);
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'That Did Not Work')).toBeVisible();
  tunnel.enter('open');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/dashboard$/);
  await atRest(page);
  await expect(page.locator('[data-row]', { hasText: '=1+1' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await atRest(page);
  await expect(page.locator('[data-row]', { hasText: inquiry.name })).toHaveCount(0);
});

test('E-05 W-06 the badge of a row changes its status in two taps, without a signal too; Undo takes it back', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, playerName } = await anApplication(agency);
  await signIn();
  await page.goto('/today');
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await page.getByRole('searchbox').fill(playerName);
  const badge = (status: string) =>
    page.getByRole('button', { name: `Status of ${playerName}: ${status}. Change` });
  const statusNow = async () =>
    (await agency.api<{ status: string }>('GET', `/api/applications/${id}`)).status;
  const sheet = page.getByRole('dialog', { name: 'Update status' });
  await loadedAhead(page);
  await badge('Pending').click();
  await expect(sheet.getByRole('button', { pressed: true })).toHaveText('Pending');
  await expect(sheet.getByRole('button', { pressed: true })).toBeFocused();
  await expectNothing(page, 'the statuses of a row');
  // The way back closes the sheet, not the page.
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(badge('Pending')).toBeFocused();
  await badge('Pending').click();
  await sheet.getByRole('button', { name: /^Signed/ }).click();
  await expect(sheet).toHaveCount(0);
  await expect(badge('Signed')).toBeVisible();
  await expect(toast(page, 'Status Updated')).toBeVisible();
  expect(await statusNow()).toBe('signed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `${playerName} → Pending`)).toBeVisible();
  await expect(badge('Pending')).toBeVisible();
  expect(await statusNow()).toBe('pending');

  await nothingMarked(page);
  tunnel.enter('drop');
  await badge('Pending').focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: /^Pending/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(badge('In review')).toBeVisible();
  await expect(page.locator('[data-row] [data-waiting]')).toBeVisible();
  await expect(
    toast(page, /^Saved on this (phone|device)\. Will be sent when you are online\.$/),
  ).toBeVisible();
  tunnel.enter('open');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(statusNow).toBe('in_review');

  await badge('In review').click();
  await sheet.getByRole('button', { name: 'Note and Follow-up' }).click();
  const note = page.getByRole('dialog', { name: 'Note and Follow-up' });
  await expectNothing(page, 'the note of a row');
  await expect(note.getByRole('button', { name: 'Set', exact: true })).toHaveCount(0);
  await note.getByRole('textbox', { name: 'Notes' }).fill('His father decides.');
  await note.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(note).toHaveCount(0);
  await expect
    .poll(
      async () =>
        (await agency.api<{ followUpOn: string | null }>('GET', `/api/applications/${id}`))
          .followUpOn,
    )
    .not.toBeNull();
  expect((await historyOf(agency, id))[0]?.notes).toBe('His father decides.');
});

test.describe('with 80 applications', { tag: '@phone' }, () => {
  // In one worker: each one would fill a database.
  test.describe.configure({ mode: 'default' });
  let agency: Agency;

  test.beforeAll(async ({ database }) => {
    agency = await openAgency(database, (url) =>
      fillDatabase(url, { applications: 80, contacts: 20, campaigns: 1 }),
    );
  });

  test.afterAll(() => agency.close());

  test('D-01 D-02 the list has the screen of a phone, under a head that scrolls away', async ({
    page,
  }) => {
    await signInTo(agency, page);
    let open: string | undefined;
    for (const [width, height, path, section, rows] of [
      [360, 640, '/dashboard', 'Applications', 5],
      [390, 844, '/dashboard', 'Applications', 9],
      // Rows of four lines.
      [360, 640, '/dashboard?tab=contacts', 'Contacts', 3],
      [390, 844, '/dashboard?tab=contacts', 'Contacts', 5],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (path === open) await page.evaluate(() => scrollTo(0, 0));
      else await page.goto(`${agency.origin}${path}`);
      open = path;
      await expect(names(page).first()).toBeVisible();
      await atRest(page);
      expect((await page.locator('[data-row]').first().boundingBox())?.y).toBeLessThanOrEqual(190);
      expect(await wholeRows(page)).toBeGreaterThanOrEqual(rows);
      for (const shown of [
        page.getByRole('heading', { level: 1, name: 'Dashboard' }),
        page.getByText('Player applications and inquiries at a glance.'),
        page.getByRole('link', { name: 'Manage QR Campaigns' }),
        page.getByRole('link', { name: 'Manage Translations' }),
        page.getByRole('tab', { name: 'Applications' }),
        page.getByRole('tab', { name: 'Contacts' }),
        page.getByRole('button', { name: 'Share' }),
      ])
        await expect(shown).toBeInViewport({ ratio: 1 });

      await page.evaluate(() => scrollTo(0, 300));
      await expect(page.getByRole('tab', { name: 'Applications' })).not.toBeInViewport();
      const bar = page.getByRole('banner');
      await expect(bar.getByText(section, { exact: true }).first()).toBeInViewport();
      await expect(bar.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
      expect((await bar.getByRole('searchbox').boundingBox())?.y).toBeLessThan(52);
    }
  });

  test('the application of an inquiry far down the list is in sight', { tag: '@all' }, async ({
    page,
  }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/dashboard`);
    await expect(page.getByText('80 applications')).toBeVisible();
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await page.getByRole('button', { name: 'Convert Ana Sample 0', exact: true }).click();
    await page.getByRole('button', { name: 'Make Another' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Sample 0' })).toBeVisible();
    await page.goBack();
    await expect(names(page).first()).toHaveText('Ana Sample 0');
    await expect(names(page).first()).toBeInViewport({ ratio: 1 });
  });

  test('W-06 a swipe to the right is the next status, one to the left a note and a follow-up; scrolling is neither', async ({
    page,
  }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/dashboard`);
    await page.getByRole('searchbox').fill('Ana');
    await page.getByRole('button', { name: /^Pending/ }).click();
    // The first may have the name of another one: an inquiry is converted in this agency, too.
    const id = (await page.locator('[data-row]').nth(1).getAttribute('data-id')) ?? '';
    const row = page.locator(`[data-row][data-id="${id}"]`);
    const name = await row.getByRole('link').innerText();
    const statusNow = async () =>
      (await agency.api<{ status: string }>('GET', `/api/applications/${id}`)).status;
    // The office loads what looks after the focus later than the swipes: both wait until a page is at rest.
    await focusIsKept(page);
    const box = await row.boundingBox();
    if (!box) throw new Error('No row.');
    const at = { x: 120, y: box.y + box.height / 2 };

    await swipe(page, at, { x: 60, y: 0 });
    await swipe(page, at, { x: 30, y: -160 });
    await swipe(page, { ...at, x: 6 }, { x: 200, y: 0 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await statusNow()).toBe('pending');

    await swipe(page, at, { x: 160, y: 4 });
    await expect(toast(page, 'Status Updated')).toBeVisible();
    // It keeps its place in the filter that it no longer fits.
    await expect(row).toContainText('Review');
    expect(await statusNow()).toBe('in_review');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, `${name} → Pending`)).toBeVisible();
    expect(await statusNow()).toBe('pending');
    expect((await historyOf(agency, id)).map(({ notes }) => notes)).toEqual([
      'Undone: back to Pending',
      null,
    ]);

    await page.getByRole('searchbox').fill(name);
    await expect(names(page).first()).toHaveText(name);
    const again = await row.boundingBox();
    await swipe(page, { x: 300, y: (again?.y ?? 0) + 32 }, { x: -160, y: 0 });
    const sheet = page.getByRole('dialog', { name: 'Note and Follow-up' });
    await expect(sheet).toContainText(name);
    await sheet.getByRole('textbox', { name: 'Notes' }).fill('Call his father.');
    await sheet.getByRole('button', { name: 'Save Note' }).click();
    await expect(sheet).toHaveCount(0);
    await expect.poll(async () => (await historyOf(agency, id))[0]?.notes).toBe('Call his father.');
  });
});

/** Moves one finger over the screen, in steps as a hand does. */
async function swipe(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  const fingers = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share }],
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 8; step += 1) await send('touchMove', step / 8);
  await send('touchEnd', 1);
  await fingers.detach();
}

/** The rows that are seen whole, above the bar of sections. */
function wholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bar = document.querySelector('nav[data-bottom-bar]')?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll('[data-row]')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bar).length;
  });
}

test.describe('with 10,000 applications', () => {
  test.describe.configure({ mode: 'default' });
  let agency: Agency;

  test.beforeAll(async ({ database }) => {
    agency = await openAgency(database, (url) =>
      fillDatabase(url, { applications: 10_000, contacts: 20, campaigns: 1 }),
    );
  });

  test.afterAll(() => agency.close());

  test('after a sign-in the first row stays under the finger while the other rows come', {
    tag: ['@phone', '@all'],
  }, async ({ page }) => {
    const rest = gate();
    await page.route(/\/api\/applications\?.*before=/, async (route) => {
      await rest.opened;
      await route.continue();
    });
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/dashboard`);
    const first = names(page).first();
    await expect(first).toBeVisible();
    const place = await first.boundingBox();
    const progress = page.getByRole('progressbar', { name: /^Loading [\d,]+ of 10,000$/ });
    await expect(progress).toBeInViewport();
    expect(await first.boundingBox()).toEqual(place);
    rest.open();
    await expect(progress).toHaveCount(0, { timeout: 60_000 });
    expect(await first.boundingBox()).toEqual(place);
  });

  test('10,000 applications: a few rows in the page, a search with every key, the end in reach', {
    tag: '@once',
  }, async ({ page }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/dashboard`);
    await expect(page.getByText('10,000 applications')).toBeVisible({ timeout: 60_000 });
    expect(await page.locator('[data-row]').count()).toBeLessThan(80);

    await page.getByRole('searchbox').fill('gul 9996');
    await expect(names(page)).toHaveText(['Gül Mustermann 9996']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: /^Signed/ }).click();
    await expect(page.getByText('1,666 of 10,000')).toBeVisible();

    const last = page.getByRole('link', { name: 'Erik Sample 4', exact: true });
    // The list may become longer when its rows are measured.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(last).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await atRest(page);
    expect(await page.locator('[data-row]').count()).toBeLessThan(80);
    const before = await page.evaluate(() => window.scrollY);
    await last.click();
    await expect(page.getByText('1,666 of 1,666')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(last).toBeVisible();
    const moved = async () => Math.abs((await page.evaluate(() => window.scrollY)) - before);
    await expect.poll(moved).toBeLessThan(80);
  });
});
