import type { BrowserContext, Page } from 'playwright/test';
import type { Device } from '#contract/accounts/sessions.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Agency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { readShown } from './codes.ts';
import { expect, test } from './fixtures.ts';
import { keptForOffline } from './office.ts';
import { aCampaign, uniqueMark } from './server-records.ts';
import { handOver, PIN } from './stand.ts';

test.use({ serviceWorkers: 'allow' });

/** Types an inquiry in English. */
async function write(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('E-mail').fill('visitor@example.org');
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page.locator('textarea[name=message]').fill('Left back, 19, looking for a club.');
  await page.locator('input[name=privacyPolicy]').check();
}

/** What the code of the thanks says: the private link of the visitor who is here. */
function privateLink(page: Page): Promise<string> {
  return readShown(page.getByRole('img', { name: 'Your message' }));
}

/** The secret of a private link. */
function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

/** What this device keeps for the pages of the site: storages, the visitor's database, files of the worker. */
async function keptHere(): Promise<string> {
  const open = indexedDB.open('visitor');
  await new Promise((resolve) => open.addEventListener('success', resolve));
  const stores = [...open.result.objectStoreNames].map((name) => {
    const reading = open.result.transaction(name).objectStore(name).getAll();
    return new Promise((resolve) => {
      reading.addEventListener('success', () => resolve(reading.result));
    });
  });
  const rows = await Promise.all(stores);
  open.result.close();
  const caught = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const files = await Promise.all(caught.map((each) => each.keys()));
  const addresses = files.flat().map(({ url }) => url);
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, rows, addresses]);
}

function send(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Send Message' }).click();
}

async function unlock(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: /^(For the agent|Für den Berater)$/ }).click();
  await page.getByRole('dialog').getByLabel(/^PIN/).fill(pin);
  await page.getByRole('button', { name: /^(Unlock|Entsperren)$/ }).click();
}

async function inquiryOf(agency: Agency, name: string): Promise<Contact | undefined> {
  const all = await agency.api<Contact[]>('GET', '/api/contacts');
  return all.find((each) => each.name === name);
}

/** The databases that any page of this browser opens from now on. */
async function watchDatabases(context: BrowserContext): Promise<() => string[]> {
  const opened: string[] = [];
  await context.exposeFunction('tellOpened', (name: string) => void opened.push(name));
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const { tellOpened } = window as unknown as { tellOpened: (name: string) => void };
    IDBFactory.prototype.open = function tell(...wanted) {
      tellOpened(wanted[0]);
      return open.apply(this, wanted);
    };
  });
  return () => opened;
}

