import { renderToString } from 'react-dom/server';
import { shownLanguages } from '#contract/fields/language.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { LEGAL_FIELDS, type PublicSite } from '#contract/site.ts';
import { descriptionOf, loadSiteTexts, titleOf } from '#pwa/i18n/site-texts.ts';
import { setPublishedSite } from '#pwa/lib/published-site.ts';
import { BELOW } from './below.tsx';
import { FormPage } from './form-page.tsx';
import {
  dataOf,
  documentName,
  type Frame,
  languagesAttribute,
  type RenderDocuments,
  type RenderInquiry,
} from './frame.ts';
import { renderInquiryPages } from './inquiry-documents.tsx';
import { renderLegalPages } from './legal-documents.tsx';
import { renderOfferDocument } from './offer-document.tsx';
import { Page } from './page.tsx';
import { addressOf, escapeHtml, type SharedAgent, sharingTags, sitemap } from './sharing.ts';

const NOBODY = Promise.resolve(null);

/**
 * The build renders the shipped texts, the server the published ones, one publication at a time: which one
 * is rendered is known to the module.
 */
export const renderDocuments: RenderDocuments = async (frame, site, days) => {
  setPublishedSite(site);
  const documents: Record<string, string> = {};
  for (const language of LANGUAGE_CODES) {
    documents[documentName('index', language)] = await render(frame, language, site);
  }
  Object.assign(documents, await renderLegalPages(frame.legalCss, site, days?.legal));
  Object.assign(documents, await renderInquiryPages(frame.inquiry, site));
  if (site)
    documents['sitemap.xml'] = sitemap(shownLanguages(site.settings.hiddenLanguages), days?.site);
  return { documents, data: site ? dataOf(site) : '' };
};

/** The page that answers a form without JavaScript: thanks, or the list of faults. It has no script. */
export const renderInquiry: RenderInquiry = async (frame, language, answer) => {
  const texts = await loadSiteTexts(language);
  const html = renderToString(<FormPage language={language} texts={texts} answer={answer} />);
  const { success, error } = texts.contact;
  const title = `${('sent' in answer ? success : error).title} · ${texts.brand.name}`;
  const description = descriptionOf(texts);
  return frame.html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('%TITLE%', () => escapeHtml(title))
    .replace('%DESCRIPTION%', () => escapeHtml(description))
    .replace(/<link rel="canonical"[^>]*>/, '')
    .replace('<!--sharing-->', '<meta name="robots" content="noindex">')
    .replace('</head>', () => `${frame.sheet}</head>`)
    .replace('<div id="root"></div>', () => html);
};

/** A player's page for one club: a whole document without scripts. */
export const renderOffer = renderOfferDocument;

/** Facts about the agent for shared links, once a name or a licence is published. */
function agentOf(site: PublicSite | null, brand: string): SharedAgent | null {
  const {
    name,
    licence = '',
    licenceLink = '',
    twitter,
    facebook,
    portrait,
  } = site?.settings ?? {};
  if (!name && !licence) return null;
  return {
    name: name || brand,
    licence,
    licenceLink,
    profiles: [twitter, facebook].flatMap((link) => link || []),
    portrait: portrait ? `/portrait/${portrait.id}.jpg` : '',
  };
}

async function render(frame: Frame, language: Language, site: PublicSite | null): Promise<string> {
  const texts = await loadSiteTexts(language);
  const html = renderToString(<Page language={language} texts={texts} user={NOBODY} />);
  const title = titleOf(texts);
  const description = descriptionOf(texts);
  const { name: brand, tagline } = texts.brand;
  const languages = shownLanguages(site?.settings.hiddenLanguages);
  const { city = '' } = site?.settings ?? {};
  const agent = agentOf(site, brand);
  const shared = site?.settings.shared?.[language];
  const page = { language, title, description, brand, tagline, city, agent, languages, shared };
  const own = site && onLanding(site, language);
  return frame.html
    .replace(
      '<html lang="en">',
      `<html lang="${language}" data-texts="${frame.texts[language]}" data-first-frame${languagesAttribute(site)}>`,
    )
    .replace('%TITLE%', () => escapeHtml(title))
    .replace('%DESCRIPTION%', () => escapeHtml(description))
    .replace('%CANONICAL%', addressOf(language))
    .replace('<!--sharing-->', () => sharingTags(page))
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${html.replace(BELOW, () => frame.loader + frame.sheet)}</div>${own ? dataOf(own) : ''}`,
    );
}

function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/** What the landing page needs of a publication, in its language: each visitor loads it. */
function onLanding({ settings, texts }: PublicSite, language: Language): PublicSite {
  const elsewhere: readonly string[] = [...LEGAL_FIELDS, 'shared', 'rules', 'windows'];
  const set = Object.entries(settings).filter(
    ([name, value]) => !isEmpty(value) && !elsewhere.includes(name),
  );
  return { settings: Object.fromEntries(set), texts: { [language]: texts[language] ?? {} } };
}
