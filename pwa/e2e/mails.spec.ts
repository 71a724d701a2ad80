import { openMailReceiver } from '#server/test/mail-receiver.ts';
import { expectNothing } from './axe.ts';
import { expect, signInTo, test } from './fixtures.ts';

test('a visitor gets a confirmation in German, and an admin sees a failed mail and tries it again', {
  tag: ['@phone', '@all'],
}, async ({ page: office, agency, browser }) => {
  const receiver = await openMailReceiver();
  const settings = { SMTP_URL: receiver.url, MAIL_FROM: 'site@agency.example' };
  await agency.restart('SIGTERM', settings);

  // A browser of the visitor's own: its language stays.
  const visitor = await browser.newContext({ baseURL: agency.origin });
  const page = await visitor.newPage();
  const inquire = async (address: string) => {
    await page.goto('/?lang=de');
    await page.locator('input[name=name]').fill('Jonas Beispiel');
    await page.locator('#contact').getByLabel('E-Mail').fill(address);
    await page.getByLabel('Art der Anfrage').selectOption('player_representation');
    await page.locator('textarea[name=message]').fill('Linksverteidiger, 19, sucht einen Verein.');
    await page.locator('input[name=privacyPolicy]').check();
    // A person takes longer than two seconds; faster ones look like machines.
    await page.waitForFunction(() => performance.now() > 3_000);
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    await expect(page.getByText('Nachricht gesendet').first()).toBeVisible();
  };
  await inquire('jonas@example.org');
  const [mail] = await receiver.until(1);
  expect(mail).toMatchObject({
    to: 'jonas@example.org',
    subject: 'Ihre Anfrage ist angekommen – Football Agent',
  });
  expect(mail?.text).toContain('innerhalb von 48 Stunden');

  receiver.refusal = { code: 550, message: 'No such user here' };
  await inquire('nobody@example.org');
  await visitor.close();
  await signInTo(agency, office);
  await office.goto('/admin/users');
  const card = office.getByRole('region', { name: 'E-mails' });
  await expect(async () => {
    await office.reload();
    await expect(card.getByText('The mail server does not accept this address.')).toBeVisible();
  }).toPass();
  await expect(card.getByText('550 No such user here')).toBeVisible();
  await expectNothing(office, 'mails');

  receiver.refusal = null;
  await card.getByRole('button', { name: 'Try again: nobody@example.org' }).press('Enter');
  await expect(office.getByText('Trying again', { exact: true })).toBeVisible();
  await expect.poll(() => office.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await receiver.until(2);
  expect(receiver.received[1]).toMatchObject({ to: 'nobody@example.org' });
  await expect(async () => {
    await office.reload();
    await expect(card.getByText('nobody@example.org')).toBeHidden();
    await expect(card.getByText('Sent in 30 days')).toBeVisible();
  }).toPass();
  await agency.restart('SIGTERM');
  await receiver.close();
});

test('an admin confirms an address by the link of a mail and turns reminders by mail on', {
  tag: ['@phone', '@all'],
}, async ({ page, agency }) => {
  const receiver = await openMailReceiver();
  const settings = { SMTP_URL: receiver.url, MAIL_FROM: 'site@agency.example' };
  await agency.restart('SIGTERM', settings);
  await signInTo(agency, page);
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Reminders by e-mail' });
  await card.getByLabel('E-mail').fill('marta@home.example');
  await card.getByRole('button', { name: 'Send Confirmation Link' }).click();
  await expect(card.getByText('A link was sent to marta@home.example.')).toBeVisible();
  await expectNothing(page, 'address');
  const [mail] = await receiver.until(1);
  const link = /https?:\S+#\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expectNothing(page, 'confirmed address');
  await page.getByRole('link', { name: 'To Your Account' }).click();
  await expect(card.getByText('Confirmed address: marta@home.example')).toBeVisible();
  await card.getByRole('button', { name: 'Turn On E-mails' }).click();
  await card.getByLabel('Accounts that wait for approval').uncheck();
  await card.getByLabel('To', { exact: true }).fill('06:30');
  await card.getByLabel('To', { exact: true }).blur();
  const kept = () => page.evaluate(async () => (await fetch('/api/mail-reminders')).json());
  await expect.poll(kept).toMatchObject({
    email: 'marta@home.example',
    reminders: { kinds: ['inquiry', 'reply', 'follow-up'], quietTo: '06:30' },
  });
  await expectNothing(page, 'reminders by mail');
  await card.getByRole('button', { name: 'Turn Off' }).click();
  await expect(card.getByRole('button', { name: 'Turn On E-mails' })).toBeVisible();
  await agency.restart('SIGTERM');
  await receiver.close();
});
