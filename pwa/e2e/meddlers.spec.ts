import type { Page } from 'playwright/test';
import type { Contact } from '#contract/contacts.ts';
import { newLinkToken } from '#contract/fields/ids.ts';
import { registered, toast } from './accounts.ts';
import type { Agency } from './agency.ts';
import { expect, test } from './fixtures.ts';
import { gate } from './gate.ts';
import { fillInquiry } from './inquiries.ts';
import { extend, translate } from './meddlers.ts';
import { openStatusForm, unfoldCampaign, update } from './office.ts';
import { aCampaign, anApplication, anInquiry, uniqueMark } from './server-records.ts';

const FAILED = 'Something went wrong';

/** Of the password managers one fills in the e-mail address, before the scripts have come. */
type Meddler = [language: string, meddle: (page: Page) => Promise<void>, fillsIn?: true];
const IN_GATE: Meddler[] = [
  ['en', (page) => page.evaluate(translate, 'chrome' as const)],
  ['de', (page) => page.evaluate(extend, 'overlay' as const), true],
  ['en', (page) => page.evaluate(extend, 'forms' as const)],
];
const OTHERS: Meddler[] = [
  ['de', (page) => page.evaluate(translate, 'safari' as const)],
  ['fr', (page) => page.evaluate(translate, 'extension' as const)],
  ['es', (page) => page.evaluate(extend, 'icons' as const)],
  ['it', (page) => page.evaluate(extend, 'texts' as const)],
];

async function inquiriesOf(agency: Agency, name: string): Promise<Contact[]> {
  const all = await agency.api<Contact[]>('GET', '/api/contacts');
  return all.filter((each) => each.name === name);
}

for (const [who, meddlers] of [
  ['whoever', IN_GATE],
  ['whoever else', OTHERS],
] as const) {
  test(`${who} changes the form before its scripts have come: what was typed stays, keys go on, and it arrives once`, {
    tag: meddlers === IN_GATE ? '@phone' : ['@phone', '@all'],
  }, async ({ page, agency }) => {
    let scripts = gate();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.opened;
      await route.continue();
    });
    const field = (name: string) => page.locator(`form[data-inquiry] [name=${name}]`);
    const top = () => field('message').evaluate((area) => area.getBoundingClientRect().top);
    for (const [language, meddle, fillsIn] of meddlers) {
      const name = `Lena ${uniqueMark()}`;
      scripts = gate();
      await page.goto(`/?lang=${language}`);
      await field('name').fill(name);
      if (!fillsIn) await field('email').fill('player@example.com');
      await field('inquiryType').selectOption('player_representation');
      await field('includeHistory').check();
      await field('privacyPolicy').check();
      await field('message').fill('Left back, for a club.');
      await field('message').evaluate((area: HTMLTextAreaElement) =>
        area.setSelectionRange(11, 11),
      );
      await meddle(page);
      const before = await top();

      scripts.open();
      await expect(field('currentClub')).toBeVisible();
      await page.keyboard.type('19, looking ');
      // The fields of the history, and of the player, have come above.
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
      expect((await top()) - before).toBeGreaterThanOrEqual(0);
      await expect(field('message')).toBeFocused();
      await expect(field('message')).toHaveValue('Left back, 19, looking for a club.');
      await expect(field('name')).toHaveValue(name);
      await expect(field('privacyPolicy')).toBeChecked();
      await field('currentClub').fill('FC Example');
      const send = page.locator('form[data-inquiry] [type=submit]');
      await send.click();
      await expect(page.locator('form[data-inquiry] ~ [role=status] h3').first()).toBeVisible();
      await expect(field('name')).toHaveValue('');
      await expect(send).toBeVisible();
      expect(await inquiriesOf(agency, name)).toMatchObject([
        {
          email: 'player@example.com',
          message: 'Left back, 19, looking for a club.',
          currentClub: 'FC Example',
        },
      ]);
    }
  });
}

