import { campaignLink } from '#contract/campaign-link.ts';
import type { Language } from '#contract/vocabulary.ts';
import { expectNothing } from './axe.ts';
import { readPicture } from './codes.ts';
import { expect, test } from './fixtures.ts';
import { aCampaign } from './server-records.ts';

/** Width and height of the papers in points, and how many languages phones can read on each. */
const PAPERS = {
  A6: { points: /\[0 0 29[78][.\d]* (419|420)[.\d]*\]/, most: 3 },
  A5: { points: /\[0 0 (419|420)[.\d]* 59[456][.\d]*\]/, most: 4 },
  A4: { points: /\[0 0 59[456][.\d]* 84[12][.\d]*\]/, most: 5 },
  A3: { points: /\[0 0 84[12][.\d]* 119[01][.\d]*\]/, most: 5 },
};
const LANGUAGES = [
  ['Deutsch', 'de'],
  ['English', 'en'],
  ['Español', 'es'],
  ['Français', 'fr'],
  ['Italiano', 'it'],
] as const satisfies readonly (readonly [string, Language])[];

test('a poster is one page of its paper, each language with a code that reads, as many as phones can read', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const campaign = await aCampaign(agency);
  await signIn();
  await page.goto('/admin/campaigns');
  await page.getByRole('button', { name: `View QR: ${campaign.name}` }).click();
  await page.getByRole('tab', { name: 'Poster' }).click();
  const dialog = page.getByRole('dialog');
  const print = dialog.getByRole('button', { name: 'Print Poster' });
  const sheet = page.locator('[data-print-sheet=poster]');
  await expect(print).toBeEnabled();
  await expectNothing(page, 'a poster');
  await dialog.getByLabel('Headline').fill('Kommen Sie ans Tor 4');

  for (const [paper, { points, most }] of Object.entries(PAPERS)) {
    await dialog.getByLabel('Paper').selectOption(paper);
    for (const count of [1, most]) {
      const chosen = LANGUAGES.slice(0, count);
      for (const [name] of LANGUAGES) {
        await dialog
          .getByRole('checkbox', { name })
          .setChecked(chosen.some((each) => each[0] === name));
      }
      await expect(sheet.locator('svg')).toHaveCount(count);
      await expect(sheet).toHaveAttribute('data-paper', paper.toLowerCase());
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g), `${paper}, ${count}`).toHaveLength(1);
      expect(pdf.match(/\/MediaBox (\[[^\]]*\])/)?.[1]).toMatch(points);

      await page.emulateMedia({ media: 'print' });
      for (const [at, [, language]] of chosen.entries()) {
        const link = campaignLink(agency.origin, { ...campaign, defaultLanguage: language });
        const code = sheet.locator('svg').nth(at);
        const { text } = await readPicture(page, await code.screenshot());
        expect(text, `${paper}, ${language}`).toBe(link);
      }
      const isWhole = await sheet.evaluate((element) =>
        [...element.querySelectorAll('*')].every((each) => {
          const { left, right, bottom } = each.getBoundingClientRect();
          const edge = element.getBoundingClientRect();
          return left >= edge.left && right <= edge.right + 1 && bottom <= edge.bottom + 1;
        }),
      );
      expect(isWhole, `${paper} holds its ${count} languages`).toBe(true);
      await page.emulateMedia({ media: null });
    }
    if (most < LANGUAGES.length) {
      await dialog.getByRole('checkbox', { name: LANGUAGES[most]?.[0] ?? '' }).check();
      await expect(dialog.getByText('too small for phones')).toBeVisible();
      await expect(print).toBeDisabled();
      await expect(sheet).toHaveCount(0);
    }
  }
  await expect(sheet).toContainText('Kommen Sie ans Tor 4');
  await expect(sheet).toContainText(new URL(agency.origin).host);
  await expect(sheet).not.toContainText(campaign.name);
});
