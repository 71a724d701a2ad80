import { expect, test } from './fixtures.ts';
import { aSentInquiry } from './inquiries.ts';
import { convertInquiryOf, keptForOffline, update } from './office.ts';
import { drained } from './queue.ts';

interface Entry {
  previousStatus: string;
  newStatus: string;
  notes: string | null;
}

test('the tunnel: scan, inquiry, conversion, a change without signal, closed and opened again, arrives exactly once', async ({
  page,
  context,
  agency,
  tunnel,
  signIn,
}) => {
  test.setTimeout(120_000);
  const name = await aSentInquiry(page, agency);

  await signIn();
  const id = await convertInquiryOf(name, page);
  const address = page.url();
  await keptForOffline(page);

  tunnel.enter('drop');
  await update(page, { status: 'Interview scheduled', note: 'Called him from the train.' });
  await expect(
    page.getByText('Saved on this phone. Will be sent when you are online.').first(),
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

  // Three ways of going wrong before it goes right.
  tunnel.enter('stall');
  await again.waitForTimeout(2_000);
  tunnel.enter('lose-answers');
  await expect
    .poll(
      async () => (await agency.api<Entry[]>('GET', `/api/applications/${id}/history`)).length,
      {
        timeout: 60_000,
      },
    )
    .toBe(1);
  tunnel.enter('open');

  await expect(again.getByText('Not sent yet')).toHaveCount(0, { timeout: 60_000 });
  const history = await agency.api<Entry[]>('GET', `/api/applications/${id}/history`);
  expect(history).toHaveLength(1);
  expect(history[0]).toMatchObject({
    previousStatus: 'pending',
    newStatus: 'interview_scheduled',
    notes: 'Called him from the train.',
  });
});

test('W-08 W-09 W-10 a server killed in the middle loses nothing that was acknowledged', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  const id = await convertInquiryOf(name, page);

  tunnel.enter('lose-answers');
  await update(page, { status: 'In review', note: 'First.' });
  await expect(
    page.getByText('Saved on this phone. Will be sent when you are online.').first(),
  ).toBeVisible();
  await agency.restart('SIGKILL');
  tunnel.enter('open');
  await drained(page);
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  const history = await agency.api<Entry[]>('GET', `/api/applications/${id}/history`);
  expect(history.map((entry) => entry.notes)).toEqual(['First.']);
});

test('W-11 a status changed elsewhere meanwhile: both in the history, the person decides', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  const id = await convertInquiryOf(name, page);

  tunnel.enter('drop');
  await update(page, { status: 'In review', note: 'From the train.' });
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await agency.api('PATCH', `/api/applications/${id}/status`, {
    status: 'signed',
    notes: 'In the office.',
  });
  tunnel.enter('open');

  await expect(page.getByRole('button', { name: 'Take theirs' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect
    .poll(async () => {
      const history = await agency.api<Entry[]>('GET', `/api/applications/${id}/history`);
      return history.map((entry) => `${entry.previousStatus}>${entry.newStatus}`);
    })
    .toEqual(['in_review>signed', 'signed>in_review', 'pending>signed']);
});

test('W-04 W-06 W-07 offline the whole back office opens from the phone, also after a hard reload', async ({
  page,
  context,
  agency,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  await convertInquiryOf(name, page);
  const address = page.url();
  await keptForOffline(page);
  await context.setOffline(true);

  await page.goto('/dashboard');
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByText(name).first()).toBeVisible();
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
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 30_000 });
});

test('W-13 an ended session keeps the queue and sends it after the same person signs in', async ({
  page,
  context,
  agency,
  tunnel,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  const id = await convertInquiryOf(name, page);
  tunnel.enter('drop');
  await update(page, { status: 'Rejected', note: 'No reply for weeks.' });
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await context.clearCookies();
  tunnel.enter('open');
  await expect(page.getByText(/Sign in to send 1 change/).first()).toBeVisible({ timeout: 60_000 });

  await signIn();
  await expect
    .poll(async () => (await agency.api<Entry[]>('GET', `/api/applications/${id}/history`)).length)
    .toBe(1);
});

test('W-18 signing out with unsent changes asks, and discarding leaves nothing private behind', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  await convertInquiryOf(name, page);
  tunnel.enter('drop');
  await update(page, { status: 'In review', note: 'Secret note.' });
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await page.route('**/api/applications/*/status', (route) => route.abort());
  tunnel.enter('open');

  await page.goto('/more');
  await page.getByRole('button', { name: 'Logout' }).last().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL(`${agency.origin}/`);
  const left = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return names.filter((name) => name?.startsWith('agency-'));
    });
  // The sign-out waits three seconds for it; the browser may take longer.
  await expect.poll(left).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('marta');
});
