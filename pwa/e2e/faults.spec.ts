import type { Page, Request } from 'playwright/test';
import { surviveKills } from '#pwa/bench/kills.ts';
import { logIn, registered } from './accounts.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { fillInquiry, hydrated } from './inquiries.ts';
import {
  atRest,
  keptForOffline,
  LONG,
  openApplication,
  openStatusForm,
  updateButton,
} from './office.ts';
import {
  drained,
  everythingKept,
  historyOf,
  lookAgain,
  notesOf,
  nothingMarked,
  numbersForCampaigns,
  rowsOf,
  saveNote,
  saveNotesOffline,
  waitingOn,
} from './queue.ts';
import { aCampaign, anApplication, uniqueMark, visitsOf } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

const SAVED = 'Saved on this phone. Will be sent when you are online.';

function badge(page: Page) {
  return page.getByRole('status', { name: 'Connection and waiting changes' });
}

/** Whether a batch holds changes. Only long ones are compressed. */
function holdsChanges(request: Request): boolean {
  if (!request.url().endsWith('/api/sync')) return false;
  const isZipped = request.headers()['content-encoding'] === 'gzip';
  return isZipped || (request.postData() ?? '').includes('"key"');
}

test('fault 30: on a slow link that stalls, 80 changes arrive piece by piece, each once', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel, application: { id } }) => {
  const notes = await saveNotesOffline(page, tunnel, { note: 'First.', more: 80, on: [id] });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    // Bytes per second: 64 kbit/s.
    downloadThroughput: 8_000,
    uploadThroughput: 8_000,
  });

  tunnel.writes.length = 0;
  tunnel.holdsAt = 2;
  tunnel.enter('open');
  await lookAgain(page);
  await expect(badge(page).getByText(/^Sending \d+ of 81$/)).toBeVisible();
  await expect.poll(() => tunnel.mode).toBe('hold');
  await expect(badge(page).getByText(/^Sending/)).toBeVisible();
  tunnel.enter('open');
  await drained(page);
  expect(await notesOf(agency, id)).toEqual(['First.', ...(notes.get(id) ?? [])]);
  expect(tunnel.keys).toHaveLength(81);
});

test('fault 8: a browser that is killed as soon as a change is called saved shows it at its next start, and sends it once', {
  tag: '@phone',
}, async ({ agency }) => {
  agency.tunnel.reset();
  const { saved, missing, arrived } = await surviveKills(agency, 3);
  expect(saved).toHaveLength(3);
  expect(missing).toEqual([]);
  expect(arrived).toEqual(saved);
});

test('faults 9 and 10: of two tabs one sends; when it is closed in the middle, the other goes on', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel, application: { id } }) => {
  await keptForOffline(page);
  const other = await context.newPage();
  tunnel.enter('drop');
  await other.goto(page.url());
  const apart = await saveNotesOffline(page, tunnel, { note: 'First.', more: 120, on: [id] });
  tunnel.enter('open');
  await Promise.all([lookAgain(page), lookAgain(other)]);
  await drained(page);
  expect(await notesOf(agency, id)).toEqual(['First.', ...(apart.get(id) ?? [])]);
  expect(tunnel.keys).toHaveLength(121);
  expect(new Set(tunnel.keys).size).toBe(121);

  const { id: next } = await anApplication(agency);
  const notes = await saveNotesOffline(page, tunnel, { note: 'Second.', more: 400, on: [next] });
  const senders: Page[] = [];
  for (const tab of [page, other]) {
    tab.on('request', (request) => {
      if (holdsChanges(request)) senders.push(tab);
    });
  }
  tunnel.writes.length = 0;
  tunnel.holdsAt = 2;
  tunnel.enter('open');
  await Promise.all([lookAgain(page), lookAgain(other)]);
  await expect.poll(() => tunnel.mode).toBe('hold');
  // The browser tells of a request later than the tunnel.
  await expect.poll(() => senders).toHaveLength(2);
  const [, sender = page] = senders;
  const heir = sender === page ? other : page;
  const unsent = new Set((await waitingOn(sender)).map(({ key }) => key));
  await sender.close();
  tunnel.enter('open');
  await lookAgain(heir);
  await drained(heir);
  expect(await notesOf(agency, next)).toEqual(notes.get(next));
  // Only changes whose answers the closed tab had not stored are sent again, with the same keys.
  const isAgain = (key: string, at: number) => tunnel.keys.indexOf(key) !== at;
  expect(tunnel.keys.filter(isAgain).filter((key) => !unsent.has(key))).toEqual([]);
});

