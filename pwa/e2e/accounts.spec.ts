import type { Page } from 'playwright/test';
import type { Credentials } from '#contract/auth.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { makeFirstAdmin } from '#server/domain/accounts/users.ts';
import { logIn, registered, toast } from './accounts.ts';
import { openAgency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { gate } from './gate.ts';
import { atRest, LONG, loadedAhead, stopClock } from './office.ts';
import { anInquiry } from './server-records.ts';

const GUARDED = [
  '/dashboard',
  '/dashboard/applications/new',
  '/dashboard/applications/0199f000-0000-7000-8000-000000000000',
  '/dashboard/applications/0199f000-0000-7000-8000-000000000000/edit',
  '/dashboard/contacts/1',
  '/admin/campaigns',
  '/admin/translations',
  '/admin/users',
];

test('A-01 the start asks once who is signed in; a 401 is no error on screen', {
  tag: '@phone',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/user')) asked.push(request.method());
  });
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await atRest(page, LONG);
  expect(asked).toEqual(['GET']);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('V6.2.6 R-02 A-04 A-05 A-06 A-07 the login page has its two forms, three blurbs and no credentials', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/auth');
  const form = page.getByRole('tabpanel');
  await expect(form.getByRole('textbox')).toHaveCount(2);
  await expect(form.getByLabel('Username')).toHaveValue('');
  const password = form.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveValue('');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  const wasPasted = password.evaluate((field) =>
    field.dispatchEvent(new Event('paste', { bubbles: true, cancelable: true })),
  );
  expect(await wasPasted).toBe(true);
  const blurbs = page.getByRole('complementary').getByRole('heading', { level: 3 });
  await expect(blurbs).toHaveText(['Application tracking', 'Contact management', 'Status updates']);
  const words = await page.locator('body').innerText();
  expect(words).not.toMatch(/marta|tunnel-vision|admin\b|demo|sample|password:/i);

  await page.getByRole('tab', { name: 'Register' }).click();
  for (const label of ['Username', 'E-mail', 'First name', 'Last name']) {
    await expect(form.getByLabel(label)).toHaveValue('');
  }
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  await expect(form.getByRole('textbox')).toHaveCount(5);
});

test('A-10 A-11 A-17 a registration that is wrong or refused says so, and keeps what was typed', {
  tag: ['@phone', '@all'],
}, async ({ page, agency }) => {
  const taken = await registered(agency);
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Username').fill('n');
  await form.getByRole('textbox', { name: 'Password' }).fill('12345');
  await form.getByLabel('E-mail').fill('nico@');
  await form.getByLabel('First name').fill('Nico');
  await form.getByLabel('Last name').fill('Example');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(form.getByText('Username is required (min 2 characters)')).toBeVisible();
  await expect(form.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(form.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Username')).toBeFocused();

  await form.getByLabel('Username').fill(taken.username);
  await form.getByRole('textbox', { name: 'Password' }).fill('password1');
  await form.getByLabel('E-mail').fill('nico@example.org');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(form.getByText('This password is too common.')).toBeVisible();

  await form.getByRole('textbox', { name: 'Password' }).fill('corner-flag-17');
  // What is mended says so no longer, and the button moves up.
  await expect(form.getByText('This password is too common.')).toHaveCount(0);
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page)).toContainText('Registration Failed');
  await expect(toast(page)).toContainText('There was a problem creating your account.');
  await expect(form.getByText('This username is taken.')).toBeVisible();
  await expect(form.getByLabel('E-mail')).toHaveValue('nico@example.org');
});

test('A-03 A-12 A-13 A-15 logging in sends once, says so, and ends at /; /auth leads on to the dashboard', {
  tag: '@desktop',
}, async ({ page, agency }) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent.push(request.postDataJSON());
  });
  // The browser leaves the page at once, so the page itself notes what it showed.
  await page.addInitScript(() => {
    const note = () => {
      if (location.pathname !== '/auth') return;
      const busy = document.querySelector('[type=submit]')?.getAttribute('aria-busy');
      const told = document.querySelector('[aria-label="Notifications (F8)"]')?.textContent;
      if (busy) sessionStorage.setItem('busy', busy);
      if (told) sessionStorage.setItem('told', told);
    };
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(note).observe(document, all);
  });
  await page.goto('/auth');
  await page.getByLabel('Username').fill(agency.admin.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).dblclick();
  await page.waitForURL(`${agency.origin}/`);
  await expect(toast(page)).toContainText('Login Successful');
  const noted = await page.evaluate(() => ({ ...sessionStorage }));
  expect(noted).toMatchObject({
    busy: 'true',
    told: expect.stringMatching(/Login Successful\s*Redirecting\.\.\./),
  });
  expect(sent).toEqual([agency.admin]);
  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await expect(page.locator('a[href="/dashboard"]').first()).toBeAttached();
  await toast(page).getByRole('button', { name: 'Dashboard' }).click();
  await page.waitForURL(`${agency.origin}/dashboard`);
  await page.goto('/auth');
  await page.waitForURL(`${agency.origin}/dashboard**`);
});

