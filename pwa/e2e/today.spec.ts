import type { Contact } from '#contract/contacts.ts';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { focusIsKept, keptForOffline, loadedAhead, reach, update } from './office.ts';
import { notesOf, waitingOn } from './queue.ts';
import { anApplication, anInquiry, nothingDue } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

test('what is due is on one page, and is done or put off without a signal', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  await nothingDue(agency);
  const ana = await anApplication(agency, { playerName: 'Ana Due', phone: '0034 600 000 001' });
  const bo = await anApplication(agency, { playerName: 'Bo Due' });
  const far = await anApplication(agency, { playerName: 'Cy Later' });
  const inquiry = await anInquiry(agency, { name: 'Vera New', phone: '+34600000002' });
  const [yesterday, today, tomorrow] = await page.evaluate(() =>
    [-1, 0, 1].map((days) => {
      const date = new Date();
      date.setDate(date.getDate() + days);
      return date.toLocaleDateString('sv');
    }),
  );
  const reason = { status: 'pending', notes: 'The father wants a call.' };
  await agency.api('PATCH', `/api/applications/${ana.id}/status`, reason);
  for (const [{ id }, followUpOn] of [
    [ana, yesterday],
    [bo, `${today}T15:05`],
    [far, tomorrow],
  ] as const) {
    await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn });
  }
  await page.addInitScript(noteBadge);
  const badge = () => page.evaluate(() => document.documentElement.dataset.badge);
  await signIn();
  await page.goto('/today');
  const due = page.getByRole('region', { name: 'Follow-ups' });
  await expect(due.getByRole('listitem')).toHaveCount(2);
  const first = due.getByRole('listitem').first();
  await expect(first).toContainText('yesterday');
  await expect(first).toContainText(reason.notes);
  expect((await first.boundingBox())?.height).toBeLessThanOrEqual(73);
  await expect(due.getByRole('link', { name: 'Call Ana Due' })).toHaveAttribute(
    'href',
    'tel:+34600000001',
  );
  await expect(due.getByRole('link', { name: 'WhatsApp to Ana Due' })).toHaveAttribute(
    'href',
    'https://wa.me/34600000001',
  );
  // Not due yet, so the badge does not count it.
  const fresh = page.getByRole('region', { name: 'New inquiries' });
  await expect(fresh.getByRole('listitem')).toHaveCount(1);
  await expect(fresh.getByRole('link', { name: 'Call Vera New' })).toBeVisible();
  await expect(
    page.getByRole('link', { name: /^Today\D+2/ }).filter({ visible: true }),
  ).toBeVisible();
  await expect.poll(badge).toBe('2');
  await keptForOffline(page);
  tunnel.enter('drop');

  // A note of the call, without leaving the page. At a desk, too, the question moves no row.
  const log = page.getByRole('region', { name: 'Log the call?' });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  const last = due.getByRole('listitem').last();
  const place = await last.boundingBox();
  await reach(due.getByRole('link', { name: 'Call Ana Due' }));
  await expect(log).toBeInViewport({ ratio: 1 });
  expect(await last.boundingBox()).toEqual(place);
  await log.getByRole('button', { name: 'Close' }).click();
  if (size) await page.setViewportSize(size);
  await reach(due.getByRole('link', { name: 'Call Ana Due' }));
  await log.getByRole('button', { name: 'Called, no answer.' }).click();
  await expect(log).toHaveCount(0);

  await due.getByRole('button', { name: 'Done with Ana Due' }).click();
  await expect(due.getByRole('listitem')).toHaveCount(1);
  // The focus of the row that went is on the next one.
  await expect(due.getByRole('link', { name: 'Bo Due', exact: true })).toBeFocused();
  // Done offers the next day at the same time, and another one.
  // By a key: a tap in the place of the last one would be taken for its second.
  await due.getByRole('button', { name: 'Done with Bo Due' }).press('Enter');
  await expect(due).toHaveCount(0);
  await expect(toast(page).getByText('Bo Due: Follow-up done.', { exact: true })).toBeVisible();
  await expect(toast(page).getByRole('button', { name: 'Tomorrow, 3:05 PM' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Another day' }).click();
  const sheet = page.getByRole('dialog', { name: 'Note and Follow-up' });
  await sheet.getByLabel('Time (optional)').fill('09:30');
  await sheet.getByRole('button', { name: 'Tomorrow, 9:30 AM' }).click();
  await expect(sheet).toHaveCount(0);
  await fresh.getByRole('button', { name: 'Done with Vera New' }).press('Enter');
  await expect(page.getByText('Nothing is due')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused();
  await expect.poll(badge).toBe('0');
  await page.reload();
  await expect(page.getByText('Nothing is due')).toBeVisible();

  tunnel.enter('open');
  await expect.poll(() => waitingOn(page), { timeout: 30_000 }).toEqual([]);
  const dayOf = async ({ id }: { id: string }) =>
    (await agency.api<{ followUpOn: string | null }>('GET', `/api/applications/${id}`)).followUpOn;
  const done = 'Follow-up done.';
  expect(await notesOf(agency, ana.id)).toEqual([reason.notes, 'Called, no answer.', done]);
  expect(await notesOf(agency, bo.id)).toEqual([done]);
  expect(await dayOf(ana)).toBeNull();
  expect(await dayOf(bo)).toBe(`${tomorrow}T09:30`);
  expect(await dayOf(far)).toBe(tomorrow);
  expect(await agency.api('GET', `/api/contacts/${inquiry.id}`)).toMatchObject({
    state: 'answered',
  });
});

test('a row that a finger moves makes the page no wider; a record leads back to Today, and nothing of it moves while a change is saved', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const { id } = await anApplication(agency, { playerName: 'Dee Due' });
  const followUpOn = new Date().toLocaleDateString('sv');
  await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn });
  await signIn();
  await page.goto('/today');
  const row = page.getByRole('listitem').filter({ hasText: 'Dee Due' });
  await expect(row).toBeVisible();
  await focusIsKept(page);
  const { y = 0 } = (await row.boundingBox()) ?? {};
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  const narrow = await width();
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + 20 }],
    });
  await touch('touchStart', 120);
  for (const x of [140, 180, 200]) await touch('touchMove', x);
  await expect(row).toHaveCSS('translate', '80px');
  expect(await width()).toBe(narrow);
  await touch('touchEnd', 200);

  await row.getByRole('link', { name: 'Dee Due', exact: true }).click();
  const history = page.getByRole('region', { name: 'Status history' });
  await expect(history).toBeVisible();
  await loadedAhead(page);
  const place = await history.boundingBox();
  tunnel.enter('drop');
  await update(page, { note: 'Called.' });
  await expect(
    page.getByRole('banner').or(page.locator('article header')).getByText('Not sent yet'),
  ).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  expect((await history.boundingBox())?.y).toBe(place?.y);
  tunnel.enter('open');

  await page.getByRole('link', { name: 'Back to Today' }).click();
  await page.waitForURL('**/today');
  await expect(row).toBeVisible();
});

