import type { Page } from 'playwright/test';
import { logIn, toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { aSentInquiry } from './inquiries.ts';
import {
  atRest,
  cached,
  convertInquiryOf,
  keptForOffline,
  LONG,
  openApplication,
  update,
} from './office.ts';
import { drained, historyOf, notesOf, nothingMarked } from './queue.ts';
import { anInquiry } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

test('the tunnel: scan, inquiry, conversion, a change without signal, closed and opened again, arrives exactly once', {
  tag: '@once',
}, async ({ page, context, agency, tunnel }) => {
  const name = await aSentInquiry(page, agency);

  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/`);
  const id = await convertInquiryOf(name, page);
  const address = page.url();
  await keptForOffline(page);

  tunnel.enter('drop');
  await update(page, { status: 'Interview scheduled', note: 'Called him from the train.' });
  await expect(
    page.getByText(/^Saved on this (phone|device)\. Will be sent when you are online\.$/).first(),
  ).toBeVisible();
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await expect(page.getByText('Status Updated')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);

  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByRole('heading', { name })).toBeVisible();
  await expect(again.getByText('Called him from the train.').first()).toBeVisible();
  await expect(again.getByText('Not sent yet').first()).toBeVisible();

  // Three failures before it arrives.
  const before = tunnel.stalled;
  tunnel.enter('stall');
  await expect.poll(() => tunnel.stalled, { timeout: 30_000 }).toBeGreaterThan(before);
  tunnel.enter('lose-answers');
  await expect.poll(async () => (await historyOf(agency, id)).length, { timeout: 60_000 }).toBe(1);
  tunnel.enter('open');

  await nothingMarked(again);
  const history = await historyOf(agency, id);
  expect(history).toHaveLength(1);
  expect(history[0]).toMatchObject({
    previousStatus: 'pending',
    newStatus: 'interview_scheduled',
    notes: 'Called him from the train.',
  });
});

test('W-08 W-09 W-10 a server killed in the middle loses nothing that was acknowledged', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, tunnel, application: { id } }) => {
  tunnel.enter('lose-answers');
  await update(page, { status: 'In review', note: 'First.' });
  await expect(
    page.getByText(/^Saved on this (phone|device)\. Will be sent when you are online\.$/).first(),
  ).toBeVisible();
  await agency.restart('SIGKILL');
  tunnel.enter('open');
  await drained(page);
  await nothingMarked(page);
  expect(await notesOf(agency, id)).toEqual(['First.']);
});

test('W-11 a status changed elsewhere meanwhile: both in the history, the person decides', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, application: { id } }) => {
  tunnel.enter('drop');
  await update(page, { status: 'In review', note: 'From the train.' });
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await agency.api('PATCH', `/api/applications/${id}/status`, {
    status: 'signed',
    notes: 'In the office.',
  });
  tunnel.enter('open');

  await expect(page.getByRole('button', { name: 'Take the other' })).toBeVisible({
    timeout: 60_000,
  });
  // The question says who, when, and what they wrote.
  await expect(page.getByText(`The other change: by ${agency.admin.username}, `)).toBeVisible();
  await expect(page.getByRole('blockquote')).toHaveText('In the office.');
  const other = page.getByRole('button', { name: 'Take the other' });
  // What a button does stands beside it: a finger opens no title.
  await expect(page.getByText('The status becomes Signed again.')).toBeVisible();
  // From the list of decisions the name leads to the record; its title stands beside the icon.
  await page.goto('/sync');
  const title = page.getByRole('heading', { name: 'Changed in two places', level: 4 });
  expect(await title.evaluate((heading) => getComputedStyle(heading).margin)).toBe('0px');
  await page.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(id));
  await other.click();
  await expect(toast(page)).toContainText('The status becomes Signed again.');
  await expect
    .poll(async () => {
      const history = await historyOf(agency, id);
      return history.map((entry) => `${entry.previousStatus}>${entry.newStatus}`);
    })
    .toEqual(['in_review>signed', 'signed>in_review', 'pending>signed']);
});

test('W-04 W-06 W-07 offline the whole back office opens from the phone, also after a hard reload', {
  tag: '@phone',
}, async ({ page, context, agency, signIn }) => {
  const inquiry = await anInquiry(agency);
  await signIn();
  const { playerName: name } = await openApplication(page, agency);
  const address = page.url();
  await keptForOffline(page);
  await context.setOffline(true);

  await page.goto('/dashboard');
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByText(inquiry.name).first()).toBeVisible();
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(address);
  await page.reload();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await update(page, { note: 'A note alone.' });
  await expect(page.getByText('A note alone.').first()).toBeVisible();
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await expect(page.getByText(/Offline\. Changes are saved on this phone \(1\)/)).toBeVisible();

  await context.setOffline(false);
  await nothingMarked(page);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('W-13 an ended session keeps the queue and sends it after the same person signs in', {
    tag: '@desktop',
  }, async ({ page, context, agency, tunnel, application: { id } }) => {
    tunnel.enter('drop');
    await update(page, { status: 'Rejected', note: 'No reply for weeks.' });
    await expect(page.getByText('Not sent yet').first()).toBeVisible();
    await context.clearCookies();
    // An attempt that left with the cookie is dropped by now.
    await page.evaluate(() => fetch('/api/health').catch(() => undefined));
    tunnel.enter('open');
    const ended = page.getByText(/Sign in to send 1 change/).first();
    await expect(ended).toBeVisible({ timeout: 60_000 });
    await ended.click();
    const kept = page.getByText(/1 unsent change is kept here for you/);
    await expect(kept).toBeVisible();
    await page.reload();
    await expect(kept).toBeVisible();

    await logIn(page, agency.admin);
    await page.waitForURL(`${agency.origin}/dashboard/applications/${id}`);
    await expect(page.getByText(/^1 unsent change is safe on this device/)).toBeVisible();
    await expect.poll(() => notesOf(agency, id)).toEqual(['No reply for weeks.']);
  });

  test('V7.4.4 W-18 signing out with unsent changes asks, and discarding leaves nothing private behind', {
    tag: '@phone',
  }, async ({ page, agency, tunnel, signIn }) => {
    await signIn();
    await openApplication(page, agency);
    tunnel.enter('drop');
    await update(page, { status: 'In review', note: 'Secret note.' });
    await expect(page.getByText('Not sent yet').first()).toBeVisible();
    await page.route('**/api/applications/*/status', (route) => route.abort());
    tunnel.enter('open');

    await page.goto('/more');
    await page.getByRole('button', { name: 'Logout' }).last().click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(`${agency.origin}/`);
    // The browser may take longer to delete a database than the sign-out waits.
    await expect.poll(() => mirrorsOn(page)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('marta');
  });
});

test('W-18 after a sign-out without a signal no private record comes back with the signal', {
  tag: '@phone',
}, async ({ page, context, agency, tunnel, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  const publicTab = await context.newPage();
  await publicTab.goto('/');
  await expect(publicTab.locator('header a[href="/dashboard"]')).toHaveCount(1);
  await atRest(publicTab);

  tunnel.enter('drop');
  await page.goto('/more');
  await expect(page.getByText(/^Offline\./).first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).last().click();
  await page.waitForURL(`${agency.origin}/`);
  await expect(publicTab.locator('header a[href^="/api/login"]')).toHaveCount(1);
  await expect.poll(() => mirrorsOn(page)).toEqual([]);

  tunnel.enter('open');
  await page.goto('/');
  await expect(page.locator('header a[href^="/api/login"]')).toHaveCount(1);
  await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401);
  await atRest(page, LONG);
  await expect(page.locator('header a[href="/dashboard"]')).toHaveCount(0);
  expect(await mirrorsOn(page)).toEqual([]);
});

test('W-02 Q-04 Q-23 in a tunnel where nothing answers the public page opens in any language, knows its agent, and Login leads on', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  await cached(page, '/index.html');

  tunnel.enter('stall');
  await page.goto('/');
  await expect(page.locator('header a[href="/dashboard"]')).toHaveCount(1);
  for (const language of ['de', 'es']) {
    await page.goto(`/?campaign_id=7&lang=${language}`, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Your next contract');
  }
  for (const mode of ['stall', 'drop'] as const) {
    tunnel.enter(mode);
    await page.goto('/api/login?t=1', { waitUntil: 'commit' });
    await page.waitForURL(`${agency.origin}/dashboard`);
  }
});

/** The names of the databases with a user's records. */
function mirrorsOn(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return names.filter((name) => name?.startsWith('agency-'));
  });
}
