import { logIn, toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { keptForOffline } from './office.ts';
import {
  batchIn,
  drained,
  historyOf,
  lookAgain,
  notesOf,
  saveNote,
  saveNotesOffline,
  waitingOn,
} from './queue.ts';

test.use({ serviceWorkers: 'allow' });

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('fault 18: of ten changes the server takes three before it asks for a sign-in; the other seven are held, and arrive once after it', {
    tag: ['@phone', '@all'],
  }, async ({ page, agency, tunnel, application: { id } }) => {
    const notes = await saveNotesOffline(page, tunnel, { note: 'First.', more: 9, on: [id] });
    const all = ['First.', ...(notes.get(id) ?? [])];
    const keys = (await waitingOn(page)).map(({ key }) => key);
    expect(keys).toHaveLength(10);

    // Batches shrink while the server fails, down to three changes.
    let isOver = false;
    await page.route('**/api/sync', async (route) => {
      const { calls } = batchIn(route.request());
      isOver ||= calls.length > 0 && calls.length <= 3;
      const json = { message: 'Something is wrong.', code: 'internal' };
      if (isOver || calls.length === 0) await route.continue();
      else await route.fulfill({ status: 500, json });
    });
    // The session ends while the answer to those three is held back.
    tunnel.writes.length = 0;
    tunnel.holdsAt = 1;
    tunnel.enter('open');
    const arrived = async () => {
      if (!isOver) await lookAgain(page);
      return notesOf(agency, id);
    };
    await expect.poll(arrived, { timeout: 45_000 }).toEqual(all.slice(0, 3));
    await agency.api('DELETE', '/api/auth/sessions');
    tunnel.enter('open');

    await page.waitForURL(`${agency.origin}/auth`);
    await expect
      .poll(async () => (await waitingOn(page)).map(({ key }) => key))
      .toEqual(keys.slice(3));
    expect(await notesOf(agency, id)).toEqual(all.slice(0, 3));

    await logIn(page, agency.admin);
    await page.waitForURL(`${agency.origin}/dashboard/applications/${id}`);
    await drained(page);
    expect(await notesOf(agency, id)).toEqual(all);
    const history = (await historyOf(agency, id)).reverse();
    expect(history.map((entry) => entry.id)).toEqual(keys);
    for (const { previousStatus, newStatus } of history) {
      expect([previousStatus, newStatus]).toEqual(['pending', 'pending']);
    }
  });
});

test('W-12 a change that failed says what happened last and under which request, and its report holds nothing personal', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel, application: { id, playerName: name } }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await keptForOffline(page);
  tunnel.enter('lose-answers');
  await saveNote(page, 'Seen in Turin.');
  await page.getByRole('link', { name: /1\)\.$|1 change waiting/ }).click();
  await expect(page.getByText(/^The server did not answer · /)).toBeVisible();

  const requestId = '1a2b3c4d-0000-4000-8000-000000000000';
  const writes = (url: URL) => url.pathname.endsWith(`/${id}/status`);
  const json = { message: 'Something went wrong on the server.', code: 'internal' };
  // Until the person presses Send Now nothing is sent again, and so the button stays.
  const headers = { 'X-Request-Id': requestId, 'Retry-After': '120' };
  await page.route(writes, (route) => route.fulfill({ status: 500, headers, json }));
  tunnel.enter('open');
  await page.getByRole('button', { name: 'Send Now' }).click();
  const failed = /^The server had an internal error \(500\) · .+ · request 1a2b3c4d…$/;
  await expect(page.getByText(failed)).toBeVisible();

  await page.getByRole('button', { name: 'Copy Report' }).click();
  await expect(page.getByText('Report Copied', { exact: true })).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/^Sync report\nmade: .+\napp: .+\.js\nbrowser: Mozilla/);
  expect(report).toContain(`status 500 internal request ${requestId}`);
  expect(report).not.toMatch(new RegExp(`Turin|${name}|${id}|marta`, 'i'));

  await page.unroute(writes);
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  expect(await notesOf(agency, id)).toEqual(['Seen in Turin.']);
});

test('fault 25: a storage that the browser has cleared with a queue: all is read again, and the person is told once how much is lost', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel, application: { id, playerName: name } }) => {
  tunnel.enter('lose-answers');
  await saveNote(page, 'Arrived, and the phone does not know.');
  await expect.poll(() => notesOf(agency, id)).toHaveLength(1);
  tunnel.enter('drop');
  await saveNote(page, 'Lost.');
  await saveNote(page, 'Lost, too.');
  const noted = async () => {
    const note = (await context.cookies()).find(({ name }) => name.startsWith('unsent-'));
    return note?.value.split('.') ?? [];
  };
  // The page writes its note after it shows the change.
  const keys = (await waitingOn(page)).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  await expect.poll(noted).toEqual(keys);

  const address = page.url();
  await page.goto('about:blank');
  const cdp = await context.newCDPSession(page);
  const storageTypes = 'indexeddb,cache_storage,service_workers,local_storage';
  await cdp.send('Storage.clearDataForOrigin', { origin: agency.origin, storageTypes });
  tunnel.enter('open');
  await page.goto(address);

  const notice = page.getByRole('alert').filter({ hasText: 'lost' });
  await expect(notice.getByRole('heading', { name: '2 changes are lost' })).toBeVisible({
    timeout: 45_000,
  });
  await expect(notice).toContainText('when the browser cleared its storage. Install the app');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await notesOf(agency, id)).toEqual(['Arrived, and the phone does not know.']);

  await notice.getByRole('button', { name: 'Understood' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await saveNote(page, 'Goes on.');
  await drained(page);
  await expect(notice).toHaveCount(0);
  await expect.poll(noted).toEqual([]);
});

test('P-18 a proxy that answers for a server in trouble is named, and the change is kept, tried again and arrives once', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, application: { id } }) => {
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await saveNote(page, 'Agent called.');
  const told = toast(page);
  await expect(told).toContainText('Update Failed');
  await expect(told).toContainText('Something between this device and the server answered (502)');
  await expect(told).toContainText('The change is kept on this phone and will be tried again.');
  await expect(told.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await notesOf(agency, id)).toEqual([]);

  await page.unrouteAll();
  await lookAgain(page);
  await drained(page);
  expect(await notesOf(agency, id)).toEqual(['Agent called.']);
});
