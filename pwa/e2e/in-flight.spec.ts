import { expect, test } from './fixtures.ts';
import { update } from './office.ts';
import { notesOf } from './queue.ts';

test('W-12 Q-33 a change on its way is shown so in every tab, and can be neither discarded nor called sent', {
  tag: '@phone',
}, async ({ page, context, agency, tunnel, application: { id } }) => {
  const other = await context.newPage();
  await other.goto(`${agency.origin}/sync`);
  await expect(other.getByText('Nothing is waiting.')).toBeVisible();

  tunnel.holdsAt = 1;
  await update(page, { note: 'Seen in Turin.' });
  const toast = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(toast).toContainText('Saved on this phone.');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toContainText('Undone: Note saved');

  const waiting = other.getByRole('region', { name: 'Waiting to be sent (2)' });
  await expect(waiting.getByRole('img', { name: 'Sending' })).toBeVisible();
  for (const line of await waiting.locator('summary').all()) await line.click();
  await expect(waiting.getByText('Seen in Turin.', { exact: true })).toBeVisible();
  // The line about it covers nothing.
  await expect(page.getByRole('link', { name: /^Sending / })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click({ trial: true });
  // The first one is on its way, the second one is not.
  await expect(waiting.getByRole('link', { name: 'Open Record' })).toHaveCount(2);
  await expect(waiting.getByRole('button', { name: 'Discard' })).toHaveCount(1);
  await expect(waiting.getByRole('button', { name: 'Edit Text' })).toHaveCount(1);

  tunnel.enter('open');
  await expect(other.getByText('Nothing is waiting.')).toBeVisible();
  expect(await notesOf(agency, id)).toEqual(['Seen in Turin.', 'Undone: Seen in Turin.']);
  // The history shows both as one.
  const entry = page.locator('[data-status="note"]');
  await expect(entry).toHaveCount(1);
  await expect(entry.locator('del')).toHaveText('Seen in Turin.');
  await expect(entry).toContainText('Undone');
});

test('W-12 W-20 what a server in trouble has not taken is discarded without being called sent, and the focus stays', {
  tag: ['@phone', '@all'],
}, async ({ page, application: { id } }) => {
  const inTrouble = { status: 503, headers: { 'Retry-After': '120' }, body: '{}' };
  const writes = (url: URL) => url.pathname.endsWith(`/${id}/status`);
  await page.route(writes, (route) => route.fulfill(inTrouble));
  await update(page, { note: 'Seen in Turin.' });
  const badge = page.getByRole('status', { name: 'Connection and waiting changes' });
  await badge.getByRole('link', { name: '1 change waiting' }).click();
  // The toast may still say it, too.
  await expect(page.getByRole('main').getByText(/answered \(503\)/)).toBeVisible();
  await expect(page.getByText(/^Next try /)).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Waiting to be sent (1)' });
  await waiting.locator('summary').click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard this change?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect(badge).toHaveText('');
  await expect(page.locator(':focus')).toContainText('Nothing is waiting.');
});
