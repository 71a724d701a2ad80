/** The legal pages: documents without scripts. */
export const LEGAL_PAGES = ['privacy', 'terms', 'imprint'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** The pages that have a document of their own in every language. */
export const PUBLIC_PAGES = ['index', 'inquiry', ...LEGAL_PAGES] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** The public page at an address, with or without a slash at its end. */
export function publicPageAt(path: string): PublicPage | undefined {
  if (path === '/') return 'index';
  return PUBLIC_PAGES.find(
    (page) => page !== 'index' && (path === `/${page}` || path === `/${page}/`),
  );
}

/** The legal page at an address, likewise. */
export function legalPageAt(path: string): LegalPage | undefined {
  const found = publicPageAt(path);
  return LEGAL_PAGES.find((page) => page === found);
}
