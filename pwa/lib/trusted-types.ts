/** What a policy of Trusted Types answers; anything else than text makes the browser refuse. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML(html: string): string | null;
      createScriptURL(url: string): string | null;
    },
  ): unknown;
}

/** The one script whose address may be given as text: the service worker. */
const WORKER = '/sw.js';

/**
 * Installs the page's only Trusted Types policy: text without markup may pass
 * where HTML is expected, and the service worker's address where a script is. Everything else that
 * the browser guards is refused. Call it once, before anything draws; browsers without Trusted Types
 * are left alone.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html.includes('<') ? null : html),
    createScriptURL: (url) => (url === WORKER ? url : null),
  });
}
