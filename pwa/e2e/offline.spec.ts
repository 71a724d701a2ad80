import { readFile } from 'node:fs/promises';
import type { Response } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { campaignLink } from '#contract/paths/campaign-link.ts';
import { expectNothing } from './axe.ts';
import { readPicture, readShown } from './codes.ts';
import { expect, test } from './fixtures.ts';
import { fillInquiry } from './inquiries.ts';
import {
  cached,
  keptForOffline,
  loadedAhead,
  openApplication,
  unfoldCampaign,
  update,
  walkTo,
} from './office.ts';
import { historyOf, lookAgain, nothingMarked, numbersForCampaigns } from './queue.ts';
import { aCampaign, uniqueMark, visitsOf } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('W-11 two people edit one record: fields merge, of the same field the person chooses', {
    tag: '@phone',
  }, async ({ page, agency, tunnel, application: { id, playerName: name } }) => {
    await page.goto(`/dashboard/applications/${id}/edit`);
    await expect(page.getByLabel('Current club')).toBeVisible();

    tunnel.enter('drop');
    await page.getByLabel('Current club').fill('Elche');
    await page.getByRole('combobox', { name: 'Position' }).fill('wing');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Not sent yet').first()).toBeVisible();
    await agency.api('PUT', `/api/applications/${id}`, {
      playerName: name,
      email: 'player@example.org',
      currentClub: 'Getafe',
      nationality: 'Spanish',
    });
    tunnel.enter('open');

    await expect(
      page.getByText(/you wrote “Elche” here, meanwhile “Getafe” was saved elsewhere/),
    ).toBeVisible({ timeout: 60_000 });
    const read = () => agency.api<Application>('GET', `/api/applications/${id}`);
    expect(await read()).toMatchObject({
      currentClub: 'Getafe',
      position: 'wing',
      nationality: 'Spanish',
    });

    // The own text is nowhere else: a sign-out asks about it.
    await page.goto('/more');
    await page.getByRole('button', { name: 'Logout' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 question is open');
    await expect(dialog).toContainText('Current club: Elche');
    await expect(dialog.getByRole('button', { name: 'Send Now' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.goto(`/dashboard/applications/${id}`);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(async () => (await read()).currentClub).toBe('Elche');
    await expect(page.getByText(/you wrote “Elche”/)).toHaveCount(0);
  });

  test('W-05 X-10 what somebody else changes is on the screen within seconds, without a reload; looking again and again sends nothing', {
    tag: '@desktop',
  }, async ({ page, agency, signIn }) => {
    await signIn();
    const isStream = (response: Response) => response.url().endsWith(LIVE_PATH);
    // The page is opened meanwhile.
    const stream = page.waitForResponse(isStream, { timeout: 30_000 });
    const { id } = await openApplication(page, agency);
    await stream;

    await agency.api('PATCH', `/api/applications/${id}/status`, {
      status: 'signed',
      notes: 'Signed in the office.',
    });
    await expect(page.getByText('Signed in the office.').first()).toBeVisible();

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    });
    for (let look = 0; look < 3; look += 1) {
      const opened = page.waitForResponse((response) => response.url().endsWith(LIVE_PATH));
      await page.evaluate(() => {
        for (const visibilityState of ['hidden', 'visible']) {
          Object.defineProperty(document, 'visibilityState', {
            value: visibilityState,
            configurable: true,
          });
          document.dispatchEvent(new Event('visibilitychange'));
        }
        window.dispatchEvent(new Event('focus'));
        window.dispatchEvent(new Event('online'));
      });
      await opened;
    }
    expect(sent).toEqual([]);

    const other = await page.context().newPage();
    await other.goto(`/dashboard/applications/${id}`);
    await update(other, { note: 'From the other tab.' });
    await expect(page.getByText('From the other tab.').first()).toBeVisible();
  });

  test('W-12 Q-33 the waiting changes: each with its record, editable, and gone without a trace when discarded', {
    tag: '@desktop',
  }, async ({ page, agency, tunnel, application: { id, playerName: name } }) => {
    tunnel.enter('drop');
    await update(page, { status: 'In review', note: 'From the train.' });
    await expect(page.getByText('Not sent yet').first()).toBeVisible();

    await page
      .getByRole('link', { name: /Offline\. Changes are saved on this device \(1\)/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Going Offline' })).toBeVisible();
    const change = page.getByRole('region', { name: /Waiting to be sent \(1\)/ });
    await expect(change.getByText(name)).toBeVisible();
    await expect(change.getByText('Status: In review')).toBeVisible();
    await change.getByText(name).click();
    await expect(change.locator('q')).toHaveText('From the train.');
    // A change that is queued while another attempt fails is tried at the next occasion only.
    await expect(async () => {
      await lookAgain(page);
      await expect(change.getByText(/^The server did not answer/)).toBeVisible({ timeout: 1_000 });
    }).toPass();

    // A change that is in flight at this moment stays, and says so.
    await expect(async () => {
      await change.getByRole('button', { name: 'Discard' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question.getByText(/it may have reached the server/)).toBeVisible();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByText('Nothing is waiting.')).toBeVisible({ timeout: 2_000 });
    }).toPass();

    tunnel.enter('open');
    await expect(page.getByText(/^Offline\./)).toHaveCount(0, { timeout: 30_000 });
    expect(await historyOf(agency, id)).toEqual([]);
  });

  test('Q-42 an application that the phone lacks is not called missing without a signal', {
    tag: ['@desktop', '@all'],
  }, async ({ page, context, signIn }) => {
    await signIn();
    await page.goto('/dashboard');
    await loadedAhead(page);
    await context.setOffline(true);
    await walkTo(page, `/dashboard/applications/${newId()}`);
    await expect(page.getByText('Not on this device yet. Connect once to load it.')).toBeVisible();
    await expect(page.getByText('Application Not Found')).toHaveCount(0);
  });

  test('C-12 C-13 E-06 W-19 a campaign made without signal has its number and its code at once, and arrives', {
    tag: '@phone',
  }, async ({ page, agency, tunnel, signIn }) => {
    const name = `Stadium ${uniqueMark()}`;
    await signIn();
    await page.goto('/admin/campaigns');
    await expect(page.getByRole('button', { name: 'New Campaign' })).toBeVisible();
    await loadedAhead(page);
    await numbersForCampaigns(page);

    tunnel.enter('drop');
    await page.getByRole('button', { name: 'New Campaign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(
      page.getByText('Saved on this phone. Will be sent when you are online.').first(),
    ).toBeVisible({ timeout: 30_000 });
    const card = page.getByRole('listitem').filter({ hasText: name });
    await expect(card.getByText('Not sent yet')).toBeVisible();
    await unfoldCampaign(page, { name });
    await expect(card.locator('canvas')).toBeVisible();

    tunnel.enter('open');
    await nothingMarked(card);
    const rows = await agency.api<Campaign[]>('GET', '/api/campaigns');
    expect(rows.find((row) => row.name === name)).toMatchObject({ active: true });
  });
});

test('W-04 W-19 without a signal the campaigns stand there with their codes, files and figures', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  await agency.api('POST', `/api/campaigns/${campaign.id}/track`);
  await signIn();
  await page.goto('/admin/campaigns');
  const card = page.getByRole('listitem').filter({ hasText: campaign.name });
  await expect(card).toBeVisible();
  await keptForOffline(page);
  await context.setOffline(true);
  await page.reload();

  await unfoldCampaign(page, campaign);
  const code = card.getByRole('img', { name: /QR code of/ });
  const link = campaignLink(agency.origin, campaign);
  expect(await readShown(code)).toBe(link);
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Download PNG' })).toBeVisible();
  await dialog.getByText('Figures', { exact: true }).click();
  await expect(
    dialog.getByRole('img', { name: /^Visits in the last 30 days: 1\. / }),
  ).toBeVisible();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download PNG' }).click();
  const file = await readFile(await (await coming).path());
  await context.setOffline(false);
  expect((await readPicture(page, file)).text).toBe(link);
});

test('W-15 W-02 a code that is scanned without a signal opens the page, and counts once when there is one', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const campaign = await aCampaign(agency);
  const visits = () => visitsOf(agency, campaign);
  await page.goto('/');
  await cached(page, '/index.html');
  await context.setOffline(true);
  await page.goto(`/?campaign_id=${campaign.id}&utm_source=poster&lang=en`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bar = page.getByText('No signal right now.');
  await expect(bar).toContainText('You can read this page and write to us');
  await expectNothing(page, 'the public page without a signal');
  await fillInquiry(page, `Lena ${uniqueMark()}`);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(bar).toHaveText(
    'No signal right now. 1 message is waiting on this phone and will be sent by itself.',
  );
  expect(await visits()).toBe(0);

  await context.setOffline(false);
  await expect.poll(visits, { timeout: 30_000 }).toBe(1);
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(visits).toBe(2);
});
