import { renderToString } from 'react-dom/server';
import { shownLanguages } from '#contract/fields/language.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { LEGAL_PAGES, type LegalPage } from '#contract/paths/public-pages.ts';
import type { PublicSite } from '#contract/site.ts';
import { legalDocument } from '#pwa/features/legal/sections.ts';
import { loadLegalTexts } from '#pwa/i18n/all-texts.ts';
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import { textsIn } from '#pwa/i18n/translate.ts';
import { documentName } from './frame.ts';
import { LegalPageView } from './legal-page.tsx';
import { addressOf, alternates, escapeHtml } from './sharing.ts';

/**
 * The legal pages in every language by file name: whole documents without scripts, styled by `css`.
 *
 * @param changed the day of the owner's last change of them
 */
export async function renderLegalPages(
  css: string,
  site: PublicSite | null,
  changed?: string,
): Promise<Record<string, string>> {
  const documents: Record<string, string> = {};
  for (const language of LANGUAGE_CODES) {
    for (const page of LEGAL_PAGES) {
      documents[documentName(page, language)] = await render(page, language, css, site, changed);
    }
  }
  return documents;
}

async function render(
  page: LegalPage,
  language: Language,
  css: string,
  site: PublicSite | null,
  changed: string | undefined,
): Promise<string> {
  const texts = await loadLegalTexts(language);
  const t = textsIn(texts, language);
  const html = renderToString(
    <TextProvider value={{ t, language, chooseLanguage: () => undefined }}>
      <LegalPageView page={page} settings={site?.settings} changed={changed} />
    </TextProvider>,
  );
  const { title, intro } = legalDocument(page);
  const say = (key: typeof title) => escapeHtml(t(key));
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${say(title)} · ${escapeHtml(texts.brand.name)}</title><meta name="description" content="${say(intro)}"><meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#101814" media="(prefers-color-scheme: dark)"><link rel="canonical" href="${addressOf(language, `/${page}`)}">${alternates(`/${page}`, shownLanguages(site?.settings.hiddenLanguages))}<link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png"><style>${css}</style></head><body>${html}</body></html>`;
}
