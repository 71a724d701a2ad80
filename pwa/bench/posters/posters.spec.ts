import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { shortCampaignLink } from '#contract/paths/campaign-link.ts';
import { expect, test } from '#pwa/e2e/fixtures.ts';
import { readPrinted } from '#pwa/e2e/printed-codes.ts';
import { aCampaign } from '#pwa/e2e/server-records.ts';
import { ownName } from '#pwa/i18n/language-names.ts';

test.setTimeout(600_000);

/** Papers, and how many languages phones can read on each. */
const PAPERS = { A6: 3, A5: 4, A4: 5, A3: 5 };
/** Every choice of one to five languages. */
const CHOICES: readonly (readonly Language[])[] = Array.from({ length: 31 }, (_, at) =>
  LANGUAGE_CODES.filter((_language, bit) => ((at + 1) >> bit) & 1),
);

for (const [paper, most] of Object.entries(PAPERS)) {
  const printed = CHOICES.filter(({ length }) => length <= most);
  test(`each of the ${printed.length} posters that the dialog offers on ${paper} reads from its PDF`, async ({
    page,
    agency,
    signIn,
  }) => {
    const campaign = await aCampaign(agency);
    await signIn();
    await page.goto('/admin/campaigns');
    await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
    await page.getByRole('tab', { name: 'Poster' }).click();
    const dialog = page.getByRole('dialog');
    const print = dialog.getByRole('button', { name: 'Print Poster' });
    const sheet = page.locator('[data-print-sheet=poster]');
    await expect(print).toBeEnabled();
    await dialog.getByLabel('Paper').selectOption(paper);
    for (const chosen of CHOICES) {
      for (const language of LANGUAGE_CODES) {
        const box = dialog.getByRole('checkbox', { name: ownName(language) });
        await box.setChecked(chosen.includes(language));
      }
      if (!printed.includes(chosen)) {
        await expect(dialog.getByText('too small for phones')).toBeVisible();
        await expect(print).toBeDisabled();
        continue;
      }
      await expect(sheet.locator('svg')).toHaveCount(chosen.length);
      await expect(sheet.locator('[data-paper]')).toHaveAttribute(
        'data-paper',
        paper.toLowerCase(),
      );
      const links = chosen.map((language) =>
        shortCampaignLink(agency.origin, { id: campaign.id, language }),
      );
      const read = await readPrinted(await page.pdf({ preferCSSPageSize: true }));
      expect(read, `${paper}: ${chosen.join(', ')}`).toEqual(links.sort());
    }
  });
}

test('the large code and the sheet of labels read from their PDFs in each language of a campaign', async ({
  page,
  agency,
  signIn,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn();
  for (const defaultLanguage of LANGUAGE_CODES) {
    const campaign = await aCampaign(agency, { defaultLanguage });
    await page.goto('/admin/campaigns');
    await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
    const dialog = page.getByRole('dialog');
    for (const [name, layout, columns, rows] of [
      ['Print Large', 'large', 1, 1],
      ['Print Small Ones', 'small', 4, 5],
    ] as const) {
      await dialog.getByRole('button', { name }).click();
      await expect(page.locator(`[data-print-sheet=${layout}]`)).toHaveCount(1);
      const read = await readPrinted(await page.pdf({ preferCSSPageSize: true }), columns, rows);
      expect(read).toEqual(
        Array(columns * rows).fill(
          shortCampaignLink(agency.origin, { id: campaign.id, language: null }),
        ),
      );
    }
  }
});
