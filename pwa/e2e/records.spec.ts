import type { Locator } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { type Agency, openAgency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { gate } from './gate.ts';
import { speak } from './languages.ts';
import { atRest, openStatusForm, updateButton, walkTo } from './office.ts';
import { lookAgain } from './queue.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

const DESKTOP = { width: 1440, height: 900 };

test('R-03 D-01 D-02 D-05 D-06 the dashboard has its heading, its links, its tabs and the way to a new application; nothing found is told apart from an empty list, and the way back is one press', {
  tag: '@once',
}, async ({ page, agency, signIn }) => {
  const { playerName } = await anAna(agency);
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Player applications and inquiries at a glance.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Manage QR Campaigns' })).toHaveAttribute(
    'href',
    '/admin/campaigns',
  );
  await expect(main.getByRole('link', { name: 'Manage Translations' })).toHaveAttribute(
    'href',
    '/admin/translations',
  );
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await expect(tabs).toHaveText(['Applications', 'Contacts']);
  await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true');

  const player = page.getByRole('link', { name: playerName, exact: true });
  await expect(player).toBeVisible();
  await page.getByRole('searchbox').fill('<script>=1+1');
  await expect(page.getByText("Nothing found for '<script>=1+1'.")).toBeVisible();
  await page.getByRole('button', { name: 'Show All', exact: true }).click();
  await expect(player).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  const inquiry = await anInquiry(agency);
  await page.getByRole('searchbox').fill(inquiry.name);
  await page.getByRole('link', { name: '1 inquiry matches' }).click();
  await expect(page.getByRole('link', { name: inquiry.name, exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(inquiry.name);
  await tabs.nth(0).click();
  await page.getByRole('searchbox').fill('');

  await page.getByRole('link', { name: 'New Application' }).click();
  await page.waitForURL('**/dashboard/applications/new');
});

test('R-06 R-07 D-03 D-04 D-07 D-08 D-10 the applications and the contacts have their columns, and lead to their screens; Convert is there only until they are converted', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const { id, playerName, updatedAt } = await anAna(agency);
  const { name, createdAt } = await anInquiry(agency, {
    email: 'luis@example.org',
    inquiryType: 'career_advice',
    includeHistory: true,
    position: 'Keeper',
  });
  await signIn();
  await page.setViewportSize(DESKTOP);
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: playerName });
  await expect(row).toContainText('ana@example.org');
  await expect(row).toContainText('Left back');
  await expect(row).toContainText('FC Nowhere');
  await expect(row).toContainText('Pending');
  await expect(row.locator('time').first()).toHaveText(dayOf(updatedAt));
  await expect(row.getByRole('link', { name: `View ${playerName}` })).toHaveAttribute(
    'href',
    `/dashboard/applications/${id}`,
  );
  // Whole words in each window that has a table; where there is little room the club is under the position.
  for (const width of [1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('columnheader')).toHaveCount(width < 1280 ? 5 : 6);
    for (const fact of ['Left back', 'FC Nowhere', 'Pending']) {
      expect(await overhangOf(row.getByText(fact)), `${fact} at ${width}`).toBeLessThan(0);
    }
  }
  await page.setViewportSize(DESKTOP);
  await row.getByRole('link', { name: `Edit ${playerName}` }).click();
  await page.waitForURL(`**/dashboard/applications/${id}/edit`);
  await expect(page.getByLabel('Player name')).toHaveValue(playerName);

  await page.goto('/dashboard?tab=contacts');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Contact',
    'Inquiry type',
    'Position',
    'Received',
    'Status',
    'Actions',
  ]);
  const inquiry = page.getByRole('row').filter({ hasText: name });
  await expect(inquiry).toContainText('luis@example.org');
  await expect(inquiry).toContainText('Advice');
  await expect(inquiry).toContainText('Keeper');
  await expect(inquiry).toContainText('New');
  await expect(inquiry.locator('time').first()).toHaveText(dayOf(createdAt));
  await expect(inquiry.getByRole('link', { name: `View ${name}` })).toBeVisible();
  await inquiry.getByRole('button', { name: `Convert ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: /^Applications/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('tab', { name: /^Contacts/ }).click();
  await expect(inquiry).toContainText('Converted');
  await expect(inquiry.getByRole('button', { name: `Convert ${name}` })).toBeHidden();
  await inquiry.getByRole('link', { name: `View ${name}` }).click();
  await page.waitForURL(/\/dashboard\/contacts\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('D-03 D-07 what the columns name is whole in every window from 1024 px on, and the message is below', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const mark = uniqueMark();
  // As long as addresses of workers become.
  const email = `carlos.fernandez-${mark.padStart(11, '1')}@example.org`;
  const position = 'Attacking midfielder';
  const message = 'Two goals on Sunday, and the scouts saw both.';
  await anInquiry(agency, { name: `Carlos ${mark}`, email, position, message });
  await anApplication(agency, {
    playerName: `Carlos ${mark}`,
    email,
    position,
    currentClub: 'Real Sporting de Gijón B',
  });
  await signIn();
  let open: string | undefined;
  for (const [width, list, facts] of [
    ...[1024, 1280, 1320, 1360, 1440].map(
      (width) => [width, '?tab=contacts', [email, position, 'Representation', message]] as const,
    ),
    ...[1024, 1280, 1320].map(
      (width) => [width, '', [email, position, 'Real Sporting de Gijón B']] as const,
    ),
  ]) {
    await page.setViewportSize({ width, height: 800 });
    if (list !== open) await page.goto(`/dashboard${list}`);
    else await page.getByRole('searchbox').fill('');
    open = list;
    const first = page.locator('tr[data-row]').first();
    await expect
      .poll(async () => (await first.boundingBox())?.y ?? Infinity, `${width}`)
      .toBeLessThan(170);
    expect((await first.boundingBox())?.height, `${width}`).toBeLessThanOrEqual(36);
    await page.getByRole('searchbox').fill(mark);
    const row = page.locator('tr[data-row]', { hasText: mark });
    await expect(row).toHaveCount(1);
    for (const fact of [`Carlos ${mark}`, ...facts]) {
      expect(await cutOf(row.getByText(fact, { exact: true })), `${fact} at ${width}`).toEqual([]);
    }
  }
});

test('D-06 D-09 P-02 lists and records are skeletons while they load; what is empty says so', {
  tag: '@phone',
}, async ({ page, database }) => {
  const empty = await openAgency(database);
  try {
    await signInTo(empty, page);
    const answer = gate();
    await page.route(/\/api\/(applications|contacts|campaigns|sync|batch)/, async (route) => {
      await answer.opened;
      await route.continue();
    });
    await page.goto(`${empty.origin}/dashboard/applications/${newId()}`);
    await expect(page.getByText('Loading the application...')).toBeAttached();
    for (const path of ['/dashboard', '/dashboard?tab=contacts']) {
      await walkTo(page, path);
      await expect(page.getByText(/^Loading/).first()).toBeAttached();
      await expect(page.getByText(/No (applications|inquiries) yet/)).toBeHidden();
    }

    answer.open();
    await expect(page.getByText('No inquiries yet')).toBeVisible();
    await walkTo(page, '/dashboard');
    await expect(page.getByText('No applications yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  } finally {
    await empty.close();
  }
});

test('D-13 W-05 while a list is loaded for the first time no part of it stands as the whole', {
  tag: ['@phone', '@all'],
}, async ({ page, database }) => {
  const agency = await openAgency(database);
  // The search below must not find a digit in an address.
  const email = 'player@example.org';
  for (let n = 0; n < 5; n += 1) await anApplication(agency, { playerName: `Player ${n}`, email });
  // Pages of two rows, and the second one does not come.
  let isHeld = true;
  await page.route(/\/api\/applications\?/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    if (isHeld && url.searchParams.has('before')) await route.abort();
    else await route.continue({ url: url.href });
  });
  await signInTo(agency, page);
  await page.goto(`${agency.origin}/dashboard`);
  await expect(page.getByRole('link', { name: 'Player 4' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAccessibleName(/2 of 5/);
  const filters = page.getByRole('group', { name: 'Filter by status' });
  await expect(filters).not.toContainText(/\d/);
  await expect(page.getByText(/applications$/)).toHaveCount(0);
  await page.getByRole('searchbox').fill('Player 0');
  await expect(page.getByRole('heading', { name: /Still loading|Not everything/ })).toBeVisible();
  await expect(page.getByText('Nothing found')).toHaveCount(0);

  isHeld = false;
  await lookAgain(page);
  await expect(page.getByRole('link', { name: 'Player 0' })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByText('5 applications')).toBeVisible();
  await expect(filters).toContainText('All5');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await agency.close();
});

test('R-04 P-01 P-04 P-05 P-06 P-07 an application shows who, where and what is known, and nothing that is not', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const whole = await anAna(agency, {
    phone: '+34 600 111 222',
    nationality: 'Spain',
    dateOfBirth: '2004-02-29',
    agentNotes: 'Fast over twenty metres.',
  });
  const bare = await anAna(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${whole.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: whole.playerName })).toBeVisible();
  await expect(main.getByText('Pending').first()).toBeVisible();
  await expect(main.getByText(/Last updated/)).toContainText(dayOf(whole.updatedAt));
  for (const fact of ['Spain', 'ana@example.org', '+34 600 111 222', 'Feb 29, 2004']) {
    await expect(main.getByText(fact, { exact: false }).first()).toBeVisible();
  }
  await expect(main.getByText('FC Nowhere').first()).toBeVisible();
  await expect(main.getByText('Left back').first()).toBeVisible();
  for (const [name, href] of [
    ['ana@example.org', 'mailto:ana@example.org'],
    ['+34 600 111 222', 'tel:+34600111222'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(main.getByText('Fast over twenty metres.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Edit Application' })).toHaveAttribute(
    'href',
    `/dashboard/applications/${whole.id}/edit`,
  );

  await page.goto(`/dashboard/applications/${bare.id}`);
  await expect(main.getByRole('heading', { level: 1, name: bare.playerName })).toBeVisible();
  await expect(main.getByText('Date of birth')).toBeHidden();
  await expect(main.getByText('Agent notes')).toBeHidden();
  await main.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('**/dashboard');
});

test('D-14 P-08 P-09 P-11 Q-41 the history says what changed, when and from what; the form begins at the status, of six with six words and six shapes', {
  tag: '@phone',
}, async ({ page, agency, signIn, isMobile }) => {
  const { id } = await anAna(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByText('No status change yet.')).toBeVisible();
  await openStatusForm(page);
  await expect(page.getByRole('radio', { name: 'Pending' })).toBeChecked();
  await expect(page.locator('form').getByRole('radio')).toHaveCount(6);
  await expect(updateButton(page)).toBeDisabled();
  const choices = page.locator('form label:has(input[type=radio]), form [role=radio]');
  await expect(choices).toHaveCount(6);
  const words = await choices.allInnerTexts();
  expect(new Set(words.map((word) => word.trim())).size).toBe(6);
  const shapes = await choices.locator('svg').evaluateAll((all) => all.map((svg) => svg.innerHTML));
  expect(new Set(shapes).size).toBe(6);

  await agency.api('PATCH', `/api/applications/${id}/status`, {
    status: 'interview_scheduled',
    notes: 'Tuesday at ten.',
  });
  await page.reload();
  const entry = page.getByRole('listitem').filter({ hasText: 'Tuesday at ten.' });
  await expect(entry).toContainText('Interview scheduled');
  await expect(entry).toContainText('changed from Pending');
  await expect(entry.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}\D+\d{1,2}:\d\d/);
  await expect(page.getByText('No status change yet.')).toBeHidden();
  const moment = entry.getByRole('button');
  // What moves under the pointer has no tooltip.
  await atRest(page);
  await (isMobile ? moment.tap() : moment.hover());
  await expect(page.getByRole('tooltip')).toHaveText(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z · Europe\/Madrid/,
  );
});

test('P-03 E-07 an application that does not exist is not found, with a way back', {
  tag: '@phone',
}, async ({ page, signIn }) => {
  await signIn();
  for (const id of [newId(), '1', 'nobody']) {
    await page.goto(`/dashboard/applications/${id}`);
    await expect(page.getByRole('heading', { name: 'Application Not Found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
  }
});

/** By how many pixels a text reaches over the end of its cell. */
function overhangOf(text: Locator): Promise<number> {
  return text.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const end = one.closest('td')?.getBoundingClientRect().right ?? 0;
    return range.getBoundingClientRect().right - end;
  });
}

/** The elements that cut a text off, up to its row. */
function cutOf(text: Locator): Promise<string[]> {
  return text.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const inner = range.getBoundingClientRect();
    const cutting: string[] = [];
    let box: Element | null = one;
    while (box && !box.matches('tr')) {
      const outer = box.getBoundingClientRect();
      const isCut = inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
      const { overflow, position } = getComputedStyle(box);
      if (isCut && overflow !== 'visible') cutting.push(box.outerHTML);
      // What is placed by its row is not cut by its cell.
      box = position === 'absolute' ? (box as HTMLElement).offsetParent : box.parentElement;
    }
    return cutting;
  });
}

/** As en-US writes a day, in the time zone of the journeys. */
function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'Europe/Madrid',
  });
}

/** An application with a position and a club. */
function anAna(agency: Agency, more: Partial<Application> = {}): Promise<Application> {
  const known = { email: 'ana@example.org', currentClub: 'FC Nowhere', position: 'Left back' };
  return anApplication(agency, { ...known, ...more });
}

test('the form of an application offers positions and nationalities in the language of the office, and takes other texts', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const offered = (label: string) =>
    page
      .getByLabel(label, { exact: true })
      .evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map((o) => o.value));
  await signIn();
  await page.goto('/dashboard/applications/new');
  await expect(page.getByLabel('Position')).toBeVisible();
  expect(await offered('Position')).toContain('Attacking midfielder');
  expect(await offered('Nationality')).toEqual(
    expect.arrayContaining(['Bosnia & Herzegovina', 'Scotland', 'Spain']),
  );
  expect(await offered('Current club')).toEqual([]);
  await expectNothing(page, 'a form that offers texts');
  const name = `Free ${uniqueMark()}`;
  await page.getByLabel('Player name').fill(name);
  await page.getByLabel('E-mail').fill('free@example.org');
  await page.getByLabel('Position').fill('Libero');
  await page.getByLabel('Nationality', { exact: true }).fill('Spain');
  // The style of an empty box asks for its value: WebKit shows today in it.
  const birth = page.getByLabel('Date of birth');
  await expect(birth).toHaveAttribute('value', '');
  await birth.fill('2004-05-06');
  await expect(birth).toHaveAttribute('value', '2004-05-06');
  await page.getByRole('button', { name: 'Create Application' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Libero', { exact: true }).first()).toBeVisible();

  await speak(page.context(), agency.origin, 'de');
  await page.goto('/dashboard/applications/new');
  await expect(page.getByLabel('Position')).toBeVisible();
  expect(await offered('Position')).toContain('Innenverteidiger');
  expect(await offered('Nationalität')).toEqual(expect.arrayContaining(['Schottland', 'Spanien']));
});

test('a new application says who has the typed address or number already, also without a signal', {
  tag: '@phone',
}, async ({ page, agency, signIn, tunnel }) => {
  const mark = uniqueMark();
  const phone = `+34 6${mark.replace(/\D/g, '').padStart(8, '0').slice(-8)}`;
  const { id, playerName } = await anApplication(agency, { phone });
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: playerName, exact: true })).toBeVisible();
  await walkTo(page, '/dashboard/applications/new');
  await expect(page.getByLabel('Position')).toBeVisible();
  tunnel.enter('drop');
  await page.getByLabel('Player name').fill(`Another ${mark}`);
  const known = page.getByRole('main').getByRole('link', { name: playerName });
  await expect(known).toHaveCount(0);
  await page.getByLabel('Phone', { exact: true }).first().fill(phone.replaceAll(' ', ''));
  await expect(known).toHaveAttribute('href', `/dashboard/applications/${id}`);
  await expect(page.getByText('1 more record with the same e-mail or phone')).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).first().fill('+34 600');
  await expect(known).toHaveCount(0);
});
