import { readFile } from 'node:fs/promises';
import { registered, toast } from './accounts.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { atRest } from './office.ts';
import { anApplication } from './server-records.ts';

test('an admin opens the audit log, filters it, reads an entry and saves it as CSV', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const nico = await registered(agency);
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open' });
  const { id, playerName } = await anApplication(agency);
  await agency.api('PUT', `/api/applications/${id}/removal`, { removed: true });
  await signIn();
  await page.goto('/more');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();

  // Rows of the table on a desktop, of the list on a phone.
  const log = page
    .getByRole('table', { name: 'Audit log' })
    .or(page.getByRole('list', { name: 'Audit log' }));
  const approvals = log.getByText('Account approved');
  await expect(approvals.first()).toBeVisible();
  await expect(log.getByText('Signed in').first()).toBeVisible();

  await page.getByLabel('What happened').selectOption('Account approved');
  await expect(log.getByText('Signed in')).toHaveCount(0);
  const entry = log
    .getByRole('row')
    .or(log.getByRole('listitem'))
    .filter({ hasText: nico.username });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Account approved');
  await expect(entry).toContainText(agency.admin.username);
  await expect(entry).toContainText(/Network [0-9a-zA-Z_-]{8}/);
  await expect(entry).toContainText(/Request [0-9a-zA-Z_-]{8}/);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(head).toMatch(/\bid\b.*\bkind\b.*\bsubject\b.*\brequestId\b/);
  expect(rows.filter((row) => row.includes(`user:${nico.id}`))).toHaveLength(1);
  expect(rows.every((row) => row.includes('account-approved'))).toBe(true);

  // A record that is on this device has its name, and leads there.
  await page.getByLabel('What happened').selectOption('Application removed');
  const removed = log.getByRole('link', { name: playerName });
  await expect(removed).toHaveCount(1);
  await expect(removed).toHaveAttribute('href', `/dashboard/applications/${id}`);

  await page.getByLabel('Day').fill('2020-01-01');
  await expect(page.getByText('Nothing fits these filters.')).toBeVisible();
});

test('the audit log says without a signal that it needs one, and comes back with it', {
  tag: ['@phone', '@all'],
}, async ({ page, context, signIn }) => {
  await signIn();
  await page.goto('/admin/audit');
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log).toBeVisible();
  // An answer that was on its way would count as a signal.
  await atRest(page);
  await context.setOffline(true);
  await expect(page.getByText('Connect to read it.')).toBeVisible();
  await expect(log).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeDisabled();
  await page.getByLabel('What happened').selectOption('Signed in');
  await expect(page.getByRole('heading', { name: 'The log needs a connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(log.getByText('Signed in').first()).toBeVisible();
});

test('an agent gets neither the audit log nor its entries', { tag: ['@phone', '@all'] }, async ({
  page,
  agency,
}) => {
  const nico = await registered(agency);
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open' });
  await signInTo(agency, page, nico);
  await page.goto('/admin/audit');
  await page.waitForURL(`${agency.origin}/`);
  await expect(toast(page)).toContainText('Access Denied');
  expect((await page.request.post('/api/audit', { data: {} })).status()).toBe(403);
});