test('A-03 whose session has ended can sign in again at /auth, and is not sent round in a circle', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, context, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('tab', { name: 'Contacts' })).toBeVisible();
  await context.clearCookies();
  await page.locator('a[href="/more"]:visible').first().click();
  await page.locator('a[href="/admin/users"]:visible').first().click();
  await page.getByRole('link', { name: 'Your session has ended. Sign in again.' }).click();
  await expect(page.getByText('Your session has ended. Log in again')).toBeVisible();
  await expect(page).toHaveURL(`${agency.origin}/auth`);
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/admin/users`);
  await page.goto('/auth');
  await page.waitForURL(`${agency.origin}/dashboard**`);
});

test('a half-typed application waits for the same user when the cookies of the browser were cleared', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, context, signIn }) => {
  await signIn();
  await page.goto('/dashboard/applications/new');
  const name = page.getByLabel('Player name');
  await name.fill('Ana Half');
  await name.blur();
  await context.clearCookies();
  await page.reload();
  await page.waitForURL(`${agency.origin}/auth`);
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/dashboard/applications/new`);
  await expect(name).toHaveValue('Ana Half');
});

test('A-03 /auth waits for a slow answer on whether the stored user is still signed in', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, context, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('tab', { name: 'Contacts' })).toBeVisible();
  await context.clearCookies();
  const answer = gate();
  await page.route('**/api/auth/user', async (route) => {
    await answer.opened;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/auth/user');
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  // Of the page's own clock, because after 3 s the page goes on without an answer.
  await page.clock.install();
  await stopClock(page);
  await page.goto('/auth');
  await asked;
  await page.clock.runFor(1_000);
  answer.open();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  expect(new Set(visited)).toEqual(new Set(['/auth']));
  await page.clock.resume();
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/`);
});

test('A-19 A-20 the two addresses of the API lead to pages, and logging out ends the session', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  await page.goto('/api/login?t=1');
  await expect(page).toHaveURL(`${agency.origin}/auth`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn();
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
  await page.goto('/api/logout');
  await expect(page).toHaveURL(`${agency.origin}/`);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('R-03 R-04 R-06 R-07 R-08 R-09 an admin reaches every screen by its address', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id: contact, name } = await anInquiry(agency);
  await agency.api('POST', `/api/contacts/${contact}/convert`, { status: 'pending' });
  const id = applicationIdOf(contact);
  await signIn();

  await page.goto('/dashboard');
  await expect(page.getByRole('tab')).toHaveText([/^Applications/, /^Contacts/]);
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto(`/dashboard/applications/${id}/edit`);
  await expect(page.getByLabel('Player name')).toHaveValue(name);
  await page.goto(`/dashboard/contacts/${contact}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const [path, heading] of [
    ['/admin/translations', 'Translations'],
    ['/admin/campaigns', 'QR Campaigns'],
    ['/admin/users', 'Users'],
    ['/account', 'Account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(
      new RegExp(`^${heading === 'QR Campaigns' ? 'Campaigns' : heading} · `),
    );
  }
});

test('R-13 nobody who is not signed in enters a guarded route', {
  tag: ['@phone', '@all'],
}, async ({ page, agency }) => {
  for (const path of [...GUARDED, '/account', '/sync', '/more']) {
    await page.goto(path);
    await page.waitForURL(`${agency.origin}/auth`);
  }
});

test('R-14 R-16 R-17 Q-02 an agent enters what asks for no role, and is refused the rest by guard and server', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency }) => {
  const nico = await registered(agency);
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open' });
  await signInTo(agency, page, nico);
  for (const path of GUARDED) {
    await page.goto(path);
    await page.waitForURL(`${agency.origin}/`);
    await expect(toast(page)).toContainText('Access Denied');
    await expect(toast(page)).toContainText("You don't have permission to access this area.");
  }
  await page.goto('/auth');
  await page.waitForURL(`${agency.origin}/`);
  await expect(toast(page)).toContainText('Access Denied');
  for (const path of ['/api/applications', '/api/contacts', '/api/campaigns', '/api/users']) {
    expect((await page.request.get(path)).status(), path).toBe(403);
  }
  for (const path of ['/account', '/sync', '/more']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(agency.origin + path);
  }
  await expect(page.getByRole('link', { name: /Users|Translations/ })).toHaveCount(0);
});

