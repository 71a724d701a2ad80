import type { PublicSite } from '#contract/site.ts';
import type { Language } from '#contract/vocabulary.ts';

/** The part of a document that is alike in every language, and the addresses of the texts. */
export interface Frame {
  html: string;
  texts: Record<Language, string>;
}

/**
 * Renders the landing page in every language: `documents` by file name, index.html (English) and
 * index.<language>.html. `data` is the publication for documents that are not rendered.
 */
export type RenderDocuments = (
  frame: Frame,
  site: PublicSite | null,
) => Promise<{ documents: Record<string, string>; data: string }>;
