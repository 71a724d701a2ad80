import { type BrowserContext, type Page, request } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { BY_MESSAGE } from '#contract/handed-over.ts';
import { shortCampaignLink } from '#contract/paths/campaign-link.ts';
import type { Agency } from './agency.ts';
import { expect, test } from './fixtures.ts';
import { pretendFullScreen } from './full-screen.ts';
import { addressOf, fillInquiry, hydrated } from './inquiries.ts';
import { cached, keptForOffline, unfoldCampaign } from './office.ts';
import { readPrinted } from './printed-codes.ts';
import { aCampaign, anApplication, uniqueMark } from './server-records.ts';
import { sendAtStand } from './stand.ts';

test.use({ serviceWorkers: 'allow' });

const PIN = '2468';

/** Opens a campaign's link and waits until the server has the visit. */
async function scan(context: BrowserContext, link: string): Promise<void> {
  const page = await context.newPage();
  const counted = page.waitForResponse((answer) => answer.url().includes('/track'));
  await page.goto(link, { waitUntil: 'commit' });
  expect((await counted).status()).toBe(204);
  await page.close();
}

/** Writes at the stand, as the next visitor. */
async function writeAtStand(page: Page, name: string): Promise<void> {
  await sendAtStand(page, name);
  await page.getByRole('button', { name: 'Next Visitor' }).click();
}

/** The names in the inquiries that wait on this phone's disk. */
function waitingNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const database = await answer(indexedDB.open('visitor'));
    const entries = await answer(database.transaction('outbox').objectStore('outbox').getAll());
    database.close();
    return entries.flatMap(({ body }) => body?.name ?? []);
  });
}

async function inquiriesOf(agency: Agency, { id }: Campaign): Promise<Contact[]> {
  const all = await agency.api<Contact[]>('GET', '/api/contacts');
  return all.filter(({ campaignId }) => campaignId === id);
}

/** Sends the form of the public page, which is open with a signal. */
async function write(page: Page, link: string, name: string, isMinor = false): Promise<void> {
  await page.goto(`${link}#contact`);
  await fillInquiry(page, name);
  if (isMinor) {
    await page.getByLabel('Who is writing?').selectOption('guardian');
    await page.getByLabel('Is the player under 18?').selectOption('yes');
  }
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  // The words above may be of the message before.
  await expect(page.getByLabel('Full name')).toHaveValue('');
}

