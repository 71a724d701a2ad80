import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

interface ContactRow {
  id: number;
  name: string;
  message: string;
  campaignId: number | null;
  utmSource: string | null;
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.locator('#contact').getByLabel('E-mail').fill('lena@example.com');
  await page.getByLabel('Inquiry type').selectOption('player_representation');
  await page
    .getByLabel('Message', { exact: false })
    .first()
    .fill('Left back, 19, looking for a club.');
  await page.locator('input[name=privacyPolicy]').check();
}

/** Waits until the form is alive, its script loaded: then it keeps what is typed as a draft. */
async function alive(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByLabel('Full name').fill(await page.getByLabel('Full name').inputValue());
    expect(await page.evaluate(() => sessionStorage.getItem('inquiry-draft'))).not.toBeNull();
  }).toPass();
}

test('F-07 F-08 F-09 F-10 F-11 F-13 every wrong field says why, beside itself, and nothing is sent', async ({
  page,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) sent += 1;
  });
  await page.goto('/#contact');
  await page.getByLabel('Full name').fill('L');
  await page.locator('#contact').getByLabel('E-mail').fill('lena@');
  await page.locator('textarea[name=message]').fill('too short');
  await page.getByRole('button', { name: 'Send Message' }).click();

  for (const message of [
    'Name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Please select an inquiry type.',
    'Message must be at least 10 characters.',
    'You must agree to the privacy policy.',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toBe(0);
});

test('F-14 F-15 F-18 F-02 an inquiry gets through once and the form is empty again', async ({
  page,
  agency,
}) => {
  await page.goto('/?utm_source=flyer#contact');
  await fill(page, 'Lena Through');
  const request = page.waitForRequest('**/api/contact');
  await page.getByRole('button', { name: 'Send Message' }).dblclick();
  const body = (await request).postDataJSON();
  expect(body).toMatchObject({
    name: 'Lena Through',
    inquiryType: 'player_representation',
    includeHistory: false,
    privacyPolicy: true,
    utmSource: 'flyer',
  });
  expect(body).not.toHaveProperty('campaignId');

  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.locator('input[name=privacyPolicy]')).not.toBeChecked();
  const contacts = await agency.api<ContactRow[]>('GET', '/api/contacts');
  expect(contacts.filter((contact) => contact.name === 'Lena Through')).toHaveLength(1);
});

test('F-19 W-14 without an answer the text is kept, the truth is told, and it arrives once', async ({
  page,
  agency,
  tunnel,
}) => {
  await page.goto('/#contact');
  await fill(page, 'Lena Tunnel');
  // Brought to life before the tunnel: the script itself needs a signal the first time.
  await alive(page);

  tunnel.enter('lose-answers');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Error Sending Message').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Lena Tunnel');
  await expect(page.getByText(/waiting on this phone/).first()).toBeVisible();
  await expect(page.getByText('Message Sent Successfully')).toHaveCount(0);

  tunnel.enter('open');
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible({
    timeout: 30_000,
  });
  const contacts = await agency.api<ContactRow[]>('GET', '/api/contacts');
  expect(contacts.filter((contact) => contact.name === 'Lena Tunnel')).toHaveLength(1);
});

test('W-14 an inquiry written offline outlives the page and arrives once', async ({
  page,
  context,
  agency,
}) => {
  await page.goto('/#contact');
  await fill(page, 'Lena Offline');
  await alive(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();

  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/');
  await expect
    .poll(async () => {
      const contacts = await agency.api<ContactRow[]>('GET', '/api/contacts');
      return contacts.filter((contact) => contact.name === 'Lena Offline').length;
    })
    .toBe(1);
});

test('K-01 K-03 K-07 a scan counts once and marks the inquiry', async ({ page, agency }) => {
  const campaign = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: 'Fair',
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'fair-2026',
  });
  const tracked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/track')) tracked.push(request.postData() ?? '');
  });
  await page.goto(`/?campaign_id=${campaign.id}&utm_source=poster&lang=en`);
  await fill(page, 'Lena Scan');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();

  expect(tracked).toEqual(['']);
  const campaigns = await agency.api<{ id: number; visits: number }[]>('GET', '/api/campaigns');
  expect(campaigns.find(({ id }) => id === campaign.id)?.visits).toBe(1);
  const contacts = await agency.api<ContactRow[]>('GET', '/api/contacts');
  expect(contacts.find((contact) => contact.name === 'Lena Scan')).toMatchObject({
    campaignId: campaign.id,
    utmSource: 'poster',
  });
});

test('Q-18 the campaign outlives a visit to another page, though nobody touched the first', async ({
  page,
  agency,
}) => {
  const campaign = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: 'Derby',
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'derby',
  });
  await page.goto(`/?campaign_id=${campaign.id}&utm_source=scarf&lang=en`);
  await page.goto('/privacy?lang=en');
  await page.getByRole('link', { name: 'Back to the Home Page' }).click();
  await fill(page, 'Lena Derby');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  const contacts = await agency.api<ContactRow[]>('GET', '/api/contacts');
  expect(contacts.find((contact) => contact.name === 'Lena Derby')).toMatchObject({
    campaignId: campaign.id,
    utmSource: 'scarf',
  });
});

test('K-02 K-04 K-05 K-08 an unknown or broken campaign disturbs nobody', async ({ page }) => {
  const tracked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/track')) tracked.push(request.url());
  });
  await page.goto('/?campaign_id=abc');
  await page.goto('/?utm_source=poster');
  await page.goto('/');
  expect(tracked).toEqual([]);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/?campaign_id=999999');
  await expect.poll(() => tracked.length).toBe(1);
  await expect.poll(() => logged.join()).toContain('The visit was not counted');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('W-15 a scan that loses its answer is sent again and counts once', async ({
  page,
  agency,
  tunnel,
}) => {
  const campaign = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: 'Stadium',
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'stadium',
  });
  const visits = async () => {
    const campaigns = await agency.api<{ id: number; visits: number }[]>('GET', '/api/campaigns');
    return campaigns.find(({ id }) => id === campaign.id)?.visits;
  };
  await page.route('**/track', async (route) => {
    tunnel.enter('lose-answers');
    await route.continue();
  });
  await page.goto(`/?campaign_id=${campaign.id}`, { waitUntil: 'commit' });
  await expect.poll(visits).toBe(1);
  await page.unroute('**/track');
  tunnel.enter('open');
  await page.waitForResponse((response) => response.url().endsWith('/track') && response.ok());
  expect(await visits()).toBe(1);
});

test('W-15 W-02 a code that is scanned without a signal opens the page, and counts once when there is one', async ({
  page,
  context,
  agency,
}) => {
  const campaign = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: 'Tunnel',
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'tunnel',
  });
  const visits = async () => {
    const campaigns = await agency.api<{ id: number; visits: number }[]>('GET', '/api/campaigns');
    return campaigns.find(({ id }) => id === campaign.id)?.visits;
  };
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/index.html')) !== undefined))
    .toBe(true);
  await context.setOffline(true);
  await page.goto(`/?campaign_id=${campaign.id}&utm_source=poster&lang=en`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await visits()).toBe(0);

  await context.setOffline(false);
  await expect.poll(visits, { timeout: 30_000 }).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(visits).toBe(2);
});
