import { brotliCompressSync } from 'node:zlib';
import type { Contact } from '#contract/contacts.ts';
import { referenceOf } from '#contract/ids.ts';
import { expect, test } from './fixtures.ts';
import { fillInquiry, hydrated } from './inquiries.ts';
import { uniqueMark } from './server-records.ts';

const TITLE = /^You will have an answer by \w+day, \d\d:\d\d, your time\.$/;

test('a sent inquiry is promised an answer, corrected and withdrawn by its private link, and the agent sees it', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact');
  await fillInquiry(page, name);
  const sending = page.waitForRequest('**/api/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const reference = referenceOf((await sending).headers()['idempotency-key'] ?? '');
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();

  // The receipt outlives a reload, the private link works without an account.
  await page.reload();
  await page.getByLabel('Full name').focus();
  const link = page.getByRole('link', { name: 'See or Change' });
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).toMatch(new RegExp(`^${agency.origin}/inquiry\\?lang=en#[\\w-]{43}$`));
  const { headers } = await fetch(address);
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('X-Robots-Tag')).toBe('noindex');
  expect(headers.get('Cache-Control')).toBe('no-store');

  await link.click();
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(name);
  await page.getByLabel('Phone').fill('+34 611 222 333');
  await page.getByLabel('Message').fill('Short');
  await page.getByRole('button', { name: 'Send Correction' }).click();
  await expect(page.getByText('Message must be at least 10 characters.')).toBeVisible();
  await page.getByLabel('Message').fill('Left back, 20 now, looking for a club.');
  await page.getByRole('button', { name: 'Send Correction' }).click();
  await expect(page.getByText('Your correction has arrived.')).toBeInViewport({ ratio: 1 });

  const contact = (await agency.api<Contact[]>('GET', '/api/contacts')).find(
    (each) => each.name === name,
  );
  expect(contact).toMatchObject({ reference, phone: '+34 611 222 333' });
  await signIn();
  await page.goto(`/dashboard/contacts/${contact?.id}`);
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();
  const corrections = page.getByRole('region', { name: 'Corrected by the visitor' });
  await expect(corrections.getByText('Left back, 19, looking for a club.')).toBeVisible();
  // The reference finds it, however it was written down.
  await page.goto('/search');
  await page.getByRole('searchbox').fill(reference.toLowerCase());
  await expect(page.getByText(name)).toBeVisible();

  await page.goto(address);
  await page.getByLabel('Message').fill('Left back, 20 now, looking for a club in Spain.');
  await page.getByRole('button', { name: 'Send Correction' }).click();
  await expect(page.getByText('Your correction has arrived.')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw My Message' }).click();
  await page.getByRole('button', { name: 'Withdraw and Erase' }).click();
  await expect(page.getByRole('heading', { name: 'Withdrawn' })).toBeVisible();
  await expect(page.getByText('Your correction has arrived.')).toHaveCount(0);
  await expect(page.getByLabel('Full name')).toHaveCount(0);

  await page.goto(`/dashboard/contacts/${contact?.id}`);
  await expect(page.getByText('The visitor withdrew this inquiry on')).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto('/dashboard?tab=contacts');
  await expect(page.getByText('Withdrawn').first()).toBeVisible();
});

test('an inquiry and a correction of it wait without a signal and go by themselves, under one reference', {
  tag: '@phone',
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  await page.goto('/#contact');
  await fillInquiry(page, name);
  await hydrated(page);
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Send Message' }).click();
  // Nobody scrolls to be told that it waits, and what to do besides.
  await expect(page.getByRole('button', { name: 'Discard Message' })).toBeInViewport({ ratio: 1 });
  await page.getByText('Left back, 19, looking for a club.').first().click();
  // The same text by other ways, with the reference, and the agent's contact without a signal.
  const chat = new URL(
    (await page.getByRole('link', { name: 'WhatsApp' }).last().getAttribute('href')) ?? '',
  );
  const text = chat.searchParams.get('text') ?? '';
  expect(text).toContain('Left back, 19, looking for a club.');
  expect(text).toMatch(/\nReference [0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const sms = (await page.getByRole('link', { name: 'SMS' }).getAttribute('href')) ?? '';
  expect(sms).toMatch(/^sms:\+\d+\?&body=/);
  expect(decodeURIComponent(sms)).toContain(text);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save Contact' }).click();
  expect((await saving).suggestedFilename()).toBe('contact.vcf');
  const said = await page.getByText(/^Reference /).innerText();
  await expect(page.getByRole('heading', { name: TITLE })).toHaveCount(0);

  tunnel.enter('open');
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(said)).toBeVisible();
  const contacts = await agency.api<Contact[]>('GET', '/api/contacts');
  const arrived = contacts.filter((each) => each.name === name);
  expect(arrived.map(({ reference }) => `Reference ${reference}`)).toEqual([said]);

  const address = await page.getByRole('link', { name: 'See or Change' }).getAttribute('href');
  await page.getByRole('button', { name: 'Remove from This Device' }).click();
  await page.reload();
  await page.getByLabel('Full name').fill(name);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: TITLE })).toHaveCount(0);

  // A correction goes by itself, too.
  await page.goto(address ?? '');
  await expect(page.getByLabel('Full name')).toHaveValue(name);
  tunnel.enter('drop');
  await page.getByLabel('Message').fill('Left back, 20 now, looking for a club.');
  await page.getByRole('button', { name: 'Send Correction' }).click();
  await expect(page.getByText('Your correction is saved on this phone.')).toBeVisible();
  tunnel.enter('open');
  await expect(page.getByText('Your correction has arrived.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Your correction is saved on this phone.')).toHaveCount(0);
  const corrected = await agency.api<Contact[]>('GET', '/api/contacts');
  expect(corrected.find((each) => each.name === name)?.message).toBe(
    'Left back, 20 now, looking for a club.',
  );
});