test('fault 26: a new version is installed and loaded with a queue, which arrives under it', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, application: { id } }) => {
  await keptForOffline(page);
  const before = await page.evaluate(() => caches.keys());
  // The app is reachable; only its calls are not answered.
  await page.route('**/api/**', (route) => route.abort());
  await saveNote(page, 'Made under the old version.');
  // A new phone number makes a new version of the site.
  await agency.restart('SIGTERM', { CONTACT_PHONE: '+34 600 555 444' });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());

  const prompt = page.getByText('New version ready.');
  await expect(prompt).toBeVisible();
  const [key] = (await waitingOn(page)).map((entry) => entry.key);
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Reload' }).click(),
  ]);
  await expect(page.getByText('Made under the old version.').first()).toBeVisible();
  await expect(prompt).toHaveCount(0);
  expect((await waitingOn(page)).map((entry) => entry.key)).toEqual([key]);
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toEqual(before);

  await page.unroute('**/api/**');
  await lookAgain(page);
  await drained(page);
  expect((await historyOf(agency, id)).map((entry) => entry.id)).toEqual([key]);
  // The next journey needs the first settings.
  await agency.restart('SIGTERM');
});

test('fault 28: an old tab lets a newer version change the database, and saves nothing more: what is typed stays', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, application: { id } }) => {
  await saveNote(page, 'Before.');
  await drained(page);
  const newer = await context.newPage();
  await newer.goto('/robots.txt');
  const raisedBy = await newer.evaluate(async () => {
    const { name = '', version: old = 0 } =
      (await indexedDB.databases()).find((each) => each.name?.startsWith('agency-')) ?? {};
    const opening = indexedDB.open(name, old + 10);
    return new Promise<number>((done, fail) => {
      opening.onblocked = () => fail(new Error('The old tab holds the database.'));
      opening.onupgradeneeded = () => opening.result.createObjectStore('later');
      opening.onsuccess = () => done(opening.result.version - old);
    });
  });
  expect(raisedBy).toBe(10);
  const told = page.getByText('Nothing more is saved here until you reload this page.');
  await expect(told).toBeVisible();

  await openStatusForm(page);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('After.');
  await updateButton(page).click();
  await expect(page.getByText('Reload this page and try again.').first()).toBeVisible();
  await expect(notes).toHaveValue('After.');

  await page.reload();
  await openStatusForm(page);
  await expect(notes).toHaveValue('After.');
  expect(await notesOf(agency, id)).toEqual(['Before.']);
});

for (const portal of ['portal-page', 'portal-redirect'] as const) {
  test(`fault 29: a captive portal (${portal}) is no link: the person is told so, and nothing is lost or taken for ours`, {
    tag: portal === 'portal-page' ? '@phone' : ['@phone', '@all'],
  }, async ({ page, agency, tunnel, application: { id, playerName: name } }) => {
    await keptForOffline(page);

    tunnel.enter(portal);
    await saveNote(page, 'In the hotel.');
    await expect(page.getByText(SAVED).first()).toBeVisible();
    await expect(badge(page).getByText(/^Offline\. Changes are saved/)).toBeVisible();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (/campaigns-page|app\.html/.test(request.url)) await cache.delete(request);
        }
      }
      (await navigator.serviceWorker.ready).active?.postMessage({ type: 'KEEP_OFFICE' });
    });
    await expect.poll(() => tunnel.diverted).toContain('/app.html');
    await lookAgain(page);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByText(name).first()).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    expect(await waitingOn(page)).toHaveLength(1);
    expect(await everythingKept(page)).not.toContain('Welcome to the hotel');

    tunnel.enter('open');
    await lookAgain(page);
    await drained(page);
    expect(await notesOf(agency, id)).toEqual(['In the hotel.']);
    await expect(badge(page).getByText(/^Offline\./)).toHaveCount(0);
  });
}

