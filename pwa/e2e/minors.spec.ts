import type { Contact } from '#contract/contacts.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillInquiry } from './inquiries.ts';
import { uniqueMark } from './server-records.ts';

test('a minor is asked for in the form, marked in the office, and a guardian’s consent is asked for before an offer, also without a signal', {
  tag: '@phone',
}, async ({ page, agency, signIn, tunnel }) => {
  const name = `Lena Alexandra Vogt-Hohenberg ${uniqueMark()}`;
  await page.goto('/?lang=en#contact');
  await expect(page.getByLabel('Is the player under 18?')).toHaveCount(0);
  await fillInquiry(page, name);
  await page.getByLabel('Who is writing?').selectOption('guardian');
  await page.getByLabel("Player's name").fill(`Diego ${name}`);
  await page.getByLabel('Is the player under 18?').selectOption('yes');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
  const contacts = await agency.api<Contact[]>('GET', '/api/contacts');
  const contact = contacts.find((each) => each.name === name);
  expect(contact).toMatchObject({
    writtenBy: 'guardian',
    playerName: `Diego ${name}`,
    under18: 'yes',
  });

  await signIn();
  await page.goto('/dashboard?tab=contacts');
  // Beside a long name, too, each mark has its words. Who types as fast as this may be a machine.
  for (const words of ['Under 18', /to reply|Possible spam/]) {
    const mark = page.locator('[data-row]', { hasText: name }).locator('span:has(> svg)');
    const cut = await mark.filter({ hasText: words }).evaluate((element) => {
      const [box, inner] = [element, element.lastElementChild].map((one) =>
        one?.getBoundingClientRect(),
      );
      return !box || !inner || inner.right > box.right + 1 || inner.bottom > box.bottom + 1;
    });
    expect(cut, `${words}`).toBe(false);
  }
  await page.goto(`/dashboard/contacts/${contact?.id}`);
  await expect(page.getByText('Under 18').first()).toBeVisible();
  await expect(page.getByText('A parent or guardian')).toBeVisible();
  await page.getByRole('button', { name: 'Convert to Application' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`${name}, A parent or guardian`);
  await expectNothing(page, 'a conversion for a player');
  await question.getByRole('button', { name: 'Convert to Application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Diego ${name}` })).toBeVisible();
  await expect(page.getByText(`Written by: ${name}, guardian`)).toBeVisible();
  await expect(page.getByText('No consent of a guardian is recorded.')).toBeVisible();

  // Asked before contact, too; the code of the sheets is here before the signal goes.
  await page.locator('a[href^="mailto:"]').first().click();
  await expect(page.getByRole('button', { name: 'Continue without Consent' })).toBeVisible();
  await expect(page.getByLabel('Name of the guardian')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Name of the guardian')).toHaveCount(0);
  await page.locator('[data-status-button]').click();
  await expect(page.getByRole('button', { name: 'Contract offered' })).toBeVisible();
  tunnel.enter('drop');
  await page.getByRole('button', { name: 'Contract offered' }).click();
  await expect(page.getByText('no consent of a guardian is recorded. Fill in')).toBeVisible();
  await page.getByRole('button', { name: 'Update without Consent' }).click();
  await expect(page.locator('li[data-status=contract_offered]')).toBeVisible();
  await page.locator('[data-status-button]').click();
  await page.getByRole('button', { name: 'Signed' }).click();
  await page.getByLabel('Name of the guardian').fill('María Vogt');
  await page.getByLabel('How').selectOption('in-person');
  await page.getByRole('button', { name: 'Record Consent and Update' }).click();
  const said = /Consent of a guardian recorded on .+: María Vogt, in person\./;
  const entry = page.locator('li[data-status=signed]');
  await expect(entry.getByText(said)).toBeVisible();
  await expect(page.getByText('No consent of a guardian is recorded.')).toHaveCount(0);

  // Once it is recorded, nobody is asked again.
  await page.locator('[data-status-button]').click();
  await page.getByRole('button', { name: 'Interview scheduled' }).click();
  await expect(page.locator('li[data-status=interview_scheduled]')).toBeVisible();
  tunnel.enter('open');
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 30_000 });
  await page.reload();
  await expect(entry.getByText(said)).toBeVisible();
});
