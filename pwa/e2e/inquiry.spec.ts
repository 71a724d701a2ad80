import type { Contact } from '#contract/contacts.ts';
import type { Agency } from './agency.ts';
import { expect, test } from './fixtures.ts';
import { fillInquiry, hydrated } from './inquiries.ts';
import { atRest } from './office.ts';
import { aCampaign, uniqueMark, visitsOf } from './server-records.ts';

/** The inquiries of this name that reached the server. */
async function inquiriesOf(agency: Agency, name: string): Promise<Contact[]> {
  const all = await agency.api<Contact[]>('GET', '/api/contacts');
  return all.filter((each) => each.name === name);
}

test('F-07 F-08 F-09 F-10 F-11 F-13 every wrong field says why, beside itself, and nothing is sent', {
  tag: '@desktop',
}, async ({ page }) => {
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

test('F-14 F-15 F-18 F-02 an inquiry gets through once and the form is empty again', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/?utm_source=flyer#contact');
  await fillInquiry(page, name);
  const request = page.waitForRequest('**/api/contact');
  await page.getByRole('button', { name: 'Send Message' }).dblclick();
  const body = (await request).postDataJSON();
  expect(body).toMatchObject({
    name,
    inquiryType: 'player_representation',
    includeHistory: false,
    privacyPolicy: true,
    utmSource: 'flyer',
  });
  expect(body).not.toHaveProperty('campaignId');

  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.locator('input[name=privacyPolicy]')).not.toBeChecked();
  expect(await inquiriesOf(agency, name)).toHaveLength(1);
});

test('F-19 W-14 without an answer the text is kept, the truth is told, and it arrives once', {
  tag: '@phone',
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact');
  await fillInquiry(page, name);
  // Hydrated before the tunnel: loading the script needs a connection.
  await hydrated(page);

  tunnel.enter('lose-answers');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Error Sending Message').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(name);
  await expect(page.getByText('There was a problem sending your message.')).toBeVisible();
  await expect(page.getByText('We could not take it yet.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('It is kept here and tried again.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/no need to send it again|No signal for data/)).toHaveCount(0);
  await expect(page.getByText('Message Sent Successfully')).toHaveCount(0);

  tunnel.enter('open');
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(/^Reference /)).toBeInViewport({ ratio: 1 });
  expect(await inquiriesOf(agency, name)).toHaveLength(1);
});

test('F-18 W-14 the receipt of a message is in view, also when it was told to wait before', {
  tag: '@once',
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact');
  await fillInquiry(page, name);
  await page.getByLabel('Include my playing history').check();
  await hydrated(page);
  // As in Safari, where a form that gets shorter takes what stands below out of the view.
  await page.addStyleTag({ content: '* { overflow-anchor: none }' });
  tunnel.enter('hold');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('1 message is waiting')).toBeInViewport({ ratio: 1 });

  tunnel.enter('open');
  await expect(page.getByRole('heading', { name: /^You will have an answer/ })).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByRole('button', { name: 'Remove from This Device' })).toBeInViewport({
    ratio: 1,
  });
  // Said once, by the toast.
  await expect(page.getByText('You will have a reply within 48 hours.')).toHaveCount(1);
  expect(await inquiriesOf(agency, name)).toHaveLength(1);
});

test('W-14 Send on a first visit whose scripts did not arrive is told to wait, and happens with the signal', {
  tag: '@phone',
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact', { waitUntil: 'load' });
  tunnel.enter('drop');
  await fillInquiry(page, name);
  const notice = page.getByText('No signal yet. Leave this page open');
  await page.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(name);

  tunnel.enter('open');
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await inquiriesOf(agency, name)).toHaveLength(1);
});

