import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { PUBLIC_PAGES } from '#contract/paths/public-pages.ts';
import type { Encoding } from '#server/http/transport/compress.ts';
import { WORKER_POLICY } from '#server/http/transport/headers.ts';
import { fill } from './page-settings.ts';

/** One file of the built page in memory. */
export interface Asset {
  type: string;
  cacheControl: string;
  /** Its Content-Security-Policy; undefined for that of every answer. */
  policy: string | undefined;
  /** The language of a public document or a manifest. */
  language: Language | undefined;
  /** Depends on the content, not on the encoding. */
  tag: string;
  plain: Buffer;
  /** Null if compressing does not pay. */
  compressed: Record<Encoding, Buffer | Promise<Buffer>> | null;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Files that may have placeholders for settings. */
const FILLED = /\.(html|txt|xml)$|^\/sw\.js$/;
const PICTURES = /^\/(drawings|icons|launch|share|install)\//;
/** Brotli's quality at first: all documents of a publication take 20 ms instead of 1 s, and are a tenth larger. */
const QUICK = 5;
/** Bytes below which a compressed answer saves no packet. */
const SMALLEST = 1_024;

/** What only this server reads of a build. */
const NOT_SERVED: ReadonlySet<string> = new Set(['/csp.json', '/landing.json']);

/** True for a file that differs with settings or publication. */
export function isFilled(path: string): boolean {
  return FILLED.test(path);
}

/** True for a file that a browser may ask for. */
export function isServed(path: string): boolean {
  return extname(path) in TYPES && !NOT_SERVED.has(path);
}

/**
 * Reads a file and fills the settings in. Throws the system's error, e.g. code ENOENT.
 *
 * @param path the address of the file, e.g. `/index.de.html`
 */
export function readAsset(
  file: string,
  path: string,
  { documentPolicy, fillings }: { documentPolicy: string; fillings: ReadonlyMap<string, string> },
  /** In place of the file's content. */
  published?: Buffer | undefined,
): Asset {
  const type = TYPES[extname(file)] ?? '';
  const raw = published ?? readFileSync(file);
  const plain = FILLED.test(path) ? fill(raw, fillings) : raw;
  const isText = type.includes('charset');
  return {
    type,
    cacheControl: cacheControlOf(path),
    policy: policyOf(path, documentPolicy),
    language: languageOf(path),
    tag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
    compressed:
      isText && plain.length >= SMALLEST
        ? compressedForms(file, plain, {
            isBuilt: plain === raw && !published,
            isQuick: !!published,
          })
        : null,
  };
}

/** A picture of the database, whose address contains a hash of its bytes. */
export function pictureAsset(extension: '.jpg' | '.png' | '.webp', bytes: Uint8Array): Asset {
  return {
    type: TYPES[extension] ?? '',
    cacheControl: FOR_EVER,
    policy: undefined,
    language: undefined,
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    plain: Buffer.from(bytes),
    compressed: null,
  };
}

function policyOf(path: string, documentPolicy: string): string | undefined {
  if (path.endsWith('.html')) return documentPolicy;
  return path === '/sw.js' ? WORKER_POLICY : undefined;
}

/**
 * The page of a private link is not stored: on a device that several people use, Back does not bring it up as it was
 * filled in. Names under /assets contain a hash of the content; other files may change under their name.
 */
function cacheControlOf(path: string): string {
  if (/^\/inquiry(\.\w+)?\.html$/.test(path)) return 'no-store';
  if (path.startsWith('/assets/')) return FOR_EVER;
  return PICTURES.test(path) ? 'public, max-age=86400' : 'no-cache';
}

function languageOf(path: string): Language | undefined {
  if (PUBLIC_PAGES.some((name) => path === `/${name}.html`)) return DEFAULT_LANGUAGE;
  return LANGUAGE_CODES.find(
    (language) =>
      path === `/manifest.${language}.webmanifest` ||
      PUBLIC_PAGES.some((name) => path === `/${name}.${language}.html`),
  );
}

/** Replaces the quick form of a published file by the smallest. */
export async function shrink({ compressed, plain }: Asset): Promise<void> {
  if (compressed) compressed.br = await toBrotli(plain, constants.BROTLI_MAX_QUALITY);
}

/**
 * @param isBuilt false if the build's own compressed files beside it lack the settings
 * @param isQuick true for a form that shrink() replaces
 */
function compressedForms(
  file: string,
  plain: Buffer,
  { isBuilt, isQuick }: { isBuilt: boolean; isQuick: boolean },
): Asset['compressed'] {
  const built = (form: string) => (isBuilt && existsSync(form) ? readFileSync(form) : undefined);
  return {
    br: built(`${file}.br`) ?? toBrotli(plain, isQuick ? QUICK : constants.BROTLI_MAX_QUALITY),
    gzip: built(`${file}.gz`) ?? promisify(gzip)(plain, { level: 9 }),
  };
}

function toBrotli(content: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return promisify(brotliCompress)(content, { params });
}