test('R-14 Q-22 an account that waits is told so wherever it may go, and no more once it is approved', {
  tag: ['@phone', '@all'],
}, async ({ page, agency }) => {
  const nico = await registered(agency);
  const waits = page.getByRole('heading', { name: 'Your account is waiting for approval' });
  await logIn(page, nico);
  await page.waitForURL(`${agency.origin}/`);
  await expect(toast(page)).toContainText('Login Successful');
  await expect(waits).toBeVisible();
  await expectNothing(page, 'the public page of an account that waits');

  await page.goto('/dashboard');
  await page.waitForURL(`${agency.origin}/`);
  await expect(toast(page)).toContainText('Access Denied');
  await expect(waits).toBeVisible();
  await page.getByRole('link', { name: 'Your Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(waits).toBeVisible();

  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open' });
  await page.goto('/');
  await expect(page.locator('a[href="/dashboard"]').first()).toBeAttached();
  await expect(waits).toHaveCount(0);
});

test('a user changes the own name and e-mail address, and every open page shows them', {
  tag: ['@desktop', '@all'],
}, async ({ page, context, agency }) => {
  const nico = await registered(agency);
  await signInTo(agency, page, nico);
  await page.goto('/account');
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByLabel('First name')).toHaveValue('Nico');

  await page.getByLabel('First name').fill('Nicolás');
  await page.getByLabel('E-mail').fill('nicolas@example');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Nicolás');
  await page.getByLabel('E-mail').fill('nicolas@example.org');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page)).toContainText('Account Changed');
  for (const each of [page, other]) {
    await expect(each.getByLabel('First name')).toHaveValue('Nicolás');
    await expect(each.getByLabel('E-mail')).toHaveValue('nicolas@example.org');
  }
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Nicolás');
});

test('R-18 Q-02 a deep link goes on at the wanted page after the sign-in, once', {
  tag: '@desktop',
}, async ({ page, agency }) => {
  await page.goto('/admin/users');
  await page.waitForURL(`${agency.origin}/auth`);
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/admin/users`);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(toast(page)).toContainText('Login Successful');

  await page.goto('/api/logout');
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/`);
});

