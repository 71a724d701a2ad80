import type { Language } from '#contract/fields/vocabulary.ts';
import { shortCampaignLink } from '#contract/paths/campaign-link.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { readPrinted } from './printed-codes.ts';
import { aCampaign } from './server-records.ts';

/** Width and height of the papers in points. */
const PAPERS = {
  A6: /\[0 0 29[78][.\d]* (419|420)[.\d]*\]/,
  A5: /\[0 0 (419|420)[.\d]* 59[456][.\d]*\]/,
  A4: /\[0 0 59[456][.\d]* 84[12][.\d]*\]/,
  A3: /\[0 0 84[12][.\d]* 119[01][.\d]*\]/,
};
/** As long as a headline may be. */
const HEADLINE = 'Wir beraten Nachwuchsspieler und ihre Eltern bei Vertragsverhandlungen in Europa';
const LANGUAGES = [
  ['Deutsch', 'de'],
  ['English', 'en'],
  ['Español', 'es'],
  ['Français', 'fr'],
  ['Italiano', 'it'],
] as const satisfies readonly (readonly [string, Language])[];

test('a poster is one page of its paper, each language with a code that reads, as many as phones can read', {
  tag: ['@desktop', '@all'],
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
  await dialog.getByLabel('Headline').fill(HEADLINE);
  // The longest words that a poster takes.
  await dialog
    .getByLabel('Text')
    .fill(`Fragen Sie nach ${'unserem Berater '.repeat(4)}`.slice(0, 80));

  for (const [paper, points] of Object.entries(PAPERS)) {
    await dialog.getByLabel('Paper').selectOption(paper);
    for (const count of [1, LANGUAGES.length]) {
      const chosen = LANGUAGES.slice(0, count);
      for (const [name] of LANGUAGES) {
        await dialog
          .getByRole('checkbox', { name })
          .setChecked(chosen.some((each) => each[0] === name));
      }
      await expect(sheet.locator('[lang] svg')).toHaveCount(count);
      await expect(sheet.locator('[data-paper]')).toHaveAttribute(
        'data-paper',
        paper.toLowerCase(),
      );
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/MediaBox (\[[^\]]*\])/)?.[1]).toMatch(points);
      const links = chosen.map(([, language]) =>
        shortCampaignLink(agency.origin, { id: campaign.id, language }),
      );
      expect(await readPrinted(pdf), `${paper}, ${count}`).toEqual(links.sort());

      await page.emulateMedia({ media: 'print' });
      const head = sheet.locator('p').first().locator('../..');
      await expect(head).toHaveCSS('background-color', 'rgb(15, 77, 52)');
      await expect(head).toHaveCSS('print-color-adjust', 'exact');
      const isWhole = await sheet.evaluate((element) => {
        const boxes = [...element.querySelectorAll('p, svg')].map((each) =>
          each.getBoundingClientRect(),
        );
        const edge = element.getBoundingClientRect();
        const isInside = boxes.every(
          ({ left, right, bottom }) =>
            left >= edge.left && right <= edge.right + 1 && bottom <= edge.bottom + 1,
        );
        const isApart = boxes.every((one, at) =>
          boxes
            .slice(at + 1)
            .every(
              (other) =>
                one.right <= other.left + 1 ||
                other.right <= one.left + 1 ||
                one.bottom <= other.top + 1 ||
                other.bottom <= one.top + 1,
            ),
        );
        return isInside && isApart;
      });
      expect(isWhole, `${paper} holds its ${count} languages`).toBe(true);
      await page.emulateMedia({ media: null });
    }
  }
  await expect(sheet).toContainText(HEADLINE);
  // What is printed is seen before.
  await expect(dialog.locator('[data-parts="5"]')).toContainText(HEADLINE);
  await expect(sheet).toContainText(new URL(agency.origin).host);
  await expect(sheet).toContainText('Persönliche Antwort innerhalb von 48 Stunden');
  await expect(sheet).not.toContainText(campaign.name);

  // The large code and the labels are printed from the first tab.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('tab', { name: 'QR', exact: true }).click();
  await dialog.getByText('More', { exact: true }).click();
  const link = shortCampaignLink(agency.origin, { id: campaign.id, language: null });
  for (const [name, [columns, rows]] of [
    ['Print Large', [1, 1]],
    ['Print Small Ones', [4, 5]],
  ] as const) {
    await dialog.getByRole('button', { name }).click();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const read = await readPrinted(pdf, columns, rows);
    expect(read, name).toEqual(Array(columns * rows).fill(link));
  }
});