test('a menu that was opened in a translated page before its scripts have come stays open with them', {
  tag: '@phone',
}, async ({ page }) => {
  const scripts = gate();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.goto('/?lang=de');
  await page.evaluate(translate, 'chrome' as const);
  const old = await page.locator('#site-menu').elementHandle();
  await page.locator('[popovertarget=site-menu]').click();
  await expect(page.locator('#site-menu')).toBeVisible();
  scripts.open();
  await expect.poll(() => old?.evaluate((menu) => menu.isConnected)).toBe(false);
  await expect(page.locator('#site-menu')).toBeVisible();
});

test('Send that was pressed in a translated page before its scripts have come happens with them, and is told', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact', { waitUntil: 'load' });
  tunnel.enter('drop');
  await fillInquiry(page, name);
  await page.evaluate(translate, 'chrome' as const);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('No signal yet. Leave this page open')).toBeVisible();

  tunnel.enter('open');
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  expect(await inquiriesOf(agency, name)).toHaveLength(1);
});

test('a public page that breaks says so, and leaves the ways to the agent; its text is there after a reload', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/?lang=en#contact');
  await fillInquiry(page, 'Lena Example');
  await expect(page.getByLabel('Who is writing')).toBeVisible();
  await page.evaluate(() => {
    // Any defect that shows while React renders.
    const create = document.createElement.bind(document);
    document.createElement = (name: string) => {
      if (name === 'fieldset') throw new Error('A defect');
      return create(name);
    };
  });
  await page.getByLabel('Include my playing history').click();
  await expect(page.getByRole('alert').getByText(FAILED)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call' })).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Lena Example');
});

const CHANGES = {
  'is translated as by chrome': (page: Page) => page.evaluate(translate, 'chrome' as const),
  'is translated as by safari': (page: Page) => page.evaluate(translate, 'safari' as const),
  'has the icons of a password manager': (page: Page) => page.evaluate(extend, 'icons' as const),
  'has the menu of a password manager': (page: Page) => page.evaluate(extend, 'overlay' as const),
};

for (const [change, meddle] of Object.entries(CHANGES)) {
  test(`registration, login and private link go on in a page that ${change}`, {
    tag: change.endsWith('chrome') ? ['@phone'] : ['@phone', '@all'],
  }, async ({ page, agency }) => {
    const taken = await registered(agency);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await meddle(page);
    const form = page.getByRole('tabpanel');
    await form.getByLabel('Username').fill(taken.username);
    await form.getByRole('textbox', { name: 'Password' }).fill('12345');
    // Where a password manager has not filled it in.
    const email = form.getByLabel('E-mail');
    if ((await email.inputValue()) === '') await email.fill('player@example.com');
    await form.getByLabel('First name').fill('Nico');
    await form.getByLabel('Last name').fill('Example');
    await form.getByRole('button', { name: 'Create Account' }).click();
    await expect(form.getByText('Password must be at least 6 characters')).toBeVisible();
    await form.getByRole('textbox', { name: 'Password' }).fill('corner-flag-17');
    await form.getByRole('button', { name: 'Create Account' }).click();
    await expect(form.getByText('This username is taken.')).toBeVisible();
    await expect(email).toHaveValue('player@example.com');

    await page.getByRole('tab', { name: 'Login' }).click();
    await form.getByLabel('Username').fill(taken.username);
    const password = form.getByRole('textbox', { name: 'Password' });
    await password.fill('wrong-password');
    await form.locator('[type=submit]').click();
    await expect(toast(page)).toContainText('Invalid username or password');
    await expect(form.getByLabel('Username')).toHaveValue(taken.username);
    await password.fill(taken.password);
    await form.locator('[type=submit]').click();
    await page.waitForURL(`${agency.origin}/`);

    const linkToken = newLinkToken();
    await anInquiry(agency, { linkToken });
    await page.goto(`/inquiry?lang=en#${linkToken}`);
    await expect(page.getByLabel('Message')).toBeVisible();
    await meddle(page);
    await page.getByLabel('Message').fill('Short');
    await page.getByRole('button', { name: 'Send Correction' }).click();
    await expect(page.getByText('Message must be at least 10 characters')).toBeVisible();
    await page.getByLabel('Message').fill('Left back, 20 now, looking for a club.');
    await page.getByRole('button', { name: 'Send Correction' }).click();
    await expect(page.getByText('Your correction has arrived')).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw My Message' }).click();
    await page.getByRole('button', { name: 'Withdraw and Erase' }).click();
    await expect(page.getByRole('heading', { name: 'Withdrawn' })).toBeVisible();
    await expect(page.getByText(FAILED)).toHaveCount(0);
  });
}