test('a day at a tournament: poster, scans, inquiries with and without a signal, the stand, a minor and the flight home; all numbers agree', {
  tag: ['@phone', '@all'],
}, async ({ page, context, browser, agency, tunnel, signIn }) => {
  const mark = uniqueMark();
  const names = Array.from({ length: 10 }, (_, n) => `Day ${mark} ${'ABCDEFGHIJ'.charAt(n)}`);
  const campaign = await aCampaign(agency, { defaultLanguage: 'en', utmCampaign: `day-${mark}` });
  await pretendFullScreen(page);
  await signIn();
  await page.goto('/admin/campaigns');
  await keptForOffline(page);

  // The poster is printed, and phones scan what is on paper.
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  await page.getByRole('tab', { name: 'Poster' }).click();
  await expect(page.getByRole('button', { name: 'Print Poster' })).toBeEnabled();
  const [link = ''] = await readPrinted(await page.pdf({ preferCSSPageSize: true }));
  expect(link).toBe(shortCampaignLink(agency.origin, { id: campaign.id, language: 'en' }));
  await page.keyboard.press('Escape');

  // Visits: 10 phones, of which one comes back 5 times; 2 of the team; 3 machines; of 2 phones late.
  const phone = () => browser.newContext({ baseURL: agency.origin, locale: 'en-US' });
  const first = await phone();
  for (let visit = 0; visit < 6; visit += 1) await scan(first, link);
  for (let visitor = 0; visitor < 6; visitor += 1) {
    const other = await phone();
    await scan(other, link);
    await other.close();
  }
  for (let visit = 0; visit < 2; visit += 1) await scan(context, link);
  const track = `${agency.origin}/api/campaigns/${campaign.id}/track`;
  // As in the browsers of these journeys: what they call today is the day in Madrid.
  const zone = String(-(await page.evaluate(() => new Date().getTimezoneOffset())));
  const bot = await request.newContext({
    userAgent: 'WhatsApp/2.23',
    extraHTTPHeaders: { 'Device-Zone': zone },
  });
  for (let visit = 0; visit < 3; visit += 1) expect((await bot.post(track)).ok()).toBe(true);
  await bot.dispose();
  const slow = await request.newContext();
  for (let visit = 0; visit < 2; visit += 1) {
    const headers = {
      'Idempotency-Key': newId(),
      'Made-At': String(Date.now() - 20 * 60_000),
      'Device-Zone': zone,
    };
    // Its first answer is lost.
    for (const _ of ['once', 'again']) {
      expect((await slow.post(track, { headers })).ok()).toBe(true);
    }
  }
  await slow.dispose();

  // By the code: two with a signal, one of them a minor; two that wait for one; one whose phone stays away.
  const fair = await phone();
  const visitor = await fair.newPage();
  await write(visitor, link, names[0] ?? '');
  await write(visitor, link, names[1] ?? '', true);
  await write(visitor, link, names[2] ?? '');
  await visitor.goto(`${link}#contact`);
  await cached(visitor, '/index.html');
  tunnel.enter('drop');
  for (const name of names.slice(3, 5)) {
    await fillInquiry(visitor, name);
    await hydrated(visitor);
    await visitor.getByRole('button', { name: 'Send Message' }).click();
    await expect(visitor.getByText(/Saved on this phone/).first()).toBeVisible();
    // The words above may be of the message before.
    await expect.poll(() => waitingNames(visitor)).toContain(name);
    await visitor.reload();
    // The form is alive again, with the message that waits.
    await expect(visitor.getByLabel('Full name')).toHaveValue(name);
  }
  // The scans in the tunnel: each load of the page was one, 3 more come now.
  for (let visit = 0; visit < 2; visit += 1) await visitor.reload();
  await visitor.goto(link);
  await expect(visitor).toHaveURL(`${agency.origin}/?campaign_id=${campaign.id}&lang=en`);
  const lost = await phone();
  await fair.setOffline(true);
  tunnel.enter('open');
  const other = await lost.newPage();
  await other.goto(`${link}#contact`);
  await fillInquiry(other, names[5] ?? '');
  await hydrated(other);
  tunnel.enter('drop');
  await other.getByRole('button', { name: 'Send Message' }).click();
  const chat = other.getByRole('link', { name: 'WhatsApp' }).last();
  await expect(chat).toHaveAttribute('href', /text=/);
  const message = new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  await lost.setOffline(true);
  tunnel.enter('open');

  // The stand: four visitors on the agent's phone.
  await unfoldCampaign(page, campaign);
  await page.getByRole('button', { name: `Full Screen: ${campaign.name}` }).click();
  await page.getByRole('button', { name: 'Hand Over' }).click();
  await page.getByLabel('PIN for taking it back').fill(PIN);
  await page.getByRole('button', { name: 'Lock and Hand Over' }).click();
  for (const name of names.slice(6, 9)) await writeAtStand(page, name);
  // The last one has no signal, and the form is taken back before there is one.
  tunnel.enter('drop');
  await writeAtStand(page, names[9] ?? '');
  await page.getByRole('button', { name: 'For the agent' }).click();
  await page.getByRole('dialog').getByLabel(/^PIN/).fill(PIN);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('heading', { name: 'QR Campaigns' })).toBeVisible();

  tunnel.enter('open');

  // The phones come back to the signal, the agent's too; of one the agent has only the message.
  await fair.setOffline(false);
  await visitor.reload();
  const arrived = async () => (await inquiriesOf(agency, campaign)).map(({ name }) => name).sort();
  await expect
    .poll(arrived, { timeout: 60_000 })
    .toEqual(names.filter((name) => name !== names[5]));
  await page.goto('/search');
  const search = page.getByRole('combobox', { name: 'Search and commands' });
  await search.fill(message);
  await page.getByRole('option', { name: 'Add a Message' }).click();
  await page.getByLabel('Message as it came').fill(message);
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  await expect(page.getByText('The inquiry was added.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Inquiry' })).toBeVisible();
  const entered = (await agency.api<Contact[]>('GET', '/api/contacts')).filter(
    ({ name }) => name === names[5],
  );
  expect(entered).toMatchObject([{ campaignId: null, email: addressOf(names[5] ?? '') }]);
  // Then that phone, too, finds a signal: both are one.
  await lost.setOffline(false);
  await expect.poll(async () => (await inquiriesOf(agency, campaign)).length).toBe(10);
  await page.goto('/search');
  await search.fill(message);
  await expect(page.getByRole('option', { name: names[5] ?? '' })).toBeVisible();

  // The flight home: 20 changes of 10 records without a signal.
  for (let player = 0; player < 10; player += 1) {
    await anApplication(agency, { playerName: `Flight-${mark} ${'ABCDEFGHIJ'.charAt(player)}` });
  }
  const flown = `Flight-${mark}`;
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(flown);
  await expect(page.getByRole('link', { name: new RegExp(`^${flown}`) })).toHaveCount(10);
  tunnel.enter('drop');
  for (const status of ['In review', 'Interview scheduled']) {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select All' }).click();
    await page.getByRole('button', { name: 'Update status' }).click();
    const sheet = page.getByRole('dialog', { name: 'Update status' });
    await sheet.getByText(status).click();
    await sheet.getByRole('button', { name: 'Update 10' }).click();
    await expect(sheet).toHaveCount(0);
  }
  await page.goto('/sync');
  await expect(page.getByRole('region', { name: 'Waiting to be sent (20)' })).toBeVisible();
  tunnel.enter('open');
  await expect(page.getByText('Nothing is waiting.')).toBeVisible({ timeout: 60_000 });

  await expectNumbers(page, agency, { campaign, names });
  const all = await agency.api<Application[]>('GET', '/api/applications');
  const done = all.filter(({ playerName }) => playerName.startsWith(flown));
  expect(done.map(({ status }) => status)).toEqual(Array(10).fill('interview_scheduled'));
  for (const each of [first, fair, lost]) await each.close();
});

