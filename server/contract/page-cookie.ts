/**
 * The full name of a cookie that the page itself writes. On https it is a `__Host-` name: browsers take it from this
 * site only, not from a name below it or from plain http.
 */
export function pageCookie(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}
