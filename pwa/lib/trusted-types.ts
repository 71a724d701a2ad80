/** The part of the Trusted Types API in use, which TypeScript's library lacks. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML(html: string): string | null;
      createScriptURL(url: string): string | null;
    },
  ): unknown;
}

/** The only script URL that may be text: the service worker. */
const WORKER = '/sw.js';

/**
 * Installs the page's only Trusted Types policy. It allows text without markup as HTML and the service
 * worker's address as a script URL; the browser refuses everything else. Call it once, before the first
 * render. Does nothing in browsers without Trusted Types.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html.includes('<') ? null : html),
    createScriptURL: (url) => (url === WORKER ? url : null),
  });
}
