/**
 * The full name of a cookie that the page itself writes. On https it is a `__Host-` name: browsers take it from this
 * site only, not from a name below it or from plain http.
 */
export function pageCookie(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/**
 * A cookie by which the page says, right before it opens /api/logout, that its storage has nothing that
 * anybody would miss: the answer then has the browser delete the files. Only a page of this site can set it,
 * so no link and no typed address deletes unsent changes.
 */
export const EMPTY_STORAGE = 'empty-storage';
