import { legalPageAt } from '#contract/paths/public-pages.ts';

/**
 * Makes plain links of this site (`<a href="/search">`) navigate without a reload: components
 * without a router work in both entries. The browser keeps `/api/…`, legal pages, other sites, downloads,
 * other windows, modified clicks and jumps within the page.
 *
 * @param navigate receives path, query and hash
 * @returns a function that stops it
 */
export function followInternalLinks(navigate: (href: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const href = internalTarget(event);
    if (href === null) return;
    event.preventDefault();
    navigate(href);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

function internalTarget(event: MouseEvent): string | null {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || modified) return null;

  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;

  const { origin, pathname, search, hash } = new URL(link.href);
  const isOther = pathname.startsWith('/api/') || legalPageAt(pathname) !== undefined;
  if (origin !== location.origin || isOther) return null;
  const samePage = pathname === location.pathname && search === location.search;
  return samePage && hash !== '' ? null : pathname + search + hash;
}
