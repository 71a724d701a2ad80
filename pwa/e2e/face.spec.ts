import type { Page } from 'playwright/test';
import { LIVE_PATH } from '#contract/live.ts';
import { registered } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { atRest, unfoldCampaign } from './office.ts';
import { aCampaign, anApplication } from './server-records.ts';

function toasts(page: Page) {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}

test('a record that is opened by its address has its neighbours, without its list', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const first = await anApplication(agency);
  const second = await anApplication(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${second.id}`);
  await expect(page.getByText(/^1 of ([2-9]|\d\d+)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: first.playerName })).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('heading', { level: 1, name: second.playerName })).toBeVisible();
});

test('C-22 a campaign is switched off and on again in the list', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id, name } = await aCampaign(agency);
  await signIn();
  await page.goto('/admin/campaigns');
  await unfoldCampaign(page, { name });
  const card = page.getByRole('listitem').filter({ hasText: name });
  const active = card.getByRole('switch', { name: `${name} is active` });
  const stored = async () =>
    (await agency.api<{ id: number; active: boolean }[]>('GET', '/api/campaigns')).find(
      (campaign) => campaign.id === id,
    )?.active;

  await expect(active).toBeChecked();
  await active.click();
  await expect(active).not.toBeChecked();
  await expect(card.getByText('Inactive')).toBeVisible();
  await expect(toasts(page)).toContainText('Campaign updated');
  await expect.poll(stored).toBe(false);

  await active.click();
  await expect(active).toBeChecked();
  await expect.poll(stored).toBe(true);
});

test('C-09 a campaign form that is closed by a press beside it keeps what was typed, Cancel does not', {
  tag: ['@desktop', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/admin/campaigns');
  const create = page.getByRole('button', { name: 'New Campaign' });
  const form = page.getByRole('dialog', { name: 'New Campaign' });
  await create.click();
  await form.getByLabel('Name').fill('Half a campaign');
  await page.mouse.click(2, 2);
  await expect(form).toHaveCount(0);

  await create.click();
  await expect(form.getByLabel('Name')).toHaveValue('Half a campaign');
  await form.getByRole('button', { name: 'Start Over' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await expect(form.getByLabel('UTM source')).not.toHaveValue('');
  await form.getByLabel('Name').fill('Another half');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await create.click();
  await expect(form.getByLabel('Name')).toHaveValue('');
});

test('C-25 a code too fine to be scanned says so, and is offered larger', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const { name } = await aCampaign(agency, { utmCampaign: 'x'.repeat(180) });
  await signIn();
  await page.goto('/admin/campaigns');
  await unfoldCampaign(page, { name });
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card.getByText('Too fine to scan at this size.')).toBeVisible();
  await card.getByRole('button', { name: 'Show Larger' }).click();
  await expect(page.getByRole('dialog', { name: `QR code of ${name}` })).toBeVisible();
});

test('X-07 a tooltip opens after 700 ms, the next one within 300 ms at once', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { id } = await anApplication(agency);
  for (const notes of ['Called.', 'Called again.']) {
    await agency.api('PATCH', `/api/applications/${id}/status`, { status: 'pending', notes });
  }
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  const moments = page
    .getByRole('list')
    .getByRole('button')
    .filter({ has: page.locator('time') });
  await expect(moments).toHaveCount(2);
  await moments.first().scrollIntoViewIfNeeded();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await moments.first().hover();
  await page.clock.runFor(650);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page.getByRole('tooltip')).toHaveCount(1);
  const words = await page.getByRole('tooltip').textContent();

  // A single step looks like a move towards the tooltip, which keeps it open, and the browser may
  // merge several steps into one: the pointer moves until it is closed. The page's clock is paused.
  await expect(async () => {
    for (const at of [2, 4, 6]) await page.mouse.move(at, at);
    await expect(page.getByRole('tooltip')).toHaveCount(0, { timeout: 250 });
  }).toPass();
  await page.clock.runFor(100);
  await moments.last().hover();
  await page.clock.runFor(50);
  await expect(page.getByRole('tooltip')).not.toHaveText(words ?? '');
  await expect(page.getByRole('tooltip')).toHaveCount(1);
});

test('the navigation counts an account as soon as it waits', { tag: ['@phone', '@all'] }, async ({
  page,
  agency,
  signIn,
}) => {
  await signIn();
  const stream = page.waitForResponse((response) => response.url().endsWith(LIVE_PATH));
  await page.goto('/dashboard');
  await stream;
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const waiting = async () => {
    const counted = page.getByRole('link', { name: /accounts? waits? for approval/ });
    const [words] = await counted.allInnerTexts();
    return Number(/(\d+) accounts? wait/.exec(words ?? '0 accounts wait')?.[1]);
  };
  const { accounts } = await agency.api<{ accounts: { state: string }[] }>('GET', '/api/users');
  const before = accounts.filter(({ state }) => state === 'pending').length;
  await expect.poll(waiting).toBe(before);
  await atRest(page);
  const { id } = await registered(agency, 'Live');
  await expect.poll(waiting).toBe(before + 1);
  await agency.api('DELETE', `/api/users/${id}`);
  await expect.poll(waiting).toBe(before);
});

test('an anonymised person is called so in the language of the screen, and no typed note stays', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, context, signIn }) => {
  const { id, playerName, email } = await anApplication(agency);
  await speak(context, agency.origin, 'de');
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(playerName);
  await page.evaluate(
    (name) => localStorage.setItem(name, 'About the family'),
    `draft:1:note:${id}`,
  );

  await agency.api('POST', '/api/people/erase', { email, how: 'anonymise' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anonymisiert');
  await expect(page.getByRole('main')).not.toContainText('example.invalid');
  await expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name), `draft:1:note:${id}`))
    .toBeNull();
});

test('a tap on a tab draws no ring around it, an arrow key does', {
  tag: ['@phone', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  const outline = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).outlineStyle);
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByRole('tab', { name: 'Contacts' })).toBeFocused();
  expect(await outline('Contacts')).toBe('none');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Applications' })).toBeFocused();
  expect(await outline('Applications')).toBe('solid');
});

test('W-01 iOS finds launch pictures to the pixel in the back office, and none on the public page', {
  tag: '@phone',
}, async ({ request }) => {
  expect(await (await request.get('/')).text()).not.toContain('apple-touch-startup-image');
  const shell = await (await request.get('/dashboard')).text();
  const links = [...shell.matchAll(/<link[^>]*apple-touch-startup-image[^>]*>/g)].map(String);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    const number = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(link)?.[1]);
    const scale = number('device-pixel-ratio');
    const png = await (await request.get(/href="([^"]+)"/.exec(link)?.[1] ?? '')).body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      number('device-width') * scale,
      number('device-height') * scale,
    ]);
  }
});
