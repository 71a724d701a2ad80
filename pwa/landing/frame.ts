import { shownLanguages } from '#contract/fields/language.ts';
import { DEFAULT_LANGUAGE, type Language } from '#contract/fields/vocabulary.ts';
import type { PublicPage } from '#contract/paths/public-pages.ts';
import type { PublicSite } from '#contract/site.ts';

/** The part of a document that is alike in every language, and the addresses of the texts. */
export interface Frame {
  html: string;
  /** Behind the first view: the loader, and the link to the style sheet of the content below. */
  loader: string;
  sheet: string;
  texts: Record<Language, string>;
  /** The style of the legal pages, and of the page of an offer. */
  legalCss: string;
  offerCss: string;
  /** The app's shell with the styles of the private link's page. */
  inquiry: string;
}

/** The answer to an inquiry without JavaScript. */
export type InquiryAnswer =
  /** It has arrived. Null: this browser has sent none in the last minutes. */
  | { sent: { reference: string; link: string } | null }
  /** A limit refused it; or the contract's English messages about its fields, none if all are right. */
  | { refused: 'too-many' | readonly string[] };

/** Renders that page in the design of the last one that was rendered here. */
export type RenderInquiry = (
  frame: Frame,
  language: Language,
  answer: InquiryAnswer,
) => Promise<string>;

/** The days of a publication, and of the last one that changed a legal page: `2026-11-23`. */
export interface PublishedDays {
  site: string;
  legal: string;
}

/**
 * Renders the public documents in every language: `documents` by file name (see documentName()). `data` is the
 * publication for documents that are not rendered.
 */
export type RenderDocuments = (
  frame: Frame,
  site: PublicSite | null,
  days?: PublishedDays,
) => Promise<{ documents: Record<string, string>; data: string }>;

/** The file of a public document: `index.html` is English, `index.de.html` German. */
export function documentName(page: PublicPage, language: Language): string {
  return language === DEFAULT_LANGUAGE ? `${page}.html` : `${page}.${language}.html`;
}

/** Names the languages of a document if the owner hides some. */
export function languagesAttribute(site: PublicSite | null): string {
  const hidden = site?.settings.hiddenLanguages;
  return hidden?.length ? ` data-languages="${shownLanguages(hidden).join(' ')}"` : '';
}

/** What a document's scripts read of a publication: data, which no policy needs to allow. */
export function dataOf(site: PublicSite): string {
  const data = JSON.stringify(site).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="published">${data}</script>`;
}
