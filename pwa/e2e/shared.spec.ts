import type { Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { manifestIn } from '#pwa/build/manifest.ts';
import { logIn, toast } from './accounts.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { atRest, keptForOffline } from './office.ts';
import { historyOf } from './queue.ts';
import { anApplication, uniqueMark } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

/** Posts what another app shares, as the system does it with the form of the manifest. */
async function share(page: Page, texts: Record<string, string>, file?: string): Promise<void> {
  const left = page.waitForNavigation();
  await page.evaluate(
    ([target, said, content]) => {
      const form = Object.assign(document.createElement('form'), {
        action: target?.action,
        method: target?.method,
        enctype: target?.enctype,
      });
      for (const [name, value] of Object.entries(said)) {
        form.append(Object.assign(document.createElement('input'), { name, value }));
      }
      const files = Object.assign(document.createElement('input'), { name: 'files', type: 'file' });
      const chosen = new DataTransfer();
      if (content) chosen.items.add(new File([content], 'shared'));
      files.files = chosen.files;
      form.append(files);
      document.body.append(form);
      form.submit();
    },
    [manifestIn('en').share_target, texts, file ?? ''] as const,
  );
  await left;
}

test('a contact shared without a signal and signed out waits, also in a killed app, and becomes an application', {
  tag: '@phone',
}, async ({ page, context, agency, tunnel, signIn }) => {
  const mark = uniqueMark();
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  await context.clearCookies();
  await page.goto('/dashboard');
  await page.waitForURL('**/auth');

  tunnel.enter('drop');
  const card = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    `N;ENCODING=QUOTED-PRINTABLE:Shared ${mark};J=C3=B6rg`,
    'TEL;CELL:+34 600 123 456',
    `EMAIL:joerg-${mark}@example.org`,
    'BDAY:20070312',
    'ORG:FC Example;U19',
    'NOTE;ENCODING=QUOTED-PRINTABLE:Left =',
    'foot <b>fast</b>',
    'END:VCARD',
  ].join('\r\n');
  await share(page, {}, card);
  await page.waitForURL('**/auth');
  const kept = 'What you shared is kept on this device. Sign in to use it.';
  await expect(page.getByText(kept)).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto(`${agency.origin}/dashboard`);
  await expect(later.getByText(kept)).toBeVisible();
  tunnel.enter('open');
  await logIn(later, agency.admin);
  await later.waitForURL('**/dashboard/shared');
  await expect(later.getByText(`Jörg Shared ${mark}`).first()).toBeVisible();
  await expectNothing(later, 'a contact that was shared');
  await later.getByRole('link', { name: 'New Application' }).click();
  await expect(later.getByLabel('Date of birth')).toHaveValue('2007-03-12');
  await later.getByRole('button', { name: 'Create' }).click();
  await later.waitForURL(/applications\/[\da-f-]{36}$/);

  const arrived = async () =>
    (await agency.api<Application[]>('GET', '/api/applications')).find(
      ({ playerName }) => playerName === `Jörg Shared ${mark}`,
    );
  await expect.poll(arrived, { timeout: 30_000 }).toMatchObject({
    phone: '+34 600 123 456',
    email: `joerg-${mark}@example.org`,
    dateOfBirth: '2007-03-12',
    currentClub: 'FC Example',
    agentNotes: 'Left foot <b>fast</b>',
  });
  await later.goto(`${agency.origin}/dashboard/shared`);
  await expect(later.getByRole('heading', { level: 1 })).toHaveText('Shared Items');
  await atRest(later);
  await expect(later.getByRole('button', { name: 'Discard' })).toHaveCount(0);
});

test('a message of a known player becomes a note, a table an import; nothing is written before, and Discard can be undone', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const { id, playerName, email } = await anApplication(agency);
  await signIn();
  await page.goto('/dashboard');
  await keptForOffline(page);
  tunnel.enter('drop');

  await share(page, { text: `It is me, ${email}: I can come on Friday.` });
  await page.waitForURL('**/dashboard/shared');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('I can come on Friday.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('I can come on Friday.')).toBeVisible();

  // The app was killed, and opens elsewhere.
  await page.goto('/dashboard');
  await expect(toast(page)).toContainText('Something shared is waiting here.');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: `Add to ${playerName}` }).click();
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'Notes' });
  await expect(note).toHaveValue(/I can come on Friday\.$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText('I can come on Friday.')).toHaveCount(0);

  // Somebody has copied it on an iPhone.
  await page.getByLabel('Or paste it here').fill('Name;Phone\nBo Berg;+34 600 777 888');
  await page.getByRole('button', { name: 'Use This Text' }).click();
  await page.getByRole('link', { name: 'Import applications' }).click();
  await page.getByRole('button', { name: 'Import 1 application' }).click();
  await expect(page.getByText('1 application saved on this device')).toBeVisible();

  tunnel.enter('open');
  await expect
    .poll(() => historyOf(agency, id), { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ notes: expect.stringMatching(/on Friday\.$/) }));
});

test('without a worker the server keeps nothing, and the app asks for it once more', {
  tag: ['@phone', '@all'],
}, async ({ browser, agency }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${agency.origin}/auth`);
  await share(page, { text: 'Hello' });
  await page.waitForURL('**/auth');
  const again = 'The app was not ready, and nothing was kept. Please share it once more.';
  await expect(page.getByText(again)).toBeVisible();
  await logIn(page, agency.admin);
  await page.waitForURL(/dashboard\/shared/);
  await expect(page.getByRole('alert')).toHaveText(again);
  await context.close();
});
