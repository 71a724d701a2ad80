import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LEGAL_PAGES, type LegalPage } from '#contract/paths/public-pages.ts';
import { NO_CONTENT, type PublicSite } from '#contract/site.ts';
import { loadLegalTexts } from '#pwa/i18n/all-texts.ts';
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import { translate } from '#pwa/i18n/translate.ts';
import { LegalText } from './legal-text.tsx';
import { legalDocument } from './sections.ts';

const SHIPPED = /Last updated: November \d\d, 2026/;

test('a legal page is of the day of its last change, by the owner or in the shipped texts', async () => {
  for (const page of LEGAL_PAGES) {
    expect(await shown(page, {})).toMatch(SHIPPED);
    expect(await shown(page, {}, '2025-01-31')).toMatch(SHIPPED);
    expect(await shown(page, {}, '2027-01-31')).toContain('Last updated: January 31, 2027');
  }
});

test('a person answers for the content: a company, which has a register entry, names one', async () => {
  const legalName = 'Vega Sports S.L.';
  expect(await shown('imprint', { legalName: 'Ana Vega' })).toContain('Ana Vega, at the address');
  const company = { legalName, register: 'RM Sevilla 1' };
  expect(await shown('imprint', company)).toContain('[name of the person responsible], at the');
  const led = { ...company, representative: 'Ana Vega' };
  expect(await shown('imprint', led)).toContain('Ana Vega, at the address');
});

async function shown(
  page: LegalPage,
  settings: PublicSite['settings'],
  changed?: string,
): Promise<string> {
  const texts = await loadLegalTexts('en');
  return renderToString(
    <TextProvider
      value={{
        t: (key, values) => translate(texts, undefined, 'en', key, values),
        language: 'en',
        chooseLanguage: () => undefined,
      }}
    >
      <LegalText
        document={legalDocument(page)}
        settings={{ ...NO_CONTENT.settings, ...settings }}
        changed={changed}
      />
    </TextProvider>,
  );
}
