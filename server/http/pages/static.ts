import { languageCookies, wantedLanguageOf } from '#contract/fields/language.ts';
import { isAppPath } from '#contract/paths/app-paths.ts';
import { offerTokenIn } from '#contract/paths/offer-path.ts';
import { publicPageAt } from '#contract/paths/public-pages.ts';
import { SHARED_PATH } from '#contract/paths/shared-path.ts';
import { Problem } from '#contract/problems.ts';
import { acceptedEncoding } from '#server/http/transport/compress.ts';
import type { Context, Middleware } from '#server/http/transport/context.ts';
import type { Asset } from './asset.ts';
import type { Pages } from './pages.ts';

/**
 * Serves the built page: the public pages and the manifest in the visitor's language, the files, and the app's
 * shell for the address of a screen. An unknown address gets the shell with status 404; an unknown file (with
 * an extension) a plain 404. Addresses under /api and pages of offers are passed on.
 *
 * @param pages empty if only the API is served
 */
export function servePages(pages: Pages = new Map()): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/api' || ctx.path.startsWith('/api/') || offerTokenIn(ctx.path))
      return next();
    if (ctx.method === 'POST' && ctx.path === SHARED_PATH && pages.get('/app.html')) {
      // The app's worker takes what other apps share. Without it nothing is read, and the page asks for it once more.
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(`${SHARED_PATH}?missed`);
      ctx.status = 303;
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Problem('method-not-allowed', `${ctx.method} is not possible here.`);
    }

    const path = decode(ctx.path);
    const page = path === null ? undefined : publicPageAt(path);
    if (page === 'inquiry') {
      ctx.set('Referrer-Policy', 'no-referrer');
      ctx.set('X-Robots-Tag', 'noindex');
    } else if (page && pages.get(`/${page}.html`)) {
      // By this header the browser changes to another process, 60 to 80 ms on a phone. Who opened a public page learns
      // nothing of it, and pages of one person part with the opener.
      ctx.remove('Cross-Origin-Opener-Policy');
    }
    if (page) return serveInLanguage(ctx, pages, `/${page}`, '.html');
    if (path === '/manifest.webmanifest') {
      return serveInLanguage(ctx, pages, '/manifest', '.webmanifest');
    }
    const file = path === null ? undefined : pages.get(path);
    if (file) return serveAsset(ctx, file, 200);
    const shell = pages.get('/app.html');
    if (!shell || path === null || path.startsWith('/.') || /\.\w+$/.test(path)) {
      return notFound(ctx);
    }
    return serveAsset(ctx, shell, isAppPath(path) ? 200 : 404);
  };
}

/** The decoded path; null if it is malformed or contains a NUL. */
function decode(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Serves a file that exists in every language; the one without a language is English. */
function serveInLanguage(
  ctx: Context,
  pages: Pages,
  name: string,
  extension: string,
): Promise<void> | void {
  const language = wantedLanguageOf(
    {
      query: [ctx.query.lang].flat()[0],
      ...languageCookies(ctx.get('Cookie')),
      browser: acceptedLanguages(ctx.get('Accept-Language')),
    },
    pages.languages,
  );
  const asset = pages.get(`${name}.${language}${extension}`) ?? pages.get(name + extension);
  if (!asset) return notFound(ctx);
  ctx.vary('Accept-Language');
  ctx.vary('Cookie');
  return serveAsset(ctx, asset, 200);
}

/** The languages of an Accept-Language header, preferred first, without languages of q=0. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      // Without a regular expression: one that skips blanks takes a second for a header full of them.
      const [language = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { language, weight: weight === undefined ? 1 : Number.parseFloat(weight) || 0 };
    })
    .filter(({ language, weight }) => language !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language);
}

async function serveAsset(ctx: Context, asset: Asset, status: 200 | 404): Promise<void> {
  const { compressed } = asset;
  const encoding = compressed && acceptedEncoding(ctx);
  ctx.status = status;
  ctx.type = asset.type;
  ctx.set('Cache-Control', asset.cacheControl);
  // Only documents have features to switch off: 5 KB less for a visitor's first 15 files.
  if (!asset.type.startsWith('text/html')) ctx.remove('Permissions-Policy');
  if (asset.policy) ctx.set('Content-Security-Policy', asset.policy);
  if (asset.language) ctx.set('Content-Language', asset.language);
  if (compressed) ctx.vary('Accept-Encoding');
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.etag = `${asset.tag}-${encoding ?? 'identity'}`;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = encoding ? await compressed[encoding] : asset.plain;
}

function notFound(ctx: Context): void {
  ctx.status = 404;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = 'Not found\n';
}
