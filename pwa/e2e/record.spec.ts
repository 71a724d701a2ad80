import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { toast } from './accounts.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { atRest, LONG, loadedAhead, reach } from './office.ts';
import { historyOf } from './queue.ts';
import { anApplication, anInquiry } from './server-records.ts';

test('after a call one press notes it, without a signal too; a quick phrase begins a note', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, playerName } = await anApplication(agency, { phone: '+34 600 000 001' });
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(playerName);
  await loadedAhead(page);

  tunnel.enter('drop');
  const actions = page.locator('[data-bottom-bar=actions]');
  await reach(actions.getByRole('link', { name: 'Call', exact: true }));
  const log = page.getByRole('region', { name: 'Log the call?' });
  await expectNothing(page, 'a question after a call');
  await log.getByRole('button', { name: 'Called, no answer.' }).click();
  await expect(log).toHaveCount(0);
  const history = page.getByRole('region', { name: 'Status history' });
  await expect(history.getByText('Called, no answer.')).toBeVisible();

  await page.getByRole('button', { name: 'Write a note' }).click();
  const sheet = page.getByRole('dialog', { name: 'Note and Follow-up' });
  await sheet.getByRole('textbox', { name: 'Notes' }).fill('Video https://example.com/v1');
  await sheet.getByRole('button', { name: 'Met in person.' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Notes' })).toHaveValue(
    'Video https://example.com/v1 Met in person.',
  );
  await expectNothing(page, 'a note with quick phrases');
  await sheet.getByRole('button', { name: 'Save Note' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(history.getByRole('link', { name: 'https://example.com/v1' })).toHaveAttribute(
    'href',
    'https://example.com/v1',
  );
  await reach(actions.getByRole('link', { name: 'Call', exact: true }));
  const saved = toast(page).getByText('Note saved: ');
  await expect(saved).toBeVisible();
  const [told, asked] = [await saved.boundingBox(), await log.boundingBox()];
  expect(told && asked && told.y + told.height).toBeLessThan(asked?.y ?? 0);

  tunnel.enter('open');
  await expect
    .poll(async () => (await historyOf(agency, id)).map(({ notes }) => notes))
    .toEqual(['Video https://example.com/v1 Met in person.', 'Called, no answer.']);
});

test('what is missing is added at its place, also without a signal; a long history is folded; personal data waits behind its title', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, status } = await anApplication(agency, { phone: null, position: null });
  for (let at = 1; at <= 9; at += 1) {
    await agency.api('PATCH', `/api/applications/${id}/status`, { status, notes: `Talk ${at}.` });
  }
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  const notes = page.getByText(/^Talk \d\.$/);
  await expect(notes).toHaveText(['Talk 9.', 'Talk 8.', 'Talk 7.', 'Talk 6.', 'Talk 5.']);
  await page.getByRole('button', { name: 'Show all 9 entries' }).click();
  await expect(notes).toHaveCount(9);

  const download = page.getByRole('button', { name: 'Export as CSV' });
  await expect(download).toBeHidden();
  await page.getByText('Personal data', { exact: true }).click();
  await expect(download).toBeVisible();

  const facts = page.locator('dl');
  await page.getByRole('button', { name: 'Add: Phone' }).click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toBeFocused();
  await phone.fill('4,91577E+11');
  await phone.press('Enter');
  await expect(phone).toHaveAccessibleDescription(/spreadsheet/);
  await expectNothing(page, 'a value that is added, with an error');
  await page.reload();
  await expect(phone).toHaveValue('4,91577E+11');
  await atRest(page, LONG);
  tunnel.enter('drop');
  await phone.fill('+49 157 7123456');
  await phone.press('Enter');
  await expect(facts.getByRole('link', { name: '+49 157 7123456' })).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);
  tunnel.enter('open');
  await expect
    .poll(async () => (await agency.api<Application>('GET', `/api/applications/${id}`)).phone)
    .toBe('+49 157 7123456');

  await page.getByRole('button', { name: 'Add: Position' }).click();
  const position = page.getByRole('combobox', { name: 'Position' });
  await position.fill('Left back');
  await position.press('Escape');
  await page.getByRole('button', { name: 'Add: Position' }).click();
  await expect(position).toHaveValue('');
  await position.fill('Left back');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(facts.getByText('Left back')).toBeVisible();
});