test('W-14 an inquiry written offline outlives the page and arrives once, though nothing of the later page is painted', {
  tag: '@desktop',
}, async ({ page, context, agency }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact');
  await fillInquiry(page, name);
  await hydrated(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();

  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  // As in a window that others cover: no frame comes, and no idle time.
  await later.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
    window.requestIdleCallback = (run, { timeout } = {}) => {
      return timeout ? window.setTimeout(run, timeout) : 0;
    };
  });
  await later.goto('/');
  await expect.poll(() => inquiriesOf(agency, name)).toHaveLength(1);
});

test('W-14 W-15 on a full phone scan and inquiry go from the open page, and are called sent only then', {
  tag: '@phone',
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  const campaign = await aCampaign(agency);
  // Chromium's own quota override changes nothing for a page of a test.
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('There is no room left.', 'QuotaExceededError');
    };
  });
  await page.goto(`/?campaign_id=${campaign.id}#contact`);
  await expect.poll(() => visitsOf(agency, campaign)).toBe(1);
  await fillInquiry(page, name);
  await hydrated(page);

  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('This phone cannot store your message.').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(name);
  await expect(page.getByText('Message Sent Successfully')).toHaveCount(0);
  expect(await inquiriesOf(agency, name)).toEqual([]);

  tunnel.enter('open');
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible({
    timeout: 30_000,
  });
  expect(await inquiriesOf(agency, name)).toHaveLength(1);
});

test('K-01 K-03 K-07 a scan counts once and marks the inquiry', { tag: '@phone' }, async ({
  page,
  agency,
}) => {
  const name = `Lena ${uniqueMark()}`;
  const campaign = await aCampaign(agency);
  const tracked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/track')) tracked.push(request.postData() ?? '');
  });
  await page.goto(`/?campaign_id=${campaign.id}&utm_source=poster&lang=en`);
  await fillInquiry(page, name);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();

  await expect.poll(() => visitsOf(agency, campaign)).toBe(1);
  expect(tracked).toEqual(['']);
  expect(await inquiriesOf(agency, name)).toMatchObject([
    {
      campaignId: campaign.id,
      utmSource: 'poster',
    },
  ]);
});

test('K-07 a prerendered page counts as a visit of a person once it is opened', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const campaign = await aCampaign(agency);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  await page.goto(`/?campaign_id=${campaign.id}&lang=en`);
  await atRest(page);
  expect(sent).toEqual([]);

  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect.poll(() => visitsOf(agency, campaign)).toBe(1);
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  expect(sent[0]).toBe(`/api/campaigns/${campaign.id}/track`);
});

test('Q-18 the campaign outlives a visit to another page, though nobody touched the first', {
  tag: '@desktop',
}, async ({ page, agency }) => {
  const name = `Lena ${uniqueMark()}`;
  const campaign = await aCampaign(agency);
  await page.goto(`/?campaign_id=${campaign.id}&utm_source=scarf&lang=en`);
  await page.goto('/privacy?lang=en');
  await page.getByRole('link', { name: 'Back to the Home Page' }).click();
  await fillInquiry(page, name);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  expect(await inquiriesOf(agency, name)).toMatchObject([
    {
      campaignId: campaign.id,
      utmSource: 'scarf',
    },
  ]);
});

test('K-02 K-04 K-05 K-08 an unknown or broken campaign disturbs nobody', {
  tag: '@phone',
}, async ({ page }) => {
  const tracked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/track')) tracked.push(request.url());
  });
  for (const path of ['/?campaign_id=abc', '/?utm_source=poster', '/']) {
    await page.goto(path);
    await atRest(page);
  }
  expect(tracked).toEqual([]);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/?campaign_id=999999');
  await expect.poll(() => tracked.length).toBe(1);
  await expect.poll(() => logged.join()).toContain('The visit was not counted');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await atRest(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('W-15 a scan that loses its answer is sent again and counts once', {
  tag: '@desktop',
}, async ({ page, agency, tunnel }) => {
  const campaign = await aCampaign(agency);
  const visits = () => visitsOf(agency, campaign);
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
