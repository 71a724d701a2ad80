import type { Application } from '#contract/applications.ts';
import { expect, test } from './fixtures.ts';
import { uniqueMark } from './server-records.ts';

test('a mandate is entered without a signal, is in order, is sent, and stands on the record', async ({
  page,
  agency,
  tunnel,
  application: { id },
}) => {
  await page.goto(`/dashboard/applications/${id}`);
  const record = page.getByRole('main');
  await expect(record.getByRole('heading', { name: 'Football information' })).toBeVisible();
  await expect(record.getByRole('heading', { name: 'Contract and mandate' })).toHaveCount(0);

  await page.goto(`/dashboard/applications/${id}/edit`);
  const from = page.getByLabel('Mandate from');
  await expect(page.getByLabel('Preferred foot')).toBeVisible();
  await expect(from).toBeHidden();
  tunnel.enter('drop');
  await page.getByLabel('Preferred foot').selectOption('Left');
  await page.getByLabel('Height (cm)').fill('183 cm');
  await page.getByText('Contract and mandate').click();
  await from.fill('2027-03-01');
  const until = page.getByLabel('Mandate until');
  await until.fill('2026-02-28');
  await page.getByLabel('Exclusive mandate').selectOption('Yes');
  const agent = `Otto ${uniqueMark()}`;
  await page.getByRole('textbox', { name: 'Other agent', exact: true }).fill(agent);

  // An error is never inside of the fold.
  await page.getByText('Contract and mandate').click();
  await expect(from).toBeHidden();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('The mandate cannot end before it begins.')).toBeVisible();
  await expect(until).toBeFocused();
  // Longer than the rule: asked about once.
  await until.fill('2029-03-01');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Longer than 24 months, the longest by the rules.')).toBeVisible();
  await expect(until).toBeFocused();
  await page.getByRole('button', { name: 'Save Changes' }).click();

  await expect(record.getByRole('heading', { name: 'Contract and mandate' })).toBeVisible();
  const fact = (value: string) =>
    record.locator('dd').filter({ hasText: new RegExp(`^${value}$`) });
  await expect(fact('Mar 1, 2029')).toBeVisible();
  await expect(record.getByText('Not sent yet').first()).toBeVisible();
  await expect(fact('Left')).toBeVisible();
  await record.getByRole('button', { name: 'Add: Contract with the club until' }).click();
  await record.getByLabel('Contract with the club until').fill('2028-06-30');
  await record.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(fact('Jun 30, 2028')).toBeVisible();

  tunnel.enter('open');
  const read = () => agency.api<Application>('GET', `/api/applications/${id}`);
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ contractUntil: '2028-06-30', foot: 'left' });
  expect(await read()).toMatchObject({
    foot: 'left',
    heightCm: 183,
    mandateFrom: '2027-03-01',
    mandateUntil: '2029-03-01',
    mandateExclusive: 'yes',
    otherAgent: agent,
  });
});
