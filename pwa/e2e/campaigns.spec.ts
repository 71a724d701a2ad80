import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from 'playwright/test';
import type { Campaign } from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { campaignLink, shortCampaignLink } from '#contract/paths/campaign-link.ts';
import { expectNothing } from './axe.ts';
import { readPicture, readShown } from './codes.ts';
import { expect, test } from './fixtures.ts';
import { pretendFullScreen } from './full-screen.ts';
import { gate } from './gate.ts';
import { atRest, LONG, unfoldCampaign } from './office.ts';
import { aCampaign, anApplication, anInquiry, uniqueMark } from './server-records.ts';
import { standing } from './standing.ts';

const HOSTILE = [
  '<script>alert(1)</script> "quoted" \'too\'',
  '=1+1',
  'مهرجان كرة القدم',
  'Cup 👩‍👩‍👧 ⚽',
  'Wort'.repeat(50),
];

async function openCampaigns(page: Page): Promise<void> {
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('heading', { level: 1, name: 'QR Campaigns' })).toBeVisible();
}

function card(page: Page, name: string) {
  const title = page.locator('h2').getByText(name, { exact: true });
  return page.getByRole('listitem').filter({ has: title });
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true });
}

function asksCampaigns(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/campaigns';
}

/** Collects the requests that change a campaign, from now on. */
function changesOf(page: Page): Request[] {
  const changes: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /^\/api\/campaigns(\/\d+)?$/.test(pathname))
      changes.push(request);
  });
  return changes;
}

test('R-09 C-01 C-02 C-04 C-23 nobody asks before signing in; three cards wait, then an empty state', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  for (const { id } of await agency.api<Campaign[]>('GET', '/api/campaigns')) {
    await agency.api('DELETE', `/api/campaigns/${id}`);
  }
  const asked: string[] = [];
  page.on('request', (request) => {
    if (asksCampaigns(request)) asked.push(request.url());
  });
  await page.goto('/');
  await page.goto('/auth');
  await atRest(page, LONG);
  expect(asked).toEqual([]);

  await signIn();
  const answer = gate();
  await page.route(
    (url) => url.pathname === '/api/campaigns',
    async (route) => {
      await answer.opened;
      await route.continue();
    },
  );
  const first = page.waitForRequest(asksCampaigns);
  await openCampaigns(page);
  await expect(page.getByText('Loading the campaigns...')).toBeAttached();
  await expect(page.locator('main [role=status] li')).toHaveCount(3);
  await expect(page.getByText('No campaigns yet')).toHaveCount(0);

  await first;
  answer.open();
  await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('**/dashboard');
});

test('C-03 a list that cannot be loaded says so, and Refresh asks again', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const { name } = await aCampaign(agency);
  await signIn();
  await page.route(
    (url) => url.pathname === '/api/campaigns',
    (route) => route.fulfill({ status: 500, json: { message: 'Broken', code: 'unexpected' } }),
  );
  await openCampaigns(page);
  const error = page.getByRole('region', { name: 'Error Loading Campaigns' });
  await expect(error).toContainText(
    'There was an error loading your campaigns. Please try refreshing the page.',
  );
  await page.unrouteAll();
  await error.getByRole('button', { name: 'Refresh' }).click();
  await expect(card(page, name)).toBeVisible();
});