test('an inquiry that is changed after its answer was lost arrives once, with the last text', {
  tag: '@phone',
}, async ({ page, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  const inquiries = async () =>
    (await agency.api<Contact[]>('GET', '/api/contacts')).filter((each) => each.name === name);
  await page.goto('/#contact');
  await fillInquiry(page, name);
  await hydrated(page);
  tunnel.enter('lose-answers');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect.poll(async () => (await inquiries()).length).toBe(1);
  await expect(page.getByRole('button', { name: 'Discard Message' })).toBeVisible();
  const said = (await page.getByText(/^Reference /).textContent()) ?? '';

  for (const message of ['Left back, 20, looking for a club.', 'Left back, 20, free in July.']) {
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    await expect(page.locator('summary', { hasText: message })).toBeVisible();
  }
  tunnel.enter('open');
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(said)).toBeVisible();
  const [arrived, ...others] = await inquiries();
  expect(others).toEqual([]);
  expect(arrived).toMatchObject({ message: 'Left back, 20, free in July.' });
  expect(`Reference ${arrived?.reference}`).toBe(said);
});

test('the first response of a private link shows where its visitor is, before any script has run', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/*.js', (route) => route.abort());
  for (const [language, title, opening] of [
    ['en', 'Your message', 'Opening your message…'],
    ['de', 'Ihre Nachricht', 'Ihre Nachricht wird geöffnet …'],
    ['fr', 'Votre message', 'Ouverture de votre message…'],
    ['es', 'Tu mensaje', 'Abriendo tu mensaje…'],
    ['it', 'Il tuo messaggio', 'Apertura del tuo messaggio…'],
  ] as const) {
    await page.goto(`/inquiry?lang=${language}#${'A'.repeat(43)}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport();
    await expect(page.locator('p', { hasText: opening })).toBeInViewport();
    await expect(page.getByRole('banner')).toContainText('Football Agent');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  // Its styles are in it: nothing holds up the first frame.
  expect(asked.filter((path) => path.endsWith('.css'))).toEqual([]);
  const answer = await fetch(`${agency.origin}/inquiry?lang=de`);
  // In bytes of brotli: within a connection's first flight.
  expect(brotliCompressSync(await answer.text()).length).toBeLessThan(10_000);
  const app = await fetch(`${agency.origin}/auth`);
  const policy = 'Content-Security-Policy';
  expect(answer.headers.get(policy)).toBe(app.headers.get(policy));
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a private link that is wrong says so, in the language of its address, and its page opens without a signal', async ({
    page,
    tunnel,
  }) => {
    await page.goto(`/inquiry?lang=de#${'A'.repeat(43)}`);
    await expect(page.getByText('Dieser Link ist unvollständig')).toBeVisible();
    const title = page.getByRole('heading', { level: 1, name: 'Ihre Nachricht' });
    await expect(title).toBeVisible();
    await expect.poll(() => page.evaluate(areScriptsKept)).toBe(true);
    // Chromium writes an answer's address to the disk, with the secret behind `#`, which `url` leaves out.
    const kept = await page.evaluate(async () => (await caches.match('/inquiry.de.html'))?.url);
    expect(kept).toBe('');

    tunnel.enter('drop');
    await page.reload();
    await expect(title).toBeVisible();
    // Nothing is sent without the scripts: they are the kept ones.
    await expect(page.getByRole('button', { name: 'Nachricht zurückziehen' })).toBeVisible();
  });
});

/** Whether the service worker has the document and every script that it has loaded. */
async function areScriptsKept(): Promise<boolean> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const scripts = loaded.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  const kept = await Promise.all(
    ['/inquiry.de.html', ...scripts].map((path) => caches.match(path)),
  );
  return kept.every(Boolean);
}
