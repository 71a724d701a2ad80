import type { Page, Response } from 'playwright/test';
import type { Contact } from '#contract/contacts.ts';
import { newLinkToken } from '#contract/fields/ids.ts';
import { referenceOf } from '#contract/fields/references.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { expect, test } from './fixtures.ts';
import { fillInquiry, hydrated } from './inquiries.ts';
import { atRest, cached, LONG } from './office.ts';
import { registeredWorker } from './registered-worker.ts';
import { anInquiry, uniqueMark } from './server-records.ts';
import { weightOfText } from './weight-of.ts';

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
  await page.goto(`/search?q=${reference.toLowerCase()}`);
  await expect(page.getByRole('option', { name })).toBeVisible();

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
  await page.evaluate(markIfTwice, said);

  tunnel.enter('open');
  await expect(page.getByRole('heading', { name: TITLE })).toBeInViewport({
    ratio: 1,
    timeout: 30_000,
  });
  await expect(page.getByText(said)).toBeVisible();
  // At no moment it waits and has arrived.
  await expect(page.locator('body[data-twice]')).toHaveCount(0);
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
  const { id, message } = corrected.find((each) => each.name === name) ?? {};
  expect(message).toBe('Left back, 20 now, looking for a club.');

  await expect(page.getByText('It has been read.')).toHaveCount(0);
  await agency.api('POST', `/api/contacts/${id}/convert`, { status: 'pending' });
  await page.reload();
  await expect(page.getByText('It has been read.')).toBeVisible();
});

test('what to do without a signal stands on the smallest phone without scrolling, in every language', {
  tag: ['@phone', '@all'],
}, async ({ page, tunnel }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const language of LANGUAGE_CODES) {
    await page.goto(`/?lang=${language}#contact`);
    const form = page.locator('form[data-inquiry]');
    await form.locator('[name=name]').fill('Lena Fuchs');
    await form.locator('[name=email]').fill('lena@example.com');
    await form.locator('[name=inquiryType]').selectOption('other');
    await form.locator('[name=message]').fill('Left back, 19, looking for a club.');
    await form.locator('[name=privacyPolicy]').check();
    // The draft of the language before.
    await page.evaluate(() => sessionStorage.clear());
    await hydrated(page);
    tunnel.enter('stall');
    // From its first field, as the keyboard of a phone offers it.
    await form.locator('[name=name]').press('Enter');
    const panel = page.getByRole('status').filter({ has: page.locator('a[href^="sms:"]') });
    const ways = panel.locator('a[href^="https://wa.me"], a[href^="sms:"], a[href^="mailto:"]');
    await expect(ways).toHaveCount(3);
    for (const way of await ways.all()) await expect(way).toBeInViewport({ ratio: 1 });
    await expect(panel.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(panel.locator('a + button')).toBeInViewport({ ratio: 1 });
    await panel.getByRole('button').last().click();
    // Discard, beside Cancel.
    await panel.getByRole('button').nth(-2).click();
    tunnel.enter('open');
    await expect(panel).toHaveCount(0);
  }
});

test('a withdrawal without a signal is kept, erases nothing yet, and is sent by the next page of the site', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, context }) => {
  const name = `Lena ${uniqueMark()}`;
  const linkToken = newLinkToken();
  const { id } = await anInquiry(agency, { name, linkToken });
  const contacts = () => agency.api<Contact[]>('GET', '/api/contacts');
  const now = async () => (await contacts()).find((each) => each.id === id);

  await page.goto(`/inquiry?lang=en#${linkToken}`);
  await expect(page.getByLabel('Full name')).toHaveValue(name);
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Withdraw My Message' }).click();
  await page.getByRole('button', { name: 'Withdraw and Erase' }).click();
  await expect(page.getByText('Your withdrawal is saved on this phone.')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Withdrawn' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send Correction' })).toHaveCount(0);
  expect(await now()).toMatchObject({ name, withdrawnAt: null });

  await page.close();
  tunnel.enter('open');
  const other = await context.newPage();
  await other.goto('/');
  await expect.poll(async () => (await now())?.withdrawnAt).toEqual(expect.any(String));
  expect((await now())?.name).not.toBe(name);
  await other.goto(`/inquiry?lang=en#${linkToken}`);
  await expect(other.getByRole('heading', { name: 'Withdrawn' })).toBeVisible();
  await expect(other.getByText('Your withdrawal is saved on this phone.')).toHaveCount(0);
});

