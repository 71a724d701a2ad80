import { renderToString } from 'react-dom/server';
import type { PublicSite } from '#contract/site.ts';
import { LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import { loadSiteTexts } from '#pwa/i18n/site-texts.ts';
import { setPublishedSite } from '#pwa/lib/published-site.ts';
import type { Frame, RenderDocuments } from './frame.ts';
import { Page } from './page.tsx';
import { addressOf, escapeHtml, sharingTags } from './sharing.ts';

const NOBODY = Promise.resolve(null);

/**
 * The build renders what was shipped, the server what the owner has published, one publication at a time: which one
 * is rendered is known to the module.
 */
export const renderDocuments: RenderDocuments = async (frame, site) => {
  setPublishedSite(site);
  const documents: Record<string, string> = {};
  for (const language of LANGUAGE_CODES) {
    const name = language === 'en' ? 'index.html' : `index.${language}.html`;
    documents[name] = await render(frame, language, site);
  }
  return { documents, data: site ? dataOf(site) : '' };
};

async function render(frame: Frame, language: Language, site: PublicSite | null): Promise<string> {
  const texts = await loadSiteTexts(language);
  const html = renderToString(<Page language={language} texts={texts} user={NOBODY} />);
  const { title, description } = texts.meta;
  const { name: brand, tagline } = texts.brand;
  const page = { language, title, description, brand, tagline };
  const own = site && { ...site, texts: { [language]: site.texts[language] ?? {} } };
  return frame.html
    .replace(
      '<html lang="en">',
      `<html lang="${language}" data-texts="${frame.texts[language]}" data-first-frame>`,
    )
    .replace('%TITLE%', () => escapeHtml(title))
    .replace('%DESCRIPTION%', () => escapeHtml(description))
    .replace('%CANONICAL%', addressOf(language))
    .replace('<!--sharing-->', () => sharingTags(page))
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${html}</div>${own ? dataOf(own) : ''}`,
    );
}

/** What the page's scripts read of the publication: data, which no policy needs to allow. */
function dataOf(site: PublicSite): string {
  const data = JSON.stringify(site).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="published">${data}</script>`;
}