test('Q-22 an admin sees who waits, approves one, denies one, and the navigation counts them', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const nico = await registered(agency, 'Nico');
  const ines = await registered(agency, 'Inés');
  await signIn();
  await page.goto('/dashboard');
  const counted = page.getByRole('link', { name: /accounts? waits? for approval/ }).first();
  const waiting = async () =>
    Number(/(\d+) accounts? wait/.exec((await counted.innerText()) ?? '')?.[1]);
  await expect.poll(waiting).toBeGreaterThanOrEqual(2);
  await page.goto('/admin/users');

  await page.getByRole('button', { name: `Approve ${nico.name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(`Approve ${nico.name}?`);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: 'Agent' })).toBeChecked();
  await expect(dialog).toContainText('Applications, contacts and conversion.');
  await dialog.getByRole('radio', { name: 'Administrator' }).check();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page)).toContainText('Account Approved');
  await expect(dialog).toHaveCount(0);
  await expect(stateOf(page, nico.name)).toContainText('Active');

  await page.getByRole('button', { name: `Deny ${ines.name}` }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Deny ${ines.name}` })).toBeFocused();
  await page.getByRole('button', { name: `Deny ${ines.name}` }).click();
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(toast(page)).toContainText('Account Denied');
  await expect(stateOf(page, ines.name)).toContainText('Denied');

  await page.getByRole('button', { name: `Manage ${ines.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Account Removed');
  await expect(page.getByRole('button', { name: `Manage ${ines.name}` })).toHaveCount(0);

  const { accounts } = await agency.api<{
    accounts: { id: number; role: string; state: string }[];
  }>('GET', '/api/users');
  expect(accounts.find(({ id }) => id === nico.id)).toMatchObject({
    role: 'admin',
    state: 'active',
  });
  expect(accounts.find(({ id }) => id === ines.id)).toBeUndefined();
});

test('Q-01 a role or the dashboard that is taken away, a sign-out everywhere and a disabled account end the sessions at once', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn, browser }) => {
  const nico = await registered(agency, 'Olga');
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open', role: 'admin' });
  const there = await browser.newContext({ baseURL: agency.origin });
  const theirs = await there.newPage();
  const status = async () => (await theirs.request.get('/api/auth/user')).status();
  await signInTo(agency, theirs, nico);
  expect(await status()).toBe(200);

  await signIn();
  await page.goto('/admin/users');
  const dialog = page.getByRole('alertdialog');
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: `Manage ${nico.name}` }).click();
  await expect(sheet).toContainText('On 1 device');
  await sheet.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await dialog.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(toast(page)).toContainText('Signed Out Everywhere');
  expect(await status()).toBe(401);

  await signInTo(agency, theirs, nico);
  await expect(sheet.getByRole('button', { name: 'Change Role' })).toBeDisabled();
  await sheet.getByRole('radio', { name: 'Agent' }).check();
  await sheet.getByRole('button', { name: 'Change Role' }).click();
  await expect(dialog).toContainText('New role: Agent.');
  await dialog.getByRole('button', { name: 'Change Role' }).click();
  await expect(toast(page)).toContainText('Role Changed');
  expect(await status()).toBe(401);

  await signInTo(agency, theirs, nico);
  await theirs.goto('/dashboard');
  await expect(theirs.getByRole('tab')).toHaveText([/^Applications/, /^Contacts/]);
  await sheet.getByRole('radio', { name: 'No access' }).check();
  await sheet.getByRole('button', { name: 'Change Role' }).click();
  await expect(dialog).toContainText('New role: No access.');
  await dialog.getByRole('button', { name: 'Change Role' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('tr', { hasText: nico.name })).toContainText('No access');
  expect(await status()).toBe(401);

  await signInTo(agency, theirs, nico);
  await theirs.goto('/dashboard');
  await theirs.waitForURL(`${agency.origin}/`);
  await sheet.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(toast(page)).toContainText('Account Disabled');
  await expect(sheet.getByRole('button', { name: 'Enable' })).toBeVisible();
  expect(await status()).toBe(401);
  await logIn(theirs, nico);
  await expect(toast(theirs)).toContainText('Login Failed');
  await there.close();
});

test('what was chosen for an account stays chosen when the account changes elsewhere', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id, name } = await registered(agency, 'Rui');
  await agency.api('PATCH', `/api/users/${id}`, { access: 'open' });
  await signIn();
  const stream = page.waitForResponse((response) => response.url().endsWith(LIVE_PATH));
  await page.goto('/admin/users');
  await stream;
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  const sheet = page.getByRole('dialog');
  const wanted = sheet.getByRole('radio', { name: 'Administrator' });
  await wanted.check();
  await agency.api('PATCH', `/api/users/${id}`, { access: 'closed' });
  await expect(sheet.getByRole('button', { name: 'Enable' })).toBeVisible();
  await agency.api('PATCH', `/api/users/${id}`, { access: 'open' });
  await expect(wanted).toBeChecked();
  await expect(sheet.getByRole('button', { name: 'Change Role' })).toBeEnabled();
});

test('one cannot lock oneself out, and offline the last known list stays readable', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const nico = await registered(agency, 'Pia');
  await signIn();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Manage ${agency.admin.username}` }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('This is your own account.');
  await expect(sheet.getByRole('button', { name: /Disable|Change Role|Sign Out/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Approve ${nico.name}` }).click();
  await loadedAhead(page);
  tunnel.enter('drop');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page)).toContainText('Nothing Was Changed');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Accounts can be changed only with a connection.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Approve ${nico.name}` })).toBeDisabled();
  await expect(page.getByText(nico.name).first()).toBeVisible();

  tunnel.enter('open');
  await page.reload();
  await expect(page.getByRole('button', { name: `Approve ${nico.name}` })).toBeEnabled();
});