test('after an e-mail to an inquiry one press says that it is answered', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const { id } = await anInquiry(agency, { phone: '+34 600 000 001' });
  await signIn();
  await page.goto(`/dashboard/contacts/${id}`);
  const actions = page.locator('[data-bottom-bar=actions]');
  await expect(actions.getByRole('button', { name: 'Convert to Application' })).toBeVisible();
  expect(await actions.evaluate(touchingWords)).toEqual([]);
  await reach(actions.getByRole('link', { name: 'E-mail', exact: true }));
  const question = page.getByRole('region', { name: 'Was that the answer?' });
  await expectNothing(page, 'a question after an e-mail');
  await question.getByRole('button', { name: 'Mark as Answered' }).click();
  await expect(question).toHaveCount(0);
  await expect
    .poll(async () => (await agency.api<Contact>('GET', `/api/contacts/${id}`)).state)
    .toBe('answered');
});

test('a player has links: a bad address is told at its place, good ones are followed safely, found and merged', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, playerName, email } = await anApplication(agency);
  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(playerName);
  await page.getByRole('link', { name: 'Add: Links' }).click();
  const first = page.getByRole('group', { name: 'Link 1' });
  await expect(first.getByLabel('Address')).toBeFocused();
  await first.getByLabel('Address').fill('video.example.org/ana');
  await first.getByLabel('Title').fill('Highlights 2026');
  await page.getByRole('button', { name: 'Add link' }).click();
  const second = page.getByRole('group', { name: 'Link 2' });
  await second.getByLabel('Address').fill('javascript:alert(1)');
  await second.getByLabel('Title').fill('Profile of Ana');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(second.getByLabel('Address')).toBeFocused();
  await expect(second.getByLabel('Address')).toHaveAccessibleDescription(
    'Please enter an address that begins with https://.',
  );
  await expect(first.getByText('Please enter')).toHaveCount(0);
  await expectNothing(page, 'links with an error');
  await page.reload();
  await expect(first.getByLabel('Address')).toHaveValue('https://video.example.org/ana');
  await expect(second.getByLabel('Title')).toHaveValue('Profile of Ana');
  await second.getByLabel('Address').fill('https://profiles.example.org/ana/');
  await second.getByLabel('Title').fill('');
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Save Changes' }).click();

  const highlights = page.getByRole('link', { name: 'Highlights 2026' });
  await expect(highlights).toHaveAttribute('href', 'https://video.example.org/ana');
  await expect(highlights).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page.getByRole('link', { name: 'profiles.example.org/ana' })).toBeVisible();
  await expectNothing(page, 'the links of a player');

  // Somebody else has set other links meanwhile: both sides are shown, and the person decides.
  const theirs = 'Their choice https://other.example.org/x';
  await agency.api('PUT', `/api/applications/${id}`, { playerName, email, links: theirs });
  tunnel.enter('open');
  await expect(page.getByText(/you wrote “Highlights .*“Their choice/s)).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(async () => (await agency.api<Application>('GET', `/api/applications/${id}`)).links)
    .toBe('Highlights 2026 https://video.example.org/ana\nhttps://profiles.example.org/ana/');

  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill('video.example.org/ana');
  await expect(page.getByText(playerName).first()).toBeVisible();
});

/** The words of a bar that touch those before them. */
function touchingWords(bar: Element): string[] {
  const words = [...bar.children].map((child) => {
    const range = document.createRange();
    range.selectNodeContents(child);
    const { left, right } = range.getBoundingClientRect();
    return { left, right, text: child.textContent };
  });
  return words
    .filter(({ left }, at) => left < (words[at - 1]?.right ?? -4) + 4)
    .map(({ text }) => text);
}
