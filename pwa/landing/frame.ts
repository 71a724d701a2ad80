import type { LegalPage } from '#contract/app-paths.ts';
import type { PublicSite } from '#contract/site.ts';
import { DEFAULT_LANGUAGE, type Language } from '#contract/vocabulary.ts';

/** The part of a document that is alike in every language, and the addresses of the texts. */
export interface Frame {
  html: string;
  texts: Record<Language, string>;
  /** The style of the legal pages. */
  legalCss: string;
}

/**
 * Renders the public documents in every language: `documents` by file name (see documentName()). `data` is the
 * publication for documents that are not rendered, `changed` its day, `2026-11-23`.
 */
export type RenderDocuments = (
  frame: Frame,
  site: PublicSite | null,
  changed?: string,
) => Promise<{ documents: Record<string, string>; data: string }>;

/** The file of a public document: `index.html` is English, `index.de.html` German. */
export function documentName(page: 'index' | LegalPage, language: Language): string {
  return language === DEFAULT_LANGUAGE ? `${page}.html` : `${page}.${language}.html`;
}

/** What a document's scripts read of a publication: data, which no policy needs to allow. */
export function dataOf(site: PublicSite): string {
  const data = JSON.stringify(site).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="published">${data}</script>`;
}
