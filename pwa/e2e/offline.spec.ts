import { expect, test } from './fixtures.ts';
import { aSentInquiry } from './inquiries.ts';
import { convertInquiryOf, keptForOffline, update } from './office.ts';
import { numbersForCampaigns } from './queue.ts';

interface CampaignRow {
  name: string;
  active: boolean;
}

interface ApplicationRow {
  currentClub: string | null;
  position: string | null;
}

test('C-12 C-13 E-06 W-19 a campaign made without signal has its number and its code at once, and arrives', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const name = `Stadium ${process.pid}-${test.info().workerIndex}`;
  await signIn();
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('button', { name: 'New Campaign' })).toBeVisible();
  await keptForOffline(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'New Campaign' })).toBeVisible();
  await numbersForCampaigns(page);

  tunnel.enter('drop');
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('UTM campaign').fill('stadium');
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(
    page.getByText('Saved on this phone. Will be sent when you are online.').first(),
  ).toBeVisible({ timeout: 15_000 });
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card.getByText('Not sent yet')).toBeVisible();
  await expect(card.locator('canvas')).toBeVisible();

  tunnel.enter('open');
  await expect(card.getByText('Not sent yet')).toHaveCount(0, { timeout: 60_000 });
  const rows = await agency.api<CampaignRow[]>('GET', '/api/campaigns');
  expect(rows.find((row) => row.name === name)).toMatchObject({ active: true });
});

test('W-12 Q-33 the waiting changes: each with its record, editable, and gone without a trace when discarded', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  const id = await convertInquiryOf(name, page);
  tunnel.enter('drop');
  await update(page, { status: 'In review', note: 'From the train.' });
  await expect(page.getByText('Not sent yet').first()).toBeVisible();

  await page.getByRole('link', { name: /Offline\. Changes are saved on this phone \(1\)/ }).click();
  await expect(page.getByRole('heading', { name: 'Waiting changes' })).toBeVisible();
  const change = page.getByRole('region', { name: /Waiting to be sent \(1\)/ });
  await expect(change.getByText(name)).toBeVisible();
  await expect(change.getByText('Status: In review')).toBeVisible();
  await expect(change.getByText('From the train.')).toBeVisible();
  await expect(change.getByText(/attempt/)).toBeVisible();

  await change.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/it may have reached the server/)).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();

  tunnel.enter('open');
  await expect(page.getByText(/^Offline/)).toHaveCount(0, { timeout: 30_000 });
  expect(await agency.api<unknown[]>('GET', `/api/applications/${id}/history`)).toEqual([]);
});

test('W-11 two people edit one record: fields merge, of the same field the person chooses', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  const id = await convertInquiryOf(name, page);
  await page.goto(`/dashboard/applications/${id}/edit`);
  await expect(page.getByLabel('Current club')).toBeVisible();

  tunnel.enter('drop');
  await page.getByLabel('Current club').fill('Elche');
  await page.getByRole('textbox', { name: 'Position' }).fill('wing');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await agency.api('PUT', `/api/applications/${id}`, {
    playerName: name,
    email: 'player@example.com',
    currentClub: 'Getafe',
    nationality: 'Spanish',
  });
  tunnel.enter('open');

  await expect(
    page.getByText(/you wrote “Elche”, meanwhile somebody else wrote “Getafe”/),
  ).toBeVisible({ timeout: 60_000 });
  const read = () => agency.api<ApplicationRow>('GET', `/api/applications/${id}`);
  expect(await read()).toMatchObject({
    currentClub: 'Getafe',
    position: 'wing',
    nationality: 'Spanish',
  });

  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await read()).currentClub).toBe('Elche');
  await expect(page.getByText(/you wrote “Elche”/)).toHaveCount(0);
});

test('W-05 what somebody else changes is on the screen within seconds, without a reload', async ({
  page,
  agency,
  signIn,
}) => {
  const name = await aSentInquiry(page, agency);
  await signIn();
  const id = await convertInquiryOf(name, page);
  // The stream is opened after the page.
  await page.waitForTimeout(1_500);

  await agency.api('PATCH', `/api/applications/${id}/status`, {
    status: 'signed',
    notes: 'Signed in the office.',
  });
  await expect(page.getByText('Signed in the office.').first()).toBeVisible({ timeout: 3_000 });

  const other = await page.context().newPage();
  await other.goto(`/dashboard/applications/${id}`);
  await update(other, { note: 'From the other tab.' });
  await expect(page.getByText('From the other tab.').first()).toBeVisible({ timeout: 3_000 });
});