test('at a stand a visitor writes on the device of the agent, without a signal too, and reaches nothing else', {
  tag: '@phone',
}, async ({ page, context, browser, agency, tunnel, signIn }) => {
  const campaign = await aCampaign(agency);
  const [first, second] = [`Ana ${uniqueMark()}`, `Ben ${uniqueMark()}`];
  await signIn();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/admin/campaigns');
  await keptForOffline(page);
  await handOver(page, campaign);
  await expect(other.getByRole('button', { name: 'English' })).toBeVisible();
  await other.close();

  const opened = await watchDatabases(context);
  const calls: string[] = [];
  context.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Schreiben Sie uns' })).toBeVisible();
  await expectNothing(page, 'a stand, before anybody writes');
  tunnel.enter('drop');
  await write(page, first);
  await send(page);
  await expect(page.getByText('Your message is saved on this device.')).toBeVisible();
  const firstLink = await privateLink(page);
  await expectNothing(page, 'a stand, after a message');
  await page.getByRole('button', { name: 'Next Visitor' }).click();

  tunnel.enter('open');
  await write(page, second);
  await expectNothing(page, 'a stand, its form');
  await send(page);
  await expect(page.getByText(/^You will have an answer by/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeInViewport({ ratio: 1 });
  const secondLink = await privateLink(page);
  await expect.poll(() => inquiryOf(agency, first)).toBeTruthy();
  await page.getByRole('button', { name: 'Next Visitor' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('');

  for (const path of ['/dashboard', '/auth', '/account', '/', '/admin/campaigns']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  const kept = await page.evaluate(keptHere);
  for (const trace of [first, second, ...[firstLink, secondLink].map(tokenOf)]) {
    expect(kept).not.toContain(trace);
  }
  // The copy of the records is looked at: it may have to go.
  expect([...new Set(opened())].sort()).toEqual([expect.stringMatching(/^agency-\d+$/), 'visitor']);
  const ours = calls.filter((path) => path.startsWith('/api/'));
  expect([...new Set(ours)].sort()).toEqual(['/api/auth/user', '/api/contact']);
  await page.goto('/api/applications');
  await expect(page.getByText('handed-over')).toBeVisible();
  // A visitor ends nobody's session.
  await page.goto('/api/logout');
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await page.goto('/dashboard');

  // On the phones of the visitors the links open what each has sent.
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const [link, name] of [
    [firstLink, first],
    [secondLink, second],
  ] as const) {
    await phone.goto('about:blank');
    await phone.goto(link);
    await expect(phone.getByLabel('Full name')).toHaveValue(name);
  }
  await phone.getByLabel('Message').fill('Left back, 20 now, looking for a club.');
  await phone.getByRole('button', { name: 'Send Correction' }).click();
  await expect(phone.getByText('Your correction has arrived.')).toBeVisible();
  await phone.close();

  await unlock(page, '1357');
  await expect(page.getByText(/Verbleibende Versuche: 9/)).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel(/^PIN/)).toBeFocused();
  await expectNothing(page, 'a stand that is not opened');
  await page.keyboard.press('Escape');
  await unlock(page, PIN);
  await expect(page.getByRole('heading', { name: 'Dashboard' }).first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  for (const name of [first, second]) {
    const inquiry = await inquiryOf(agency, name);
    expect(inquiry).toMatchObject({ campaignId: campaign.id, utmMedium: 'stand', language: 'en' });
  }
  await page.goto(`/dashboard/contacts/${(await inquiryOf(agency, first))?.id}`);
  await expect(page.getByText('Entered at the stand')).toBeVisible();
});

test('a device that is reported lost at a stand keeps neither records nor inquiries, and says so', {
  tag: '@phone',
}, async ({ page, context, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  const name = `Ana ${uniqueMark()}`;
  await signIn();
  await page.goto('/admin/campaigns');
  await keptForOffline(page);
  await handOver(page, campaign);
  await page.reload();
  await context.route('**/api/contact', (route) => route.abort());
  await write(page, name);
  await send(page);
  await expect(page.getByText('Your message is saved on this device.')).toBeVisible();

  const devices = await agency.api<Device[]>('GET', '/api/auth/sessions');
  const lost = devices.find(({ current }) => !current);
  await agency.api('POST', `/api/sessions/${lost?.id}/lost`);
  await page.reload();
  await page.waitForURL(`${agency.origin}/auth`, { timeout: 30_000 });
  await expect(
    page.getByText('This device was reported lost. Its copy of the records is deleted.'),
  ).toBeVisible();
  const mirrors = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).flatMap((each) =>
        /^agency-/.test(each.name ?? '') ? each.name : [],
      ),
    );
  await expect.poll(mirrors).toEqual([]);
  await expect.poll(async () => (await page.evaluate(keptHere)).includes(name)).toBe(false);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/auth/);
});

test('a stand whose PIN is forgotten opens by the password of the same account, and only with a signal', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const campaign = await aCampaign(agency, { defaultLanguage: 'en' });
  await signIn();
  await page.goto('/admin/campaigns');
  await keptForOffline(page);
  await handOver(page, campaign);
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'For the agent' }).click();
  await page.getByRole('button', { name: 'PIN forgotten? Use your password' }).click();
  const password = page.getByRole('textbox', { name: 'Password' });
  const unlockIt = page.getByRole('button', { name: 'Unlock' });
  await expect(password).toBeFocused();
  await password.fill(agency.admin.password);
  await unlockIt.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(password).toHaveValue(agency.admin.password);
  await expectNothing(page, 'a stand whose PIN is forgotten');

  tunnel.enter('open');
  await password.fill('a visitor’s guess');
  await unlockIt.click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  // A visitor who gives up has ended nothing.
  await page.reload();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await page.getByRole('button', { name: 'For the agent' }).click();
  await page.getByRole('button', { name: 'PIN forgotten? Use your password' }).click();
  await password.fill(agency.admin.password);
  await unlockIt.click();
  await expect(page.getByRole('heading', { name: 'QR Campaigns' })).toBeVisible();
  await expect(page.getByText(campaign.name)).toBeVisible();
});
