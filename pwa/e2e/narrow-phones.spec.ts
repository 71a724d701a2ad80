import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { aCampaign, anApplication, anInquiry } from './server-records.ts';

for (const width of [360, 390]) {
  test(`at ${width} px the marks of an inquiry have their words in French, and the statuses keep to the edges of their sheet in German`, {
    tag: '@phone',
  }, async ({ page, context, agency, signIn }) => {
    await page.setViewportSize({ width, height: 780 });
    const { name } = await anInquiry(agency, { under18: 'yes' });
    const { id } = await anApplication(agency);
    await signIn();
    await speak(context, agency.origin, 'fr');
    await page.goto('/dashboard?tab=contacts');
    const row = page.locator('[data-row]').filter({ hasText: name });
    for (const words of ['Mineur', /^reste /]) {
      const mark = row.getByText(words);
      await expect(mark).toBeVisible();
      // Words without room are in a second line, which is cut off.
      expect(await mark.evaluate(isBesideItsIcon)).toBe(true);
    }

    await speak(context, agency.origin, 'de');
    await page.goto(`/dashboard/applications/${id}`);
    await page.locator('[data-bottom-bar=actions]').getByRole('button', { name: 'Ändern' }).click();
    const sheet = page.getByRole('dialog');
    const edges = (part: string) =>
      sheet.locator(part).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return { left, right };
      });
    expect(await edges('fieldset')).toEqual(await edges('textarea'));
    const broken = await sheet
      .locator('label[data-status]')
      .evaluateAll(
        (labels) =>
          labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(broken).toBe(0);
  });
}

test('at 360 px an open campaign stays within the window in German, and the periods of the figures share a line', {
  tag: '@phone',
}, async ({ page, context, agency, signIn }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { name } = await aCampaign(agency);
  await anApplication(agency);
  await signIn();
  await speak(context, agency.origin, 'de');
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('button', { name: `${name} bearbeiten` })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.goto('/figures');
  const last = page.getByRole('button', { name: '30 Tage' });
  await expect(last).toBeInViewport({ ratio: 1 });
  const tops = await page
    .getByRole('group', { name: 'Zeitraum' })
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

/** Whether the words of a mark stand in one line with its icon. */
function isBesideItsIcon(words: Element): boolean {
  const icon = words.previousElementSibling?.getBoundingClientRect();
  return icon !== undefined && words.getBoundingClientRect().top < icon.bottom;
}