for (const how of ['chrome', 'safari'] as const) {
  test(`the commonest acts of the office go on in a page that is translated as by ${how}, and what they change is shown`, {
    tag: how === 'chrome' ? '@phone' : ['@phone', '@all'],
  }, async ({ page, agency, signIn }) => {
    const application = await anApplication(agency);
    const inquiry = await anInquiry(agency);
    const campaign = await aCampaign(agency);
    const main = page.getByRole('main');
    await signIn();
    await page.goto('/dashboard?tab=contacts');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.evaluate(translate, how);

    // Search, and answer an inquiry.
    await page.getByRole('searchbox').fill(inquiry.name);
    await page
      .getByRole('link', { name: new RegExp(inquiry.name) })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Status of the inquiry' }).selectOption('answered');
    await expect(toast(page)).toContainText('Answered');
    await expect(main.getByText(/h to reply/)).toHaveCount(0);
    // Convert it.
    await page.getByRole('button', { name: /^Convert/ }).click();
    await expect(toast(page)).toContainText('→ Pipeline');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Undone');

    // The list, its search and a record.
    await page.getByRole('link', { name: /^Back to Dashboard/ }).click();
    await page.getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('searchbox').fill(application.playerName);
    const filter = page.getByRole('group', { name: 'Filter by status' }).getByRole('button');
    const rows = page.getByRole('link', { name: new RegExp(application.playerName) });
    await expect(rows.first()).toBeVisible();
    await filter.filter({ hasText: 'Signed' }).click();
    await expect(rows).toHaveCount(0);
    await filter.filter({ hasText: 'All' }).click();
    await rows.first().click();
    await expect(main.getByRole('heading', { level: 1 })).toContainText(application.playerName);
    // A status, a note.
    await openStatusForm(page);
    await update(page, { note: 'First call.' });
    await expect(main.getByText('First call.')).toBeVisible();
    await openStatusForm(page);
    const form = page.locator('form', { has: page.locator('[data-status]') });
    await form.getByRole('radio', { name: /^In review/ }).check();
    await form.getByRole('textbox', { name: 'Notes' }).fill('He wants to move.');
    await form.locator('[type=submit]').click();
    await expect(main.getByText('He wants to move.')).toBeVisible();
    await expect(main.getByText(/^In review/).first()).toBeVisible();
    // A follow-up.
    await page.getByRole('button', { name: /^Tomorrow/ }).click();
    await expect(main.getByText(/Come back: tomorrow/).first()).toBeVisible();
    await expect(main.getByText(/No day is set/)).toHaveCount(0);
    // An edit.
    await page
      .getByRole('link', { name: /^Edit Application/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Current club' }).fill('FC Example');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(main.getByText('FC Example').first()).toBeVisible();
    // A new one.
    await page.goto('/dashboard/applications/new');
    await expect(page.getByLabel('Player name')).toBeVisible();
    await page.evaluate(translate, how);
    await page.getByLabel('Player name').fill('Nico Example');
    await page.getByLabel('E-mail').fill(`nico-${uniqueMark()}@example.org`);
    await page.getByRole('button', { name: /^Create Application/ }).click();
    await expect(main.getByRole('heading', { level: 1 })).toContainText('Nico Example');
    // A campaign.
    await page.goto('/admin/campaigns');
    await unfoldCampaign(page, campaign);
    const active = page.getByRole('switch', { name: `${campaign.name} is active` });
    await expect(active).toBeVisible();
    await page.evaluate(translate, how);
    await active.click();
    await expect(toast(page)).toContainText('Campaign updated');
    // A new one.
    const name = `Derby ${uniqueMark()}`;
    await page.getByRole('button', { name: /^New Campaign/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: /^Create Campaign/ }).click();
    await expect(main.getByText(name).first()).toBeVisible();
    await expect(page.getByText(FAILED)).toHaveCount(0);
  });
}