test('E-06 a campaign can be made soon after a sign-in, though the lists do not come and the signal comes and goes', {
  tag: ['@phone', '@all'],
}, async ({ page, tunnel, signIn }) => {
  await signIn();
  // A first pull that never ends: neither answered nor refused.
  await page.route('**/api/applications?*', () => undefined);
  await page.goto('/admin/campaigns');
  for (let turn = 0; turn < 3; turn += 1) {
    tunnel.enter('drop');
    await page.reload({ waitUntil: 'commit' }).catch(() => undefined);
    tunnel.enter('open');
    // The browser may just be loading its own error page.
    await expect(() => lookAgain(page)).toPass();
  }
  await page.goto('/admin/campaigns');
  await keptForOffline(page);
  await numbersForCampaigns(page);

  tunnel.enter('drop');
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Soon after');
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(page.getByText(SAVED).first()).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: 'Soon after' });
  await expect(card.getByText('Not sent yet')).toBeVisible();
});

test('fault 34: a network that comes and goes every moment: each change once, with few requests', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, application: { id } }) => {
  for (let at = 0; at < 8; at += 1) {
    tunnel.enter(at % 2 === 0 ? 'drop' : 'open');
    const before = tunnel.writes.length;
    await saveNote(page, `Flap ${at}.`);
    if (at % 2 === 1) await expect.poll(() => tunnel.writes.length).toBeGreaterThan(before);
  }
  tunnel.enter('open');
  await lookAgain(page);
  await drained(page);
  expect(await notesOf(agency, id)).toEqual(Array.from({ length: 8 }, (_, at) => `Flap ${at}.`));
  expect(tunnel.writes.length).toBeLessThan(2 * 8);
});

test('fault 35: a log-out without a signal lists what was never sent; discarded, nothing personal is left', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel, application: { id, playerName: name, email } }) => {
  await keptForOffline(page);
  await saveNotesOffline(page, tunnel, { note: 'A secret of five.', more: 4, on: [id] });
  await page.goto('/more');
  await page.getByRole('button', { name: 'Logout' }).last().click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('A secret of five.')).toBeVisible();
  await expect(question.getByRole('listitem')).toHaveCount(5);
  for (const way of ['Send Now', 'Keep', 'Discard']) {
    await expect(question.getByRole('button', { name: way })).toBeVisible();
  }
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL(`${agency.origin}/`);
  const kept = await everythingKept(page);
  for (const personal of [name, 'A secret of five.', email, agency.admin.username]) {
    expect(kept).not.toContain(personal);
  }

  // The server ends the session at the next contact.
  tunnel.enter('open');
  await page.goto('/dashboard');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expect
    .poll(async () => (await context.request.get('/api/auth/user')).status(), { timeout: 20_000 })
    .toBe(401);
  expect(await notesOf(agency, id)).toEqual([]);
});

test('fault 35: a log-out that sends first has sent everything, then nothing personal is left', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, application: { id, playerName: name } }) => {
  await keptForOffline(page);
  const notes = await saveNotesOffline(page, tunnel, { note: 'First.', more: 4, on: [id] });
  await page.goto('/more');
  await page.getByRole('button', { name: 'Logout' }).last().click();
  // Once all is sent, by a retry perhaps, the dialog goes: no answer before the press.
  tunnel.enter('hold');
  await page.getByRole('dialog').getByRole('button', { name: 'Send Now' }).click();
  tunnel.enter('open');
  await page.waitForURL(`${agency.origin}/`);
  expect(await notesOf(agency, id)).toEqual(['First.', ...(notes.get(id) ?? [])]);
  const kept = await everythingKept(page);
  for (const personal of [name, 'First.', agency.admin.username]) {
    expect(kept).not.toContain(personal);
  }
});

