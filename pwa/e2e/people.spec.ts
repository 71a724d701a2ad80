import { readFileSync } from 'node:fs';
import type { Application } from '#contract/applications.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { keptForOffline } from './office.ts';
import { anApplication, anInquiry } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

test('a mother is added to a minor without a signal: calls lead to her, the server gets her, a second device finds her by number', async ({
  page,
  agency,
  browser,
  signIn,
  tunnel,
}) => {
  const digits = String(Date.now()).slice(-7);
  const phone = `+34 61${digits.slice(0, 1)} ${digits.slice(1, 4)} ${digits.slice(4)}`;
  const dateOfBirth = `${new Date().getFullYear() - 14}-02-01`;
  const { id, playerName, email } = await anApplication(agency, { dateOfBirth });
  const followUpOn = new Date().toLocaleDateString('sv');
  await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn });
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(playerName);
  await page.getByRole('link', { name: 'Add: People' }).click();
  const first = page.getByRole('group', { name: 'Person 1' });
  await expect(first.getByLabel('Name')).toBeFocused();
  tunnel.enter('drop');
  await first.getByLabel('Name').fill('E');
  await first.getByLabel('E-mail').fill('eva@example');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(first.getByLabel('Name')).toBeFocused();
  await expect(first.getByLabel('Name')).toHaveAccessibleDescription(/at least 2 characters/);
  await expect(first.getByLabel('E-mail')).toHaveAccessibleDescription(/valid email/);
  await expectNothing(page, 'a person with errors');

  // Nothing that was typed is lost.
  await first.getByLabel('Note').fill('Works at night; calls back');
  await page.reload();
  await expect(first.getByLabel('E-mail')).toHaveValue('eva@example');
  await first.getByLabel('Name').fill('Eva Vega');
  await first.getByLabel('Relation').selectOption('mother');
  await first.getByLabel('Phone').fill(phone);
  await first.getByLabel('E-mail').fill('eva@example.org');
  await first.getByLabel('Language').selectOption('es');
  await page.getByRole('button', { name: 'Save Changes' }).click();

  const mother = page.getByRole('region', { name: 'People' });
  await expect(mother).toContainText('Eva Vega (mother)');
  await expect(mother).toContainText('Works at night; calls back');
  await expect(page.getByText('First to call: Eva Vega (mother)')).toBeVisible();
  const actions = page.locator('[data-bottom-bar=actions]');
  const number = phone.replaceAll(' ', '');
  await expect(actions.getByRole('link', { name: 'Call Eva Vega (mother)' })).toHaveAttribute(
    'href',
    `tel:${number}`,
  );
  // A message greets her in her language.
  const chat = actions.getByRole('link', { name: 'WhatsApp to Eva Vega (mother)' });
  await expect(chat).toHaveAttribute('href', new RegExp(encodeURIComponent('Hola, Eva Vega:')));
  await expect(actions.locator(`a[href*="${email}"]`)).toHaveCount(0);
  await expectNothing(page, 'the people of a player');

  const saved = page.waitForEvent('download');
  await mother.getByRole('button', { name: 'Save to the address book' }).click();
  const book = readFileSync(await (await saved).path(), 'utf8');
  expect(book.match(/^(FN|TEL|NOTE).*/gm)?.map((line) => line.trim())).toEqual([
    `FN:${playerName}`,
    'FN:Eva Vega',
    `TEL;TYPE=CELL:${number}`,
    `NOTE:${playerName} · Eva Vega (mother) · Works at night\\; calls back`,
  ]);
  await page.goto('/today');
  const task = page.getByRole('listitem').filter({ hasText: playerName });
  await expect(task).toContainText('Eva Vega (mother)');
  await expect(task.getByRole('link', { name: 'Call Eva Vega (mother)' })).toBeVisible();

  tunnel.enter('open');
  const atServer = () => agency.api<Application>('GET', `/api/applications/${id}`);
  const people = `Eva Vega; mother; ${phone}; eva@example.org; es; Works at night; calls back`;
  await expect.poll(async () => (await atServer()).people, { timeout: 30_000 }).toBe(people);

  const second = await browser.newContext({
    baseURL: agency.origin,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  });
  const there = await second.newPage();
  await signInTo(agency, there);
  await there.goto('/dashboard');
  await there.getByRole('searchbox').fill(`0034${number.slice(3)}`);
  await there.getByText(playerName).first().click();
  await expect(there.getByText('First to call: Eva Vega (mother)')).toBeVisible();
  await second.close();
});

test('who writes an inquiry for a player is the first of the people, also of a conversion without a signal', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn, tunnel }) => {
  const { id, name, email } = await anInquiry(agency, {
    writtenBy: 'guardian',
    playerName: 'Diego Vega',
    under18: 'yes',
    phone: '+34 600 111 222',
    language: 'de',
  });
  await signIn();
  await page.goto(`/dashboard/contacts/${id}`);
  await expect(page.getByRole('button', { name: 'Convert to Application' })).toBeVisible();
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Convert to Application' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Convert to Application' })
    .click();
  await expect(page.getByText(`First to call: ${name} (guardian)`)).toBeVisible();
  tunnel.enter('open');
  const written = `${name}; guardian; +34 600 111 222; ${email}; de`;
  const converted = async () =>
    (await agency.api<Application[]>('GET', '/api/applications')).find(
      ({ contactId }) => contactId === id,
    )?.people;
  await expect.poll(converted, { timeout: 30_000 }).toBe(written);
});
