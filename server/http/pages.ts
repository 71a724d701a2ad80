import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import { documentPolicy, WORKER_POLICY } from './headers.ts';

/** Settings that are filled into the built page. */
export interface PageSettings {
  siteUrl: string;
  contactPhone: string;
  contactEmail: string;
  contactLinkedin: string;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** One file of the built page, read once and kept in memory. */
export interface Asset {
  type: string;
  cacheControl: string;
  /** Undefined for the policy of every answer. */
  policy: string | undefined;
  /** The language of a landing document or a manifest. */
  language: Language | undefined;
  etag: string;
  content: Record<Encoding, Buffer | Promise<Buffer>>;
  /** False if the content is the same in every encoding. */
  compressed: boolean;
}

/** The built page by the path of each file, e.g. `/index.de.html`. */
export interface Pages {
  get(path: string): Asset | undefined;
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
const TEXT = /charset/;
/** Files that may have placeholders for settings. */
const FILLED = /\.(html|txt|xml)$|^\/sw\.js$/;
/** From the start until security.txt expires, in milliseconds. RFC 9116 asks for less than a year. */
const SECURITY_HOLDS = 360 * 24 * 60 * 60_000;
const PICTURES = /^\/(icons|launch|share|install)\//;
/** Bytes below which a compressed answer saves no packet. */
const SMALLEST = 1_024;

/**
 * The built page. Reads each file at its first request and fills the owner's settings in: `%SITE_URL%`,
 * `%CONTACT_PHONE%`, `%CONTACT_MAIL_B64%` (base64 hides the address from spammers' crawlers) and
 * `%CONTACT_LINKEDIN%` in documents, robots.txt, sitemap.xml and security.txt; `%SETTINGS_REVISION%` in
 * documents and in sw.js.
 */
export class BuiltPages implements Pages {
  readonly #files = new Map<string, string>();
  readonly #assets = new Map<string, Asset>();
  readonly #policy: string;
  readonly #fillings: Map<string, string>;

  /**
   * @param folder of the build; `csp.json` in it lists the hashes of inline scripts, `.br` and `.gz`
   *   beside a file are its compressed forms
   */
  constructor(folder: string, settings: PageSettings) {
    this.#policy = documentPolicy(scriptHashes(folder));
    this.#fillings = fillingsOf(settings);
    for (const file of filesIn(folder)) {
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      if (TYPES[extname(file)] && path !== '/csp.json') this.#files.set(path, file);
    }
  }

  /** The number of files. */
  get size(): number {
    return this.#files.size;
  }

  get(path: string): Asset | undefined {
    const known = this.#assets.get(path);
    const file = this.#files.get(path);
    if (known || !file) return known;
    try {
      const asset = readAsset(file, path, this.#policy, this.#fillings);
      this.#assets.set(path, asset);
      return asset;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      // Another build has replaced this one.
      this.#files.delete(path);
      return undefined;
    }
  }

  /** Reads the remaining files. After that, a new build on the disk changes nothing. */
  async readAll(): Promise<void> {
    for (const path of this.#files.keys()) {
      this.get(path);
      // Lets requests run between two files.
      await new Promise(setImmediate);
    }
  }
}

function readAsset(
  file: string,
  path: string,
  documentsPolicy: string,
  fillings: Map<string, string>,
): Asset {
  const type = TYPES[extname(file)] ?? '';
  const document = path.endsWith('.html');
  const raw = readFileSync(file);
  const identity = FILLED.test(path) ? fill(raw, fillings) : raw;
  const compressed = TEXT.test(type) && identity.length >= SMALLEST;
  const untouched = identity === raw;
  return {
    type,
    cacheControl: cacheControlOf(path),
    policy: (document && documentsPolicy) || (path === '/sw.js' && WORKER_POLICY) || undefined,
    language: languageOf(path),
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    compressed,
    content: {
      identity,
      br: compressed ? readOr(untouched, `${file}.br`, () => toBrotli(identity)) : identity,
      gzip: compressed ? readOr(untouched, `${file}.gz`, () => toGzip(identity)) : identity,
    },
  };
}

/** Names under /assets contain a hash of the content; other files may change under their name. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return PICTURES.test(path) ? 'public, max-age=86400' : 'no-cache';
}

function languageOf(path: string): Language | undefined {
  if (path === '/index.html') return DEFAULT_LANGUAGE;
  return LANGUAGE_CODES.find(
    (language) =>
      path === `/index.${language}.html` || path === `/manifest.${language}.webmanifest`,
  );
}

function fill(raw: Buffer, fillings: Map<string, string>): Buffer {
  const text = raw.toString('utf8');
  const filled = text.replace(/%[A-Z0-9_]+%/g, (name) => fillings.get(name) ?? name);
  return filled === text ? raw : Buffer.from(filled);
}

/** The settings by their placeholders. */
export function fillingsOf(settings: PageSettings): Map<string, string> {
  const { siteUrl, contactPhone, contactEmail, contactLinkedin } = settings;
  const revision = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  return new Map([
    ['%SITE_URL%', escapeHtml(siteUrl)],
    ['%SITE_URL_ENCODED%', encodeURIComponent(siteUrl)],
    ['%CONTACT_PHONE%', escapeHtml(contactPhone)],
    ['%CONTACT_PHONE_DIGITS%', contactPhone.replace(/\D/g, '')],
    ['%CONTACT_MAIL_B64%', Buffer.from(contactEmail).toString('base64')],
    ['%CONTACT_LINKEDIN%', escapeHtml(contactLinkedin)],
    // For JSON inside a script element.
    [
      '%CONTACT_LINKEDIN_JSON%',
      JSON.stringify(contactLinkedin).slice(1, -1).replaceAll('<', '\\u003c'),
    ],
    ['%SECURITY_EXPIRES%', securityExpiry()],
    ['%SETTINGS_REVISION%', revision.slice(0, 12)],
  ]);
}

/** In whole days: a restart on the same day gives the same file. */
function securityExpiry(): string {
  return `${new Date(Date.now() + SECURITY_HOLDS).toISOString().slice(0, 10)}T00:00:00Z`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function scriptHashes(folder: string): string[] {
  const file = join(folder, 'csp.json');
  if (!existsSync(file)) return [];
  const hashes: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const valid = (hash: unknown) => typeof hash === 'string' && /^sha256-[\w+/]+=*$/.test(hash);
  if (!Array.isArray(hashes) || !hashes.every(valid))
    throw new Error(`${file} is no list of hashes.`);
  return hashes;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readOr(
  readable: boolean,
  file: string,
  make: () => Promise<Buffer>,
): Buffer | Promise<Buffer> {
  return readable && existsSync(file) ? readFileSync(file) : make();
}

function toBrotli(content: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return promisify(brotliCompress)(content, { params });
}

function toGzip(content: Buffer): Promise<Buffer> {
  return promisify(gzip)(content, { level: 9 });
}
