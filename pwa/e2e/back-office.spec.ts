import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { atRest, formIsFree, LONG, openStatusForm, stopClock, updateButton } from './office.ts';
import { anInquiry, uniqueMark } from './server-records.ts';

test('R-12 while the current user loads there is a spinner, and nothing protected', {
  tag: '@phone',
}, async ({ page }) => {
  await page.route('**/api/auth/user', () => undefined);
  // After 3 s of its own clock the page goes on without an answer.
  await page.clock.install();
  await stopClock(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const spinner = page.getByRole('status').first().locator('svg');
  await expect(spinner).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  const off = await spinner.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    return [left + right - clientWidth, top + bottom - innerHeight];
  });
  for (const pixels of off) expect(Math.abs(pixels)).toBeLessThanOrEqual(4);
});

test('A-08 A-09 A-14 wrong input is named, wrong credentials are refused, and what was typed stays', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Username').fill('m');
  await page.getByRole('textbox', { name: 'Password' }).fill('12345');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Username is required (min 2 characters)')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();

  await page.getByLabel('Username').fill('nobody');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Login Failed').first()).toBeVisible();
  await expect(page.getByText('Invalid username or password.').first()).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('nobody');
});

test('A-16 R-14 Q-22 a registered account is denied until an admin approves it', {
  tag: '@desktop',
}, async ({ page, agency }) => {
  const username = `agent-${uniqueMark()}`;
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill('a-long-sentence-7');
  await page.getByLabel('E-mail').fill('agent@example.com');
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Ruiz');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page)).toContainText('Registration Successful');
  await expect(toast(page)).toContainText('Your account has been created');

  await page.getByRole('textbox', { name: 'Password' }).fill('a-long-sentence-7');
  await expect(page.getByLabel('Username')).toHaveValue(username);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${agency.origin}/`);
  await page.goto('/dashboard');
  await page.waitForURL(`${agency.origin}/`);
  await expect(page.getByText('Access Denied').first()).toBeVisible();
  await expect(
    page.getByText("You don't have permission to access this area.").first(),
  ).toBeVisible();
});

test('D-11 D-12 P-17 P-19 Q-12 an inquiry becomes an application, whose status change is recorded', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const { name } = await anInquiry(agency);
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Contacts' }).click();
  const convert = page.waitForRequest('**/convert');
  await page.getByRole('button', { name: `Convert ${name}` }).click();
  expect((await convert).postDataJSON()).toEqual({ status: 'pending' });
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Applications' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  await expect(page.locator('[data-row]', { hasText: name })).toContainText('Pending');
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('No status change yet.')).toBeVisible();
  await expect(
    page.getByText(/^Created from inquiry on [A-Z][a-z]{2} \d{1,2}, \d{4}$/),
  ).toBeVisible();
  await openStatusForm(page);
  await expect(updateButton(page)).toBeDisabled();
  await page.getByText('Contract offered', { exact: true }).last().click();
  await expect(page.getByRole('radio', { name: 'Contract offered' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Notes' }).fill('  Two years. ');
  const patch = page.waitForRequest((request) => request.method() === 'PATCH');
  await updateButton(page).click();
  expect((await patch).postDataJSON()).toEqual({
    status: 'contract_offered',
    notes: 'Two years.',
    seen: { status: 'pending' },
  });
  await expect(page.getByText('Status Updated').first()).toBeVisible();
  await formIsFree(page);
  await openStatusForm(page);
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  await expect(page.getByText('changed from Pending').first()).toBeVisible();
});

test('R-05 Q-05 E-06 a new application made by hand is there at once, and can be edited', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  await signIn();
  await page.goto('/dashboard/applications/new');
  await page.getByLabel('Player name').fill('Kemal by Hand');
  await page.getByLabel('E-mail').fill('kemal@example.com');
  await page.getByLabel('Date of birth').fill('2004-02-29');
  await page.getByRole('button', { name: 'Create Application' }).click();
  await page.waitForURL(/\/dashboard\/applications\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Feb 29, 2004')).toBeVisible();

  await page.getByRole('link', { name: 'Edit Application' }).first().click();
  // Not by its label: the record, which may still be there, has a link to add a current club.
  await page.getByRole('textbox', { name: 'Current club' }).fill('FC Example');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('FC Example').first()).toBeVisible();
  await expect
    .poll(async () => {
      const rows = await agency.api<{ playerName: string; currentClub: string }[]>(
        'GET',
        '/api/applications',
      );
      return rows.find((row) => row.playerName === 'Kemal by Hand')?.currentClub;
    })
    .toBe('FC Example');
});

test('R-10 R-11 Q-06 an unknown path shows the not-found page, and says 404', {
  tag: '@desktop',
}, async ({ page, agency }) => {
  const answer = await page.goto('/nope');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await expect(page.getByText(/There is nothing at this address/)).toBeVisible();
  expect((await page.goto('/dashboard/xyz'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the Home Page' }).click();
  await expect(page).toHaveURL(`${agency.origin}/?lang=en`);
});

test('R-10 a link within the app to an unknown path shows the not-found page, without a load', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('tab', { name: 'Register' })).toBeVisible();
  await page.evaluate(() => {
    Object.assign(globalThis, { sameDocument: true });
    const link = document.createElement('a');
    link.href = '/nope/at/all';
    document.body.append(link);
    link.click();
  });
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true);
});

test('D-13 X-11 coming back to the dashboard within a minute asks the server nothing', {
  tag: ['@desktop', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && /^\/api\/(applications|contacts)$/.test(pathname))
      reads.push(pathname);
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('tab', { name: 'Contacts' })).toBeVisible();
  await atRest(page, LONG);
  expect([...reads].sort()).toEqual(['/api/applications', '/api/contacts']);
  await page.locator('a[href="/admin/campaigns"]:visible').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await page.locator('a[href="/dashboard"]:visible').first().click();
  await expect(page.getByRole('tab', { name: 'Contacts' })).toBeVisible();
  await atRest(page, LONG);
  expect(reads).toHaveLength(2);
});