test('a message that came by another way is added without a signal: what was typed survives a reload, and any page of the back office sends it', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const name = `Mira ${uniqueMark()}`;
  await signIn();
  await page.goto('/dashboard/contacts/new');
  await keptForOffline(page);
  const pasted = page.getByLabel('Message as it came');
  await pasted.fill('Hello, my son is a goalkeeper. Please call me.');
  await page.getByRole('textbox', { name: 'Full name' }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('mira@example.org');
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page.getByLabel('Is the player under 18?').selectOption('yes');

  tunnel.enter('drop');
  await page.reload();
  await expect(pasted).toHaveValue('Hello, my son is a goalkeeper. Please call me.');
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue(name);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('mira@example.org');
  await expect(page.getByLabel('Inquiry type')).toHaveValue('player_representation');
  await expect(page.getByLabel('Is the player under 18?')).toHaveValue('yes');
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  await expect(page.getByText('Please confirm that the person has agreed.')).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^The person has agreed to the privacy policy/ })
    .check();
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  await expect(page.getByRole('button', { name: 'Next Message' })).toBeVisible();

  await page.goto('/more');
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeVisible();
  tunnel.enter('open');
  await page.reload();
  const arrived = async () =>
    (await agency.api<Contact[]>('GET', '/api/contacts')).find((each) => each.name === name);
  await expect.poll(arrived).toMatchObject({ under18: 'yes', utmMedium: BY_MESSAGE });

  // With a signal it leads to the inquiry.
  await page.goto('/dashboard/contacts/new');
  await pasted.fill('My other son is a striker.');
  await page.getByRole('textbox', { name: 'Full name' }).fill(`${name} again`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('mira@example.org');
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page
    .getByRole('checkbox', { name: /^The person has agreed to the privacy policy/ })
    .check();
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  await expect(page.getByText('The inquiry was added.')).toBeVisible();
  await page.getByRole('link', { name: 'Open Inquiry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} again` })).toBeVisible();
});

/** Every number on every screen, beside what the database says. */
async function expectNumbers(
  page: Page,
  agency: Agency,
  { campaign, names }: { campaign: Campaign; names: readonly string[] },
): Promise<void> {
  const campaigns = await agency.api<Campaign[]>('GET', '/api/campaigns');
  const contacts = await agency.api<Contact[]>('GET', '/api/contacts');
  const applications = await agency.api<Application[]>('GET', '/api/applications');
  const row = campaigns.find(({ id }) => id === campaign.id);
  const { visits = 0, repeats = 0, machines = 0, staff = 0, late = 0 } = row ?? {};
  const people = visits - repeats - machines - staff;
  expect({ people, machines, staff, late }).toEqual({ people: 11, machines: 3, staff: 2, late: 2 });
  const own = contacts.filter(({ campaignId }) => campaignId === campaign.id);
  expect(own.map(({ name }) => name).sort()).toEqual([...names].sort());
  const atStand = own.filter(({ utmMedium }) => utmMedium === 'stand').length;
  expect(atStand).toBe(4);
  expect(own.filter(({ under18 }) => under18 === 'yes')).toHaveLength(1);

  await page.goto('/admin/campaigns');
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  const dialog = page.getByRole('dialog');
  const figure = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`);
  await expect(figure('Total Visits')).toHaveText(String(visits));
  await dialog.getByText('Figures', { exact: true }).click();
  await expect(figure('Inquiries')).toHaveText('10');
  await expect(figure('Of these at the stand')).toHaveText('4');
  const share = String(Math.round((100 * 6) / people));
  await expect(figure('Inquiries by the code, per 100 people')).toHaveText(share);
  const kinds = [people, repeats, machines, staff, visits, late].map(String);
  await expect(dialog.locator('[data-kind] dd')).toHaveText(kinds);
  await dialog.getByRole('button', { name: 'Visits by hour' }).click();
  await expect(dialog.locator('[data-kind=on-time] dd')).toHaveText(String(visits - late));
  await expect(dialog.locator('[data-kind=came-late] dd')).toHaveText(String(late));
  await page.keyboard.press('Escape');
  await unfoldCampaign(page, campaign);
  await page.getByRole('button', { name: `Full Screen: ${campaign.name}` }).click();
  await expect(page.getByText(`Today: ${visits} visits, 10 inquiries`)).toBeVisible();

  await page.goto('/figures');
  const inTable = (table: string, name: string | RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row', { name }).getByRole('cell').first();
  await expect(inTable('By campaign', new RegExp(campaign.name))).toHaveText('10');
  const scheduled = applications.filter(({ status }) => status === 'interview_scheduled').length;
  await expect(inTable('Pipeline', /^Interview scheduled/)).toHaveText(String(scheduled));

  const records = campaigns.length + contacts.length + applications.length;
  await page.goto('/sync');
  await expect(page.locator('[data-check=records]')).toContainText(
    new RegExp(`^\\D*${records.toLocaleString('en')} records are here`),
  );
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
}