test('C-09 C-10 C-11 C-12 C-15 C-26 Q-27 a campaign is made with the form, and is in the list at once', {
  tag: '@desktop',
}, async ({ page, signIn }) => {
  await signIn();
  await openCampaigns(page);
  const changes = changesOf(page);
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const form = page.getByRole('dialog', { name: 'New Campaign' });
  const field = (label: string) => form.getByLabel(label, { exact: false });
  await expect(field('UTM source')).toHaveValue('football-agent-site');
  await expect(field('UTM medium')).toHaveValue('qr');
  await expect(field('Language of the page')).toHaveValue('en');

  await expect(field('UTM source')).toBeHidden();
  await form.getByText('Advanced').click();
  await expect(form.getByRole('checkbox', { name: /^Active/ })).toBeChecked();
  await field('UTM source').fill(' ');
  await field('UTM medium').fill('');
  await form.getByText('Advanced').click();
  await form.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(form.getByText('This field is required.')).toHaveCount(4);
  await expect(field('Name')).toBeFocused();
  expect(changes).toEqual([]);

  const name = `Made by hand ${uniqueMark()}`;
  await field('Name').fill(name);
  await expect(field('UTM campaign')).toHaveValue(/^made-by-hand-/);
  await field('UTM campaign').fill('by-hand');
  await field('Name').fill(`${name}!`);
  await expect(field('UTM campaign')).toHaveValue('by-hand');
  await field('Name').fill(name);
  await field('UTM source').fill('football-agent-site');
  await field('UTM medium').fill('qr');
  await form.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(toast(page, 'Campaign created')).toBeVisible();
  await expect(toast(page, 'Your campaign has been successfully created.')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(card(page, name)).toBeVisible();
  expect(changes.map((request) => request.method())).toEqual(['POST']);
  expect(changes[0]?.postDataJSON()).toMatchObject({
    name,
    description: null,
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'by-hand',
    defaultLanguage: 'en',
    active: true,
  });
});

test('C-05 C-06 C-07 C-17 C-18 C-20 C-21 C-25 Q-24 Q-25 Q-28 a campaign is a row, which unfolds to its facts, acts and a code of 150 px that reads from the screen; the dialog: a code of 250 px, its files read back, its figures', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  const off = await aCampaign(agency, { active: false, description: null });
  await agency.api('POST', `/api/campaigns/${campaign.id}/track`);
  const mark = uniqueMark();
  const tour = await aCampaign(agency, { name: `Gira  Otoño ${mark}: 2026?` });
  const link = campaignLink(agency.origin, tour);
  await agency.api('POST', `/api/campaigns/${tour.id}/track`);
  await signIn();
  await openCampaigns(page);

  const shown = card(page, campaign.name);
  // Few campaigns are shown whole; a press folds one.
  await unfoldCampaign(page, campaign);
  await shown.getByRole('button', { name: campaign.name, exact: true }).click();
  expect((await shown.boundingBox())?.height, 'a row of two lines').toBeLessThanOrEqual(76);
  await expect(shown.getByText('Last visit').locator('..')).toHaveText(/[A-Z][a-z]{2} \d+, \d{4}$/);
  await unfoldCampaign(page, campaign);
  for (const text of ['On the door', 'Deutsch', campaign.utmSource, campaign.utmCampaign]) {
    await expect(shown.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(shown.getByText('Visits').locator('..')).toHaveText(/Visits\s*1/);
  await expect(shown.getByText('Inactive')).toHaveCount(0);
  await expect(card(page, off.name).getByText('Inactive', { exact: true })).toBeVisible();
  for (const action of ['Edit', 'View QR:', 'Delete']) {
    await expect(shown.getByRole('button', { name: `${action} ${campaign.name}` })).toBeVisible();
  }

  const code = shown.getByRole('img', { name: `QR code of ${campaign.name}` });
  await expect.poll(() => code.boundingBox()).toMatchObject({ width: 150, height: 150 });
  expect(await readShown(code)).toBe(campaignLink(agency.origin, campaign));
  expect(await inksOf(code)).toEqual(['0,0,0', '255,255,255']);

  await page.getByRole('button', { name: new RegExp(`View QR: Gira .*${mark}:`) }).click();
  const dialog = page.getByRole('dialog', { name: /QR code of Gira/ });
  await expect(dialog.getByRole('button', { name: 'Download PNG' })).toBeVisible();
  await expect(dialog.getByText(/which other phones cannot open. Do not print it/)).toBeVisible();
  await expect(dialog.getByText(/Print at least (2[6-9]|3[0-2]) mm wide/)).toBeVisible();

  const large = dialog.getByRole('img', { name: /QR code of Gira/ });
  await expect.poll(() => large.boundingBox()).toMatchObject({ width: 250, height: 250 });
  expect(await readShown(large)).toBe(link);
  await expect(dialog.getByText('Total Visits').locator('..')).toHaveText(/Total Visits\s*1$/);
  await expect(dialog.getByText('Created On').locator('..')).toHaveText(
    /Created On\s*[A-Z][a-z]{2} \d{1,2}, \d{4}$/,
  );

  for (const [button, extension, type] of [
    ['Download PNG', 'png', 'image/png'],
    ['Download SVG', 'svg', 'image/svg+xml'],
  ] as const) {
    const coming = page.waitForEvent('download');
    if (extension === 'svg') await dialog.getByText('More', { exact: true }).click();
    await dialog.getByRole('button', { name: button }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`campaign-gira-otoño-${mark}-2026.${extension}`);
    const picture = await readPicture(page, await readFile(await file.path()), type);
    expect(picture.text).toBe(link);
    expect(picture.width).toBeGreaterThanOrEqual(1024);
  }
});

test('C-17 C-19 C-21 C-24 Q-24 the URL tab has the link with its parameters, and Copied! for two seconds; a code prints on one page of A4, large or as a sheet of small ones', {
  tag: '@desktop',
}, async ({ page, context, agency, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const campaign = await aCampaign(agency);
  await signIn();
  await openCampaigns(page);
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  // Its figures are seen without scrolling.
  await expect(page.getByText('Created On').locator('..')).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'QR' }).press('ArrowRight');
  const link = campaignLink(agency.origin, campaign);
  await expect(page.getByText(link, { exact: true })).toBeVisible();
  const parameters = page.getByRole('dialog').locator('dl').first();
  await expect(parameters).toHaveText(
    new RegExp(
      `campaign_id${campaign.id}utm_sourcefootball-agent-siteutm_mediumqrutm_campaign${campaign.utmCampaign}langde`,
    ),
  );

  const copy = page.getByRole('button', { name: 'Copy URL' });
  const stood = await standing(copy, 'Copied!');
  await copy.click();
  expect(await stood()).toBeGreaterThan(1_900);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(copy).toBeVisible();

  await page.getByRole('tab', { name: 'URL' }).press('ArrowLeft');
  await page.getByRole('dialog').getByText('More', { exact: true }).click();
  await page.evaluate(() => {
    const prints: string[] = [];
    Object.assign(globalThis, { prints });
    globalThis.print = () => {
      prints.push(
        document.querySelector('[data-print-sheet]')?.getAttribute('data-print-sheet') ?? '',
      );
    };
  });
  for (const [button, layout] of [
    ['Print Large', 'large'],
    ['Print Small Ones', 'small'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const sheet = page.locator(`[data-print-sheet=${layout}]`);
    await expect(sheet).toBeAttached();
    await expect(sheet).toBeHidden();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);

    await page.emulateMedia({ media: 'print' });
    await expect(sheet).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
    // For visitors, in the campaign's language: neither its own name nor a word to the printer.
    await expect(sheet).toContainText(new URL(agency.origin).host);
    if (layout === 'large') await expect(sheet).toContainText('Scannen, um die Seite zu öffnen');
    await expect(sheet).not.toContainText(campaign.name);
    await expect(sheet).not.toContainText(/mm/);
    const codes = sheet.locator('svg[shape-rendering]');
    await expect(codes).toHaveCount(layout === 'large' ? 1 : 20);
    const { text } = await readPicture(page, await codes.last().screenshot());
    expect(text).toBe(shortCampaignLink(agency.origin, { id: campaign.id, language: null }));
    const end = await sheet.evaluate((element) => {
      const parts = [...element.querySelectorAll('p, :has(> svg)')];
      const bottoms = parts.map((part) => part.getBoundingClientRect().bottom);
      return Math.max(...bottoms) - element.getBoundingClientRect().top;
    });
    expect(end, 'the page is filled').toBeGreaterThan((270 * 96) / 25.4);
    await page.emulateMedia({ media: null });
  }
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'prints')))
    .toEqual(['large', 'small']);
});

