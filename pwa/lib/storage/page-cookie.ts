import { pageCookie } from '#contract/page-cookie.ts';

/** Whether this page came by https: its cookies have other names then. */
export function isHttps(): boolean {
  return location.protocol === 'https:';
}

/** Writes a cookie of this site for the server. 0 seconds delete it. */
export function writePageCookie(name: string, value: string, seconds: number): void {
  const secure = isHttps() ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${pageCookie(name, isHttps())}=${value}; path=/; max-age=${seconds}; samesite=strict${secure}`;
}

/** Whether the page has set this cookie to `1`. */
export function hasPageCookie(name: string): boolean {
  return document.cookie.split('; ').includes(`${pageCookie(name, isHttps())}=1`);
}