test('faults 18 and 19: kept changes wait locked while somebody else works on the phone, and go with their own person', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, application: { id } }) => {
  const other = await registered(agency, 'Bea');
  await agency.api('PATCH', `/api/users/${other.id}`, { access: 'open', role: 'admin' });
  await keptForOffline(page);
  tunnel.enter('drop');
  await saveNote(page, 'Only mine.');
  await page.goto('/more');
  await page.getByRole('button', { name: 'Logout' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await page.waitForURL(`${agency.origin}/`);

  tunnel.enter('open');
  await logIn(page, other);
  await page.waitForURL(`${agency.origin}/`);
  await page.goto(`/dashboard/applications/${id}`);
  await saveNote(page, 'Of somebody else.');
  await expect.poll(() => notesOf(agency, id)).toEqual(['Of somebody else.']);
  // A log-out before the answer has arrived would ask about the change.
  await nothingMarked(page);
  await page.goto('/more');
  await page.getByRole('button', { name: 'Logout' }).last().click();
  await page.waitForURL(`${agency.origin}/`);

  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/`);
  await page.goto(`/dashboard/applications/${id}`);
  await expect.poll(() => notesOf(agency, id)).toEqual(['Of somebody else.', 'Only mine.']);
});

test('fault 20: a change of somebody whose role was taken away meanwhile is refused with its reason, and the records leave the phone', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel }) => {
  const demoted = await registered(agency, 'Demi');
  await agency.api('PATCH', `/api/users/${demoted.id}`, { access: 'open', role: 'admin' });
  await signInTo(agency, page, demoted);
  const { id, playerName: name } = await openApplication(page, agency);
  await keptForOffline(page);
  tunnel.enter('drop');
  await saveNote(page, 'No longer mine.');
  await agency.api('PATCH', `/api/users/${demoted.id}`, { role: 'agent' });
  tunnel.enter('open');
  await lookAgain(page);
  // A new role ends the sessions: the device is wiped, but for the change.
  await page.waitForURL(`${agency.origin}/auth`);
  await expect(page.getByText('1 unsent change is kept here for you')).toBeVisible();

  await logIn(page, demoted);
  await page.waitForURL(`${agency.origin}/`);
  await page.goto('/sync');
  const refused = page.getByRole('region', { name: 'Needs you (1)' });
  await expect(refused.getByText('No longer mine.')).toBeVisible();
  await expect(refused.getByText(/^Why: /)).toBeVisible();
  expect(await notesOf(agency, id)).toEqual([]);
  expect(await everythingKept(page)).not.toContain(name);
});

test('fault 36: a message without a signal outlives its tab, is never called sent before, and keeps the time of consent', {
  tag: '@phone',
}, async ({ page, context, agency, tunnel }) => {
  const name = `Visitor ${uniqueMark()}`;
  await page.goto('/#contact');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await fillInquiry(page, name);
  await hydrated(page);
  tunnel.enter('drop');
  const consentedAfter = Date.now();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(/It is kept here and tried again/)).toBeVisible();
  const consentedBefore = Date.now();
  await expect(page.getByText('Message Sent Successfully')).toHaveCount(0);
  await page.close();

  const still = await context.newPage();
  await still.goto('/');
  await expect(still.getByText(/waiting on this phone/).first()).toBeVisible();
  await expect(still.getByText('Message Sent Successfully')).toHaveCount(0);
  await still.close();
  interface Inquiry {
    name: string;
    consentAt: string;
    createdAt: string;
  }
  const arrived = async () =>
    (await agency.api<Inquiry[]>('GET', '/api/contacts')).filter((each) => each.name === name);
  expect(await arrived()).toEqual([]);

  tunnel.enter('open');
  const later = await context.newPage();
  await later.goto('/');
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBe(1);
  const [inquiry] = await arrived();
  const consentAt = Date.parse(inquiry?.consentAt ?? '');
  expect(consentAt).toBeGreaterThanOrEqual(consentedAfter - 1_000);
  expect(consentAt).toBeLessThanOrEqual(consentedBefore + 1_000);
  expect(Date.parse(inquiry?.createdAt ?? '')).toBeGreaterThan(consentAt);
});

test('fault 37: one code scanned five times without a signal is five visits, each counted once', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel }) => {
  const campaign = await aCampaign(agency);
  const visits = () => visitsOf(agency, campaign);
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  const queued = async (on: Page) => (await rowsOf(on, /^visitor$/, 'outbox')).length;
  tunnel.enter('drop');
  for (let scan = 0; scan < 5; scan += 1) {
    const scanned = await context.newPage();
    await scanned.goto(`/?campaign_id=${campaign.id}&lang=en`);
    await expect(scanned.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => queued(scanned)).toBe(scan + 1);
    await scanned.close();
  }
  expect(await visits()).toBe(0);

  tunnel.enter('open');
  tunnel.doubles = true;
  const home = await context.newPage();
  await home.goto('/');
  await expect.poll(visits, { timeout: 30_000 }).toBe(5);
  await home.reload();
  await expect.poll(() => queued(home)).toBe(0);
  await atRest(home, LONG);
  expect(await visits()).toBe(5);
});