/** Notes the number on the app's icon, which a page cannot read. */
function noteBadge(): void {
  const setAppBadge = async (count: number) => {
    document.documentElement.dataset.badge = String(count);
  };
  Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge });
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('an inquiry that looks like a machine’s is shown as doubtful; once somebody says that it is real, its clock runs', {
    tag: '@phone',
  }, async ({ page, agency, tunnel, signIn }) => {
    const filled = { website: 'https://player.example' };
    const real = await anInquiry(agency, { name: 'Rosa Real', ...filled });
    const spam = await anInquiry(agency, { name: 'Max Machine', ...filled });
    await signIn();
    await page.goto('/today');
    const doubtful = page.getByRole('region', { name: 'Possible spam' });
    const fresh = page.getByRole('region', { name: 'New inquiries' });
    await expect(doubtful.getByRole('link', { name: 'Rosa Real', exact: true })).toBeVisible();
    await expect(fresh.getByText('Rosa Real', { exact: true })).toHaveCount(0);
    await loadedAhead(page);
    tunnel.enter('drop');

    await doubtful.getByRole('button', { name: 'Rosa Real: This Is Real' }).click();
    await expect(fresh.getByText('Rosa Real', { exact: true })).toBeVisible();
    await expect(doubtful.getByText('Rosa Real', { exact: true })).toHaveCount(0);
    await expect.poll(async () => (await waitingOn(page)).length).toBe(1);

    // The record says why, and has the same acts.
    await doubtful.getByRole('link', { name: 'Max Machine', exact: true }).click();
    await expect(page.getByText('the way a machine or a password manager does it')).toBeVisible();
    await expect(page.getByText(/h to reply/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Max Machine: Spam' }).click();
    await expect(page.getByRole('button', { name: 'Max Machine: Spam' })).toHaveCount(0);

    tunnel.enter('open');
    const stored = (id: number) => agency.api<Contact>('GET', `/api/contacts/${id}`);
    await expect.poll(() => stored(real.id)).toMatchObject({ suspect: false, state: 'new' });
    await expect.poll(() => stored(spam.id)).toMatchObject({ suspect: true, state: 'spam' });
  });
});
