import { expect, test } from './fixtures.ts';
import { keptForOffline } from './office.ts';
import { aCampaign, anApplication, anInquiry } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

test('the figures of the pipeline, the weeks, campaigns and languages stand there without a signal', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const signed = await anApplication(agency, { playerName: 'Sol Signed' });
  await anApplication(agency, { playerName: 'Pia Pending' });
  await anInquiry(agency, { name: 'Greta German', language: 'de' });
  await anInquiry(agency, { name: 'Sam Spanish', language: 'es' });
  await anInquiry(agency, { name: 'Una Unknown' });
  const campaign = await aCampaign(agency);
  await anInquiry(agency, { name: 'Cara Campaign', campaignId: campaign.id });
  for (const status of ['in_review', 'signed']) {
    await agency.api('PATCH', `/api/applications/${signed.id}/status`, { status });
  }
  await signIn();
  await page.goto('/more');
  await page.getByRole('main').getByRole('link', { name: 'Figures' }).click();
  const pipeline = page.getByRole('table', { name: 'Pipeline' });
  const signedRow = pipeline.getByRole('row', { name: /^Signed/ });
  await expect(page.getByText(/^Signed: \d/)).toBeVisible();
  await keptForOffline(page);
  // Until all rows are on the phone the figures are those of a part.
  await expect(signedRow.getByRole('cell').first()).not.toHaveText('0');
  const before = await signedRow.getByRole('cell').first().textContent();
  tunnel.enter('drop');
  await page.reload();
  await expect(signedRow.getByRole('cell').first()).toHaveText(before ?? '');

  // All records came today: a month has as many as everything, and nothing before.
  const totals = page.locator('dl').filter({ hasText: 'Inquiries' });
  const inquiries = totals.getByText(/^\d+$/).first();
  const all = (await inquiries.textContent()) ?? '';
  await expect(totals).not.toContainText('before');
  await page.getByRole('button', { name: '30 days' }).click();
  await expect(inquiries).toHaveText(all);
  await expect(totals).toContainText('0 before');

  await signedRow.getByRole('link', { name: 'Signed' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  // The list has the period, too.
  await expect(page.getByRole('button', { name: /^Created\W/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sol Signed', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pia Pending', exact: true })).toBeHidden();

  await page.goBack();
  const languages = page.getByRole('table', { name: 'By language' });
  await languages.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/tab=contacts/);
  await expect(page.getByRole('link', { name: 'Greta German', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sam Spanish', exact: true })).toBeHidden();

  await page.goBack();
  await languages.getByRole('link', { name: 'Not known' }).click();
  await expect(page.getByRole('link', { name: 'Una Unknown', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Greta German', exact: true })).toBeHidden();

  await page.goBack();
  const campaigns = page.getByRole('table', { name: 'By campaign' });
  await campaigns.getByRole('link', { name: 'No campaign' }).click();
  await expect(page).toHaveURL(/tab=contacts/);
  await expect(page.getByRole('link', { name: 'Una Unknown', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cara Campaign', exact: true })).toBeHidden();
  await page.goBack();
  await campaigns.getByRole('link', { name: campaign.name }).click();
  await expect(page.getByRole('link', { name: 'Cara Campaign', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Una Unknown', exact: true })).toBeHidden();

  await page.goBack();
  await page.getByText('As a table').click();
  const weeks = page.getByRole('table', { name: 'The last 12 weeks' });
  await weeks.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/tab=contacts/);
  await expect(page.getByText('Nothing here')).toBeVisible();
  await page.goBack();
  await page.getByText('As a table').click();
  await weeks.getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Greta German', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sam Spanish', exact: true })).toBeVisible();

  // Another tab shows the same rows, and this one stays.
  await page.goBack();
  const opened = page.context().waitForEvent('page');
  await languages.getByRole('link', { name: 'Deutsch' }).click({ modifiers: ['ControlOrMeta'] });
  const other = await opened;
  await expect(other).toHaveURL(/\/dashboard\?tab=contacts$/);
  await expect(other.getByRole('link', { name: 'Greta German', exact: true })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Sam Spanish', exact: true })).toBeHidden();
  await expect(languages).toBeVisible();
});