test('an inquiry that is changed after its answer was lost arrives once, with the last text', {
  tag: ['@phone', '@all'],
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

test('whoever discards the change of a message that has arrived is told that the message stays', {
  tag: ['@phone', '@all'],
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
  const discard = page.getByRole('button', { name: 'Discard Message' });
  await expect(discard).toBeVisible();
  await page.getByLabel('Message').fill('Left back, 20, looking for a club.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('summary', { hasText: 'Left back, 20' })).toBeVisible();

  await discard.click();
  const question = 'Discard this message? What has arrived stays.';
  await expect(page.getByText(question)).toBeVisible();
  await discard.click();
  await expect(discard).toHaveCount(0);
  tunnel.enter('open');
  await page.reload();
  expect((await inquiries()).map(({ message }) => message)).toEqual([
    'Left back, 19, looking for a club.',
  ]);
});

for (const mode of ['drop', 'lose-answers', 'hold'] as const) {
  test(`a message that arrives while its visitor changes it is corrected by what is sent then (${mode})`, {
    tag: ['@phone', '@all'],
  }, async ({ page, agency, tunnel }) => {
    const name = `Lena ${uniqueMark()}`;
    const inquiries = async () =>
      (await agency.api<Contact[]>('GET', '/api/contacts')).filter((each) => each.name === name);
    const message = page.getByLabel('Message');
    const send = page.getByRole('button', { name: 'Send Message' });
    await page.goto('/#contact');
    await fillInquiry(page, name);
    await hydrated(page);
    tunnel.enter(mode);
    await send.click();
    await expect(page.getByRole('button', { name: 'Discard Message' })).toBeVisible();
    const said = (await page.getByText(/^Reference /).textContent()) ?? '';
    await message.fill('Left back, 20, looking for a club.');
    tunnel.enter('open');
    const promised = page.getByRole('heading', { name: TITLE });
    await expect(promised).toBeVisible({ timeout: 30_000 });
    expect((await inquiries()).map((each) => each.message)).toEqual([
      'Left back, 19, looking for a club.',
    ]);
    await expect(message).toHaveValue('Left back, 20, looking for a club.');

    // It is still a correction after a reload.
    await page.reload();
    await expect(message).toHaveValue('Left back, 20, looking for a club.');
    await message.fill('Left back, 20, free in July.');
    await page.locator('input[name=privacyPolicy]').check();
    await send.click();
    await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
    await expect(promised).toHaveCount(1);
    await expect(page.getByText(said)).toBeVisible();
    const [arrived, ...others] = await inquiries();
    expect(others).toEqual([]);
    expect(arrived).toMatchObject({ message: 'Left back, 20, free in July.' });
    expect(`Reference ${arrived?.reference}`).toBe(said);
  });
}

test('the first response of a private link shows where its visitor is, before any script has run', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // They neither come nor fail.
  await page.route('**/*.js', () => undefined);
  for (const [language, title, opening] of [
    ['en', 'Your message', 'Opening your message…'],
    ['de', 'Ihre Nachricht', 'Ihre Nachricht wird geöffnet …'],
    ['fr', 'Votre message', 'Ouverture de votre message…'],
    ['es', 'Tu mensaje', 'Abriendo tu mensaje…'],
    ['it', 'Il tuo messaggio', 'Apertura del tuo messaggio…'],
  ] as const) {
    await page.goto(`/inquiry?lang=${language}#${'A'.repeat(43)}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport();
    await expect(page.locator('p', { hasText: opening })).toBeInViewport();
    await expect(page.getByRole('banner')).toContainText('Football Agent');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  // Its styles are in it: nothing holds up the first frame.
  expect(asked.filter((path) => path.endsWith('.css'))).toEqual([]);
  const answer = await fetch(`${agency.origin}/inquiry?lang=de`);
  // Within a connection's first flight, with 330 bytes more for the hashes.
  expect(weightOfText(await answer.text())).toBeLessThan(9_880);
  const app = await fetch(`${agency.origin}/auth`);
  const policy = 'Content-Security-Policy';
  expect(answer.headers.get(policy)).toBe(app.headers.get(policy));
});

test('a private link whose scripts do not come says so in its language, and opens when it is tried again', {
  tag: ['@phone', '@all'],
}, async ({ page, agency }) => {
  const name = `Lena ${uniqueMark()}`;
  const linkToken = newLinkToken();
  await anInquiry(agency, { name, linkToken });
  for (const [language, title, again] of [
    ['en', 'This page could not be loaded', 'Try Again'],
    ['de', 'Diese Seite konnte nicht geladen werden', 'Erneut versuchen'],
    ['fr', 'Cette page n’a pas pu être chargée', 'Réessayer'],
    ['es', 'No se ha podido cargar esta página', 'Reintentar'],
    ['it', 'Non è stato possibile caricare questa pagina', 'Riprova'],
  ] as const) {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`/inquiry?lang=${language}#${linkToken}`);
    await expect(page.getByRole('alert').getByText(title)).toBeInViewport();
    await expect(page.getByRole('status')).toHaveCount(0);
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: again }).click();
    await expect(page.locator('input[name=name]')).toHaveValue(name);
    await expect(page.getByText(title)).toHaveCount(0);
    await page.goto('about:blank');
  }
});

test('a private link whose scripts neither come nor fail says so after a while, and opens when it is tried again', {
  tag: ['@phone', '@all'],
}, async ({ page, agency }) => {
  const linkToken = newLinkToken();
  await anInquiry(agency, { name: 'Lena', linkToken });
  await page.clock.install();
  let comes = false;
  await page.route('**/assets/*.js', (route) => (comes ? route.continue() : undefined));
  await page.goto(`/inquiry?lang=it#${linkToken}`, { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toBeVisible();
  await page.clock.fastForward(10_000);
  const told = page.getByRole('alert').getByText('Non è stato possibile caricare questa pagina');
  await expect(told).toBeInViewport();
  await expect(page.getByRole('status')).toHaveCount(0);
  comes = true;
  await page.getByRole('button', { name: 'Riprova' }).click();
  await expect(page.locator('input[name=name]')).toHaveValue('Lena');
  await expect(told).toHaveCount(0);
});

test('a private link fetches what its page shows, and nothing of the back office, now or at rest', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const linkToken = newLinkToken();
  await anInquiry(agency, { name: 'Lena', linkToken });
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response);
  });
  await page.goto(`/inquiry?lang=en#${linkToken}`);
  await expect(page.getByLabel('Full name')).toHaveValue('Lena');
  await atRest(page, LONG);
  const texts = await Promise.all(scripts.map((each) => each.text()));
  // What opens the mirror.
  expect(texts.filter((text) => text.includes('Dexie'))).toEqual([]);
  expect(texts.length).toBeGreaterThan(5);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a message whose page is closed without a signal is sent once by the worker alone', {
    tag: '@phone',
  }, async ({ page, context, agency, tunnel }) => {
    const name = `Lena ${uniqueMark()}`;
    const arrived = async () =>
      (await agency.api<Contact[]>('GET', '/api/contacts')).filter((each) => each.name === name);
    await page.addInitScript(noteTags);
    await page.goto('/#contact');
    await cached(page, '/index.html');
    await fillInquiry(page, name);
    await hydrated(page);
    tunnel.enter('stall');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('button', { name: 'Discard Message' })).toBeVisible();
    // Its first try has not failed yet: the browser knows already that something waits.
    expect(await page.evaluate('tags')).toEqual(['visitor-outbox']);

    await page.close();
    tunnel.enter('open');
    // A page without scripts.
    const other = await context.newPage();
    await other.goto('/robots.txt');
    const sync = await syncOf(other);
    await sync();
    await expect.poll(async () => (await arrived()).length).toBe(1);
    await sync();
    expect(tunnel.writes.filter(({ path }) => path === '/api/contact')).toHaveLength(1);
    expect(await arrived()).toHaveLength(1);
  });

  test('a private link that is wrong says so, in the language of its address, and its page opens without a signal', {
    tag: ['@phone', '@all'],
  }, async ({ page, tunnel }) => {
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

/** Notes for what the browser shall wake the worker: without a window it refuses to. */
function noteTags(): void {
  const tags: string[] = [];
  const { SyncManager } = globalThis as unknown as { SyncManager: { prototype: object } };
  const register = async (tag: string) => tags.push(tag);
  Object.assign(SyncManager.prototype, { register });
  Object.assign(globalThis, { tags });
}

/** Wakes the worker as the browser does when there is a signal. */
async function syncOf(page: Page): Promise<() => Promise<void>> {
  const { session, of } = await registeredWorker(page);
  const event = { ...of, tag: 'visitor-outbox', lastChance: false };
  return async () => {
    await session.send('ServiceWorker.dispatchSyncEvent', event);
  };
}

/** Whether the service worker has the document and every script that it has loaded. */
async function areScriptsKept(): Promise<boolean> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const scripts = loaded.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  const kept = await Promise.all(
    ['/inquiry.de.html', ...scripts].map((path) => caches.match(path)),
  );
  return kept.every(Boolean);
}

/** Marks the body once a text stands in the page twice. */
function markIfTwice(text: string): void {
  new MutationObserver(() => {
    const times = document.body.textContent.split(text).length - 1;
    if (times > 1) document.body.dataset.twice = '';
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