test('a new password needs the current one, and signs other devices out', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, browser }) => {
  const nico = await registered(agency, 'Rui');
  const there = await browser.newContext({ baseURL: agency.origin });
  const theirs = await there.newPage();
  await signInTo(agency, theirs, nico);
  await signInTo(agency, page, nico);
  await page.goto('/more');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out Other Devices' })).toBeVisible();

  const current = page.getByRole('textbox', { name: 'Current password' });
  const wanted = page.getByRole('textbox', { name: 'New password' });
  const submit = page.getByRole('button', { name: 'Change Password' });
  await submit.click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill('a-guess');
  await wanted.fill('corner-flag-18');
  await submit.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(nico.password);
  await wanted.fill('Password1!');
  await submit.click();
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await wanted.fill('corner-flag-18');
  await submit.click();
  await expect(toast(page)).toContainText('Password Changed');
  await expect(current).toHaveValue('');
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
  expect((await theirs.request.get('/api/auth/user')).status()).toBe(401);
  await signInTo(agency, theirs, { ...nico, password: 'corner-flag-18' });

  await page.reload();
  await page.getByRole('button', { name: 'Sign Out Other Devices' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign Out Other Devices' })
    .click();
  await expect(page.getByText('No other device is signed in.')).toBeVisible();
  expect((await theirs.request.get('/api/auth/user')).status()).toBe(401);
  await there.close();
});

test('a colleague who has lost the password chooses a new one by a link of an admin, once', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn, browser }) => {
  const nico = await registered(agency);
  await agency.api('PATCH', `/api/users/${nico.id}`, { access: 'open', role: 'admin' });
  await signIn();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Manage ${nico.name}` }).click();
  await page.getByRole('button', { name: 'Password Link' }).click();
  const dialog = page.getByRole('dialog', { name: `A new password for ${nico.name}` });
  await dialog.getByRole('button', { name: 'Make Link' }).click();
  const link = await dialog.getByText('/auth/new-password#').innerText();
  await expectNothing(page, 'the link');

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByText(`For the account ${nico.username}.`)).toBeVisible();
  const field = theirs.getByRole('textbox', { name: 'New password' });
  await field.fill('password1');
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await expect(theirs.getByText('This password is too common.')).toBeVisible();
  await expectNothing(theirs, 'the new password');
  const password = 'a-new-corner-flag-17';
  await field.fill(password);
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await expect(theirs.getByText('Your new password is set.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('This link has been used.')).toBeVisible();
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await theirs.getByRole('link', { name: 'To the Login' }).click();
  await expect(theirs).toHaveURL(`${agency.origin}/auth`);
  await logIn(theirs, { ...nico, password });
  await expect(toast(theirs)).toContainText('Login Successful');
  await context.close();
});

test('a generated password leads to the choice of another one before anything else', {
  tag: ['@phone', '@all'],
}, async ({ page }) => {
  let made: Credentials | null = null;
  const agency = await openAgency('sqlite', async (url) => {
    await migrate(url);
    const db = await openDatabase(url);
    made = await makeFirstAdmin(db, { username: null, password: null });
    await closeDatabase(db);
  });
  try {
    const { username, password } = made ?? agency.admin;
    await page.goto(`${agency.origin}/auth`);
    await logIn(page, { username, password });
    await page.waitForURL(`${agency.origin}/auth/new-password`);
    await page.goto(`${agency.origin}/dashboard`);
    await page.waitForURL(`${agency.origin}/auth/new-password`);
    await expect(page.getByText('Your password was made up.')).toBeVisible();
    await expectNothing(page, 'the generated password');
    await page.getByRole('textbox', { name: 'Current password' }).fill(password);
    await page.getByRole('textbox', { name: 'New password' }).fill('a-new-corner-flag-17');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.waitForURL(/\/dashboard/);
    await expect(page.getByRole('tab', { name: /^Applications/ })).toBeVisible();
  } finally {
    await agency.close();
  }
});

test('axe finds nothing on users and account, with what opens over them, in light and dark', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const waiting = await registered(agency);
  const active = await registered(agency);
  await agency.api('PATCH', `/api/users/${active.id}`, { access: 'open' });
  const denied = await registered(agency);
  await agency.api('PATCH', `/api/users/${denied.id}`, { access: 'closed' });
  await signIn();
  await page.goto('/account');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expectNothing(page, 'account');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible();
  await expectNothing(page, 'users');
  await page.getByRole('button', { name: `Approve ${waiting.name}` }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNothing(page, 'approve');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Manage ${active.name}` }).click();
  await expect(page.getByRole('dialog')).toContainText(active.name);
  await expectNothing(page, 'account of somebody else');
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNothing(page, 'disable');
});

function stateOf(page: Page, name: string) {
  return page
    .locator('tr, li')
    .filter({ has: page.getByRole('button', { name: `Manage ${name}` }) });
}

test('a login whose cookie is refused says so, and keeps the name', { tag: '@phone' }, async ({
  page,
  agency,
}) => {
  const { username, password } = await registered(agency);
  await page.route('**/api/auth/user', async (route) => {
    // As if the browser or a proxy had dropped the cookie.
    await page.context().clearCookies();
    await route.continue();
  });
  await page.goto('/auth');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Username').fill(username);
  await form.getByRole('textbox', { name: 'Password' }).fill(password);
  await form.locator('[type=submit]').click();
  await expect(toast(page)).toContainText('refuses cookies');
  await expect(form.getByLabel('Username')).toHaveValue(username);
});