test('C-09 C-13 C-15 C-22 C-26 a campaign is changed, switched off and on again', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  await signIn();
  await openCampaigns(page);
  const changes = changesOf(page);
  await unfoldCampaign(page, campaign);
  for (const [active, name] of [
    [false, `${campaign.name} over`],
    [true, `${campaign.name} again`],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^Edit ${campaign.name}`) }).click();
    const form = page.getByRole('dialog', { name: 'Edit Campaign' });
    await expect(form.getByLabel('Description')).toHaveValue('On the door');
    await expect(form.getByLabel('UTM campaign')).toHaveValue(campaign.utmCampaign);
    await expect(form.getByLabel('Language of the page')).toHaveValue('de');
    await form.getByLabel('Name').fill(name);
    await form.getByRole('checkbox', { name: /^Active/ }).setChecked(active, { force: true });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Campaign updated')).toBeVisible();
    await expect(toast(page, 'Your campaign has been successfully updated.')).toBeVisible();
    // The next round must not take this toast for its own.
    await page
      .getByRole('region', { name: 'Notifications (F8)' })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(card(page, name)).toBeVisible();
    await expect(card(page, name).getByText('Inactive')).toHaveCount(active ? 0 : 1);
  }
  expect(changes.map((request) => request.method())).toEqual(['PUT', 'PUT']);
  expect(new URL(changes[0]?.url() ?? '').pathname).toBe(`/api/campaigns/${campaign.id}`);
  expect(changes[0]?.postDataJSON()).toMatchObject({
    name: `${campaign.name} over`,
    description: 'On the door',
    utmSource: campaign.utmSource,
    utmMedium: 'qr',
    utmCampaign: campaign.utmCampaign,
    defaultLanguage: 'de',
    active: false,
  });
});

test('C-08 C-14 C-15 C-26 Q-15 Q-26 deleting asks with its numbers, Cancel sends nothing, Delete deletes', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  for (let visit = 0; visit < 2; visit += 1) {
    await agency.api('POST', `/api/campaigns/${campaign.id}/track`);
  }
  await agency.api('POST', '/api/contact', {
    name: 'Ana Ruiz',
    email: 'ana@example.org',
    inquiryType: 'other',
    includeHistory: false,
    message: 'I am looking for an agent.',
    privacyPolicy: true,
    campaignId: campaign.id,
  });
  await signIn();
  // The dialog counts the inquiries in the mirror, so they must be there.
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByText('Ana Ruiz').first()).toBeVisible();
  await openCampaigns(page);
  const changes = changesOf(page);
  await unfoldCampaign(page, campaign);
  const open = () => page.getByRole('button', { name: `Delete ${campaign.name}` }).click();
  await open();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this campaign?',
  });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText(campaign.name);
  await expect(question).toContainText('2 visits are deleted with it.');
  await expect(question).toContainText('1 inquiry keeps its source.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(changes).toEqual([]);

  await open();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Campaign deleted')).toBeVisible();
  await expect(toast(page, 'Your campaign has been successfully deleted.')).toBeVisible();
  await expect(card(page, campaign.name)).toHaveCount(0);
  expect(changes.map((request) => request.method())).toEqual(['DELETE']);
  const left = await agency.api<Campaign[]>('GET', '/api/campaigns');
  expect(left.some(({ id }) => id === campaign.id)).toBe(false);
});

test('K-07 visits by day are drawn, and told in words', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  for (let visit = 0; visit < 3; visit += 1) {
    await agency.api('POST', `/api/campaigns/${campaign.id}/track`);
  }
  await signIn();
  await openCampaigns(page);
  await expect(
    page.getByRole('img', { name: /^Visits in the last 30 days: \d+\. / }),
  ).toBeVisible();
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  await page.getByRole('dialog').getByText('Figures', { exact: true }).click();
  const chart = page.getByRole('dialog').getByRole('img', {
    name: /^Visits in the last 30 days: 3\. Most of them, 3, on /,
  });
  await expect(chart).toBeVisible();
  await expect(chart.locator('rect')).toHaveCount(30);
  await page.getByRole('dialog').getByText('Show as a table').click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2);
});

test('the day of an event by the hour: what came late stands apart, the stand too, and all adds up', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const campaign = await aCampaign(agency);
  const path = `/api/campaigns/${campaign.id}/track`;
  for (let n = 0; n < 3; n += 1) await agency.api('POST', path);
  const madeAt = String(Date.now() - 11 * 60_000);
  const headers = { 'Idempotency-Key': newId(), 'Made-At': madeAt };
  expect((await page.request.post(`${agency.origin}${path}`, { headers })).status()).toBe(204);
  await anInquiry(agency, { campaignId: campaign.id, utmMedium: 'stand' });
  await signIn();
  await openCampaigns(page);
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Figures', { exact: true }).click();
  await expect(dialog.locator('dt:text-is("Of these at the stand") + dd')).toHaveText('1');
  // One person opened the link; three visits are the admin's own.
  const figure = (of: string) => dialog.locator(`dt:text-is("${of}") + dd`);
  await expect(figure('Inquiries by the code, per 100 people')).toHaveText('0');
  const kinds = dialog.locator('[data-kind] dd');
  await expect(kinds).toHaveText(['1', '0', '0', '3', '4', '1']);

  await atRest(page);
  tunnel.enter('drop');
  await dialog.getByRole('button', { name: 'Visits by hour' }).click();
  await expect(dialog.getByText('Please try again with a signal.')).toBeVisible();
  tunnel.enter('open');
  await dialog.getByRole('button', { name: 'Visits by hour' }).click();
  const day = dialog.getByLabel('Day', { exact: true });
  await expect(day).toBeVisible();
  // Around midnight they are of two days.
  const sums = [0, 0, 0];
  let all = 0;
  for (const option of await day.locator('option').allTextContents()) {
    await day.selectOption(option);
    await expect(dialog.getByText(`Visits by hour, ${option}`)).toBeVisible();
    const hours = dialog.locator('figure').last();
    const kinds = await hours.locator('[data-kind] dd').allTextContents();
    kinds.forEach((number, at) => {
      sums[at] = (sums[at] ?? 0) + Number(number);
    });
    const rows = hours.locator('tbody td:last-child');
    for (const visits of await rows.allTextContents()) all += Number(visits);
  }
  expect(sums).toEqual([3, 1, 0]);
  expect(all).toBe(4);
  await expectNothing(page, 'visits by hour');
});

test.describe('where it is another day than in UTC', () => {
  // 14 hours ahead of UTC, or 11 behind it.
  const timezoneId = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  test.use({ timezoneId });

  test('a scan is of the day that the agent there calls today, in the chart, by the hour and at the stand', {
    tag: ['@phone', '@all'],
  }, async ({ page, browser, agency, signIn }) => {
    const campaign = await aCampaign(agency);
    const visitor = await browser.newContext({ timezoneId });
    const scan = await visitor.newPage();
    const counted = scan.waitForResponse((answer) => answer.url().endsWith('/track'));
    await scan.goto(campaignLink(agency.origin, campaign), { waitUntil: 'commit' });
    expect((await counted).status()).toBe(204);
    const clock = await scan.evaluate(() => {
      const now = new Date();
      const [, month, day, year] = now.toString().split(' ');
      return { day: `${month} ${Number(day)}, ${year}`, hour: now.getHours() };
    });
    await visitor.close();

    await pretendFullScreen(page);
    await signIn();
    await openCampaigns(page);
    await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Figures', { exact: true }).click();
    await expect(dialog.getByText(`Most of them, 1, on ${clock.day}.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Visits by hour' }).click();
    await expect(dialog.getByLabel('Day', { exact: true }).locator('option')).toHaveText([
      clock.day,
    ]);
    const from = `${String(clock.hour).padStart(2, '0')}:00`;
    await expect(dialog.getByText(`Most of them, 1, from ${from}.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await unfoldCampaign(page, campaign);
    await page.getByRole('button', { name: `Full Screen: ${campaign.name}` }).click();
    await expect(page.getByText('Today: 1 visit, 0 inquiries')).toBeVisible();
  });
});

test('V1.1.2 C-05 C-18 names of any kind are shown as text, on the screen and in the file name', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const name of HOSTILE) await aCampaign(agency, { name, description: name });
  await signIn();
  await openCampaigns(page);
  for (const name of HOSTILE) {
    await expect(card(page, name).first()).toBeVisible();
    await page
      .getByRole('button', { name: `View QR: ${name}`, exact: true })
      .first()
      .click();
    await expect(
      page.getByRole('dialog', { name: `QR code of ${name}`, exact: true }),
    ).toBeVisible();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const file = (await coming).suggestedFilename();
    expect(file).toMatch(/^campaign-[^<>:"/\\|?*\s]+\.png$/);
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    await page.keyboard.press('Escape');
  }
  expect(dialogs).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => overflowOf(page)).toBe(0);
});

test('C-16 Q-14 a refused change is told with the reason, and what was typed stays', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const [campaign, other] = [await aCampaign(agency), await aCampaign(agency)];
  await signIn();
  await openCampaigns(page);
  await page.route(
    (url) => /^\/api\/campaigns(\/\d+)?$/.test(url.pathname),
    (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 400, json: { message: 'No.', code: 'invalid-input' } }),
  );
  await unfoldCampaign(page, campaign);
  await page.getByRole('button', { name: `Edit ${campaign.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Campaign' });
  await form.getByLabel('Name').fill('Refused');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Error')).toBeVisible();
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(toasts.getByText(/^Failed to update campaign: (?!Failed)\S/)).toBeVisible();
  await expect(toasts.getByRole('alert')).toBeVisible();
  await expect(form).toHaveCount(0);

  await page.getByRole('button', { name: 'New Campaign' }).click();
  const fresh = page.getByRole('dialog', { name: 'New Campaign' });
  await fresh.getByLabel('Name').fill('Never made');
  await fresh.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(toasts.getByText(/^Failed to create campaign: (?!Failed)\S/)).toBeVisible();
  await expect(fresh).toHaveCount(0);

  await unfoldCampaign(page, other);
  await page.getByRole('button', { name: `Delete ${other.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts.getByText(/^Failed to delete campaign: (?!Failed)\S/)).toBeVisible();
  await expect(card(page, other.name)).toBeVisible();

  await page.getByRole('link', { name: /3 changes need you/ }).click();
  const refused = page.getByRole('region', { name: 'Needs you (3)' });
  await expect(refused.getByText('Never made')).toBeVisible();
  await refused.getByRole('button', { name: 'Edit Text' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Refused');
});

/** By how many CSS pixels the page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The distinct colours of a canvas. */
function inksOf(code: ReturnType<Page['getByRole']>): Promise<string[]> {
  return code.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('No canvas.');
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    const inks = new Set<string>();
    for (let at = 0; data && at < data.length; at += 4) {
      inks.add([...data.subarray(at, at + 3)].join());
    }
    return [...inks].sort();
  });
}

test('the code fills the screen, which stays on, and reads; Esc leads back; a phone shares its picture', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  await pretendFullScreen(page);
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    navigator.wakeLock.request = (kind) => {
      asked.push(`wake lock ${kind}`);
      return Promise.reject(new Error('This phone saves power.'));
    };
    navigator.canShare = () => true;
    navigator.share = async ({ files, url } = {}) => {
      asked.push(`${files?.[0]?.name} ${url}`);
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  await signIn();
  await openCampaigns(page);
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Full Screen' }).click();
  const screen = page.getByRole('dialog', { name: 'Football Agent' });
  await expect(screen.getByText(new URL(agency.origin).host)).toBeVisible();
  await expect.poll(asked).toEqual(['wake lock screen']);
  const link = campaignLink(agency.origin, campaign);
  const shown = await readPicture(page, await page.screenshot(), 'image/png');
  expect(shown.text).toBe(link);
  await expectNothing(page, 'a code on the whole screen');
  await page.keyboard.press('Escape');
  await expect(screen).toHaveCount(0);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Full Screen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screen).toBeVisible();
  // As Back or a swipe does.
  await page.evaluate(() => document.exitFullscreen());
  await expect(screen).toHaveCount(0);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(async () => (await asked()).at(-1)).toMatch(/^qr-code\.png http/);
  expect((await asked()).at(-1)).toContain(link);
});

test('a campaign in ten seconds: its name, then one tap shows its code on the whole screen, to copy and to print', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, context, signIn }) => {
  const name = `Cup ${uniqueMark()}`;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await pretendFullScreen(page);
  await page.addInitScript(() => {
    window.print = () => void Object.assign(window, { printed: true });
  });
  await signIn();
  await openCampaigns(page);
  await page.getByRole('button', { name: 'New Campaign' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(toast(page, 'Campaign created')).toBeVisible();
  await page.getByRole('button', { name: 'Show code' }).click();

  const screen = page.getByRole('dialog', { name: 'Football Agent' });
  await expect(screen.getByText(new URL(agency.origin).host)).toBeVisible();
  await expect(toast(page, 'Campaign created')).toHaveCount(0);
  const all = await agency.api<Campaign[]>('GET', '/api/campaigns');
  const link = campaignLink(agency.origin, all.find((one) => one.name === name) as Campaign);
  const shown = await readPicture(page, await page.screenshot(), 'image/png');
  expect(shown.text).toBe(link);
  await screen.getByRole('button', { name: 'Copy URL' }).click();
  await expect(screen.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await screen.getByRole('button', { name: 'Print', exact: true }).click();
  expect(await page.evaluate(() => 'printed' in window)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(screen).toHaveCount(0);
});

test('an unfolded campaign fills the screen with its code at a tap, where a failure to share is told; Esc leads back to it', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  await pretendFullScreen(page);
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = () => Promise.reject(new DOMException('No app takes it.', 'NotAllowedError'));
  });
  await signIn();
  await openCampaigns(page);
  await unfoldCampaign(page, campaign);
  const looks = page.evaluate(opacityOfFirstWindow);
  await page.getByRole('button', { name: `Full Screen: ${campaign.name}` }).click();
  // The window behind does not flash.
  expect(await looks).toBe('0');
  const screen = page.getByRole('dialog', { name: 'Football Agent' });
  await expect(screen.getByText(new URL(agency.origin).host)).toBeVisible();
  await expect(screen).not.toContainText(campaign.name);
  const shown = await readPicture(page, await page.screenshot(), 'image/png');
  expect(shown.text).toBe(campaignLink(agency.origin, campaign));

  await screen.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(screen.getByRole('alert')).toHaveText(
    'The picture could not be shared. Download it instead.',
  );
  await expect(screen.getByRole('alert')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(screen).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const opener = page.getByRole('button', { name: `Full Screen: ${campaign.name}` });
  await expect(opener).toBeFocused();
});

/** How opaque the next window is when it comes. */
function opacityOfFirstWindow(): Promise<string> {
  return new Promise((resolve) => {
    new MutationObserver((_, watch) => {
      const window = document.querySelector('[role=dialog]');
      if (!window) return;
      watch.disconnect();
      resolve(getComputedStyle(window).opacity);
    }).observe(document.body, { childList: true });
  });
}

test('a window whose code comes late returns the focus, too', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  const loading = page.getByRole('dialog', { name: 'Loading' });
  await page.route(/\/qr-dialog-[^/]*\.js$/, async (route) => {
    await loading.waitFor();
    await route.continue();
  });
  await signIn();
  await openCampaigns(page);
  const opener = page.getByRole('button', { name: `View QR: ${campaign.name}` });
  await opener.click();
  await expect(page.getByRole('dialog', { name: `QR code of ${campaign.name}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('above the keyboard a dialog is seen whole, and so is its focused field, also beside a button that stays', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const { id } = await anApplication(agency);
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { height: innerHeight, scale: 1, offsetTop: 0 });
    Object.defineProperty(window, 'visualViewport', { value: view });
  });
  await signIn();
  await openCampaigns(page);
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Campaign' });
  await dialog.getByText('Advanced').click();
  await standsAboveKeyboard(dialog.getByLabel('UTM medium'));

  await page.goto(`/dashboard/applications/${id}`);
  await page.getByRole('button', { name: 'Write a note' }).click();
  await standsAboveKeyboard(page.getByRole('dialog').getByLabel('Time (optional)'));
});

/** Focuses a field, raises a keyboard, and looks whether the window ends above it and nothing lies over the field. */
async function standsAboveKeyboard(field: Locator): Promise<void> {
  await field.focus();
  const { bottom, isCovered } = await field.evaluate((element) => {
    Object.assign(visualViewport as VisualViewport, { height: 450 });
    visualViewport?.dispatchEvent(new Event('resize'));
    const { left, top, height } = element.getBoundingClientRect();
    const edges = [top + 2, top + height - 2].map((y) => document.elementFromPoint(left + 4, y));
    return {
      bottom: element.closest('[role=dialog]')?.getBoundingClientRect().bottom,
      isCovered: edges.some((edge) => edge !== element),
    };
  });
  expect(bottom).toBeLessThanOrEqual(450);
  expect(isCovered).toBe(false);
}
