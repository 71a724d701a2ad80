import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { somePageSettings } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onSqlite } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { BuiltPages } from './pages.ts';
import { acceptedLanguages } from './static.ts';

const LONG = 'x'.repeat(2_000);
const FILES: Record<string, string | Buffer> = {
  'index.html': `<html lang="en">%SITE_URL% %CONTACT_PHONE% %CONTACT_MAIL_B64% ${LONG}</html>`,
  'index.de.html': `<html lang="de">${LONG}</html>`,
  'index.es.html': '<html lang="es">short</html>',
  'app.html': `<html><meta content="%CONTACT_LINKEDIN%"><b>100%</b>%UNKNOWN% ${LONG}</html>`,
  'sw.js': 'const S = "%SETTINGS_REVISION%";',
  'manifest.webmanifest': '{"lang":"en"}',
  'manifest.de.webmanifest': '{"lang":"de"}',
  'robots.txt': 'Sitemap: %SITE_URL%/sitemap.xml',
  'imprint.html': '<p>%CONTACT_MAIL_TEXT%</p>',
  'imprint.de.html': '<p>Impressum</p>',
  'inquiry.html': '<html lang="en">Opening</html>',
  'inquiry.de.html': '<html lang="de">Öffnet</html>',
  'sitemap.xml': '<loc>%SITE_URL%/?lang=de</loc>',
  '.well-known/security.txt': 'Contact: %SITE_URL%/\nExpires: %SECURITY_EXPIRES%',
  'linked.html': '{"sameAs":"%CONTACT_LINKEDIN_JSON%"}',
  'csp.json': '["sha256-AbC+/9="]',
  'icons/icon-192.png': Buffer.from([137, 80, 78, 71]),
  'assets/main-abc.js': `// ${LONG}`,
  'assets/main-abc.js.br': brotliCompressSync('prebuilt brotli'),
  'assets/main-abc.js.map': '{}',
  'assets/font-abc.woff2': Buffer.alloc(3_000),
};

function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

onSqlite('the page', ({ open }) => {
  async function visit(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const pages = new BuiltPages(builtPage(), somePageSettings);
    const { origin } = await serveApp(await open(), { pages });
    return new Client(origin).send(method, path, { headers });
  }
  const languageOf = async (path: string, headers: Record<string, string>) =>
    (await visit(path, headers)).headers.get('Content-Language');

  test('V1.3.7 R-01, W-02 is the document of the visitor’s language, with the owner’s settings', async () => {
    const answer = await visit('/');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Content-Language')).toBe('en');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.headers.get('Vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' 'sha256-AbC+/9='; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default",
    );
    const text = await answer.text();
    const mail = Buffer.from('office@agency.test').toString('base64');
    expect(text).toContain(`https://agency.test +34 600 000 000 ${mail} `);
    expect(text).not.toContain('office@');
  });

  test('I-01, K-06, Q-03 is in the language of the address, the choice, the browser, the cookie, in this order', async () => {
    const browser = { 'Accept-Language': 'fr;q=0.2, de-AT;q=0.9, es;q=0.4' };
    expect(await languageOf('/', browser)).toBe('de');
    expect(await languageOf('/?lang=es', browser)).toBe('es');
    expect(await languageOf('/?lang=xx', browser)).toBe('de');
    expect(await languageOf('/?lang=es&lang=de', browser)).toBe('es');
    const chosen = { Cookie: 'i18next=es; i18next_chosen=1' };
    expect(await languageOf('/', { ...browser, ...chosen })).toBe('es');
    expect(await languageOf('/?lang=de', chosen)).toBe('de');
    expect(await languageOf('/', { ...browser, Cookie: 'i18next=es' })).toBe('de');
    expect(await languageOf('/', { Cookie: 'i18next=es' })).toBe('es');
    expect(await languageOf('/', { 'Accept-Language': 'pl, *;q=0.1' })).toBe('en');
  });

  test('is a legal page in the visitor’s language, with the address character by character', async () => {
    const answer = await visit('/imprint');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Language')).toBe('en');
    const text = await answer.text();
    expect(text).not.toContain('office@');
    const read = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(read).toBe('<p>office@agency.test</p>');
    const german = { 'Accept-Language': 'de-AT' };
    expect(await (await visit('/imprint/', german)).text()).toBe('<p>Impressum</p>');
    expect(await languageOf('/imprint?lang=de', {})).toBe('de');
  });

  test('is the page of a private link in the visitor’s language, and no cache keeps it', async () => {
    const german = await visit('/inquiry?lang=de');
    expect(await german.text()).toBe('<html lang="de">Öffnet</html>');
    expect(await languageOf('/inquiry/', {})).toBe('en');
    expect(Object.fromEntries(german.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-language': 'de',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  });

  test.each(['/auth', '/dashboard', '/dashboard/', '/dashboard/applications/new', '/more'])(
    'R-02 to R-09 is the shell at %s',
    async (path) => {
      const answer = await visit(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Language')).toBeNull();
      const text = await answer.text();
      expect(text).toContain(
        'content="https://www.linkedin.com/in/a?b=&quot;c&quot;&amp;d=&lt;e&gt;"',
      );
      expect(text).toContain('<b>100%</b>%UNKNOWN%');
    },
  );

  test.each(['/nope', '/dashboard/xyz', '/dashboard/applications', '/authx', '/a/b/c'])(
    'R-10, Q-06 is the shell with status 404 at %s',
    async (path) => {
      const answer = await visit(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  test.each([
    '/nope.js',
    '/assets/old-hash.js',
    '/csp.json',
    '/assets/main-abc.js.br',
    '/assets/main-abc.js.map',
    '/.well-known/other.txt',
    '/.env',
    '/.git/config',
    '/assets/..%2f..%2fpackage.json',
    '/%',
    '/a%00b',
    '/%ff',
  ])('is a plain 404 at %s', async (path) => {
    const answer = await visit(path);
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found\n']);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('has hashed files that a browser may keep for ever, and others that it asks for again', async () => {
    const asset = await visit('/assets/main-abc.js');
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    const worker = await visit('/sw.js');
    expect(worker.headers.get('Cache-Control')).toBe('no-cache');
    expect(worker.headers.get('Content-Security-Policy')).toContain("connect-src 'self'");
    expect(await worker.text()).toMatch(/^const S = "[\da-f]{12}";$/);
    const manifest = await visit('/manifest.webmanifest');
    expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json; charset=utf-8');
    expect((await visit('/icons/icon-192.png')).headers.get('Content-Type')).toBe('image/png');
    expect((await visit('/index.de.html')).headers.get('Content-Language')).toBe('de');
  });

  test('keeps its process only as a public document, and switches features off only in documents', async () => {
    const headersOf = async (path: string) => {
      const { headers } = await visit(path);
      const named = ['cross-origin-opener-policy', 'permissions-policy', 'x-content-type-options'];
      return named.map((name) => headers.has(name));
    };
    expect(await headersOf('/')).toEqual([false, true, true]);
    expect(await headersOf('/imprint')).toEqual([false, true, true]);
    expect(await headersOf('/dashboard')).toEqual([true, true, true]);
    expect(await headersOf('/assets/main-abc.js')).toEqual([true, false, true]);
  });

  test('W-01 I-02 has a manifest in the visitor’s language', async () => {
    const langOf = async (path: string, headers: Record<string, string>) => {
      const answer = await visit(path, headers);
      expect(answer.headers.get('Vary')).toContain('Accept-Language');
      return (JSON.parse(await answer.text()) as { lang: string }).lang;
    };
    expect(await langOf('/manifest.webmanifest', {})).toBe('en');
    expect(await langOf('/manifest.webmanifest', { 'Accept-Language': 'de-AT,en;q=0.5' })).toBe(
      'de',
    );
    expect(await langOf('/manifest.webmanifest?lang=de', { 'Accept-Language': 'en' })).toBe('de');
    expect(await langOf('/manifest.webmanifest', { 'Accept-Language': 'pt' })).toBe('en');
  });

  test('has its address in what search engines and researchers read', async () => {
    const robots = await visit('/robots.txt');
    expect(robots.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await robots.text()).toBe('Sitemap: https://agency.test/sitemap.xml');
    const sitemap = await visit('/sitemap.xml');
    expect(sitemap.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(await sitemap.text()).toBe('<loc>https://agency.test/?lang=de</loc>');
    const security = await (await visit('/.well-known/security.txt')).text();
    expect(security).toContain('Contact: https://agency.test/');
    const expires = Date.parse(security.split('Expires: ')[1] ?? '') - Date.now();
    expect(expires).toBeGreaterThan(300 * 24 * 60 * 60_000);
    expect(expires).toBeLessThan(365 * 24 * 60 * 60_000);
  });

  test('V1.2.3 has settings in its structured data as JSON, which cannot end the script', async () => {
    const text = await (await visit('/linked.html')).text();
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ sameAs: somePageSettings.contactLinkedin });
  });

  test('is a 304 for a browser that has it, in the encoding that it has', async () => {
    const pages = new BuiltPages(builtPage(), somePageSettings);
    const { port } = await serveApp(await open(), { pages });
    const get = (headers: Record<string, string>) =>
      fetchRaw(port, '/', { 'Accept-Encoding': 'br', ...headers });
    const { etag = '' } = (await get({})).headers;
    expect(etag).toMatch(/^"[\w-]{22}-br"$/);

    const again = await get({ 'If-None-Match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await get({ 'If-None-Match': etag, 'Accept-Encoding': 'gzip' })).status).toBe(200);
    expect((await get({ 'If-None-Match': etag, 'Accept-Language': 'de' })).status).toBe(200);
  });

  test('is answered to HEAD without a body, and to nothing else', async () => {
    const head = await visit('/', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(0);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await visit('/', {}, method);
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('leads what another app has shared to the page that asks for it once more, and keeps nothing', async () => {
    const answer = await visit('/dashboard/shared', {}, 'POST');
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/dashboard/shared?missed',
    ]);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect((await visit('/dashboard/shared?missed')).status).toBe(200);
    expect((await visit('/dashboard/import', {}, 'POST')).status).toBe(405);
  });

  test('stays that of one build when another is put in its place', async () => {
    const folder = builtPage();
    const pages = new BuiltPages(folder, somePageSettings);
    const late = new BuiltPages(folder, somePageSettings);
    await pages.readAll();
    rmSync(folder, { recursive: true });
    const { origin } = await serveApp(await open(), { pages });
    for (const path of ['/', '/robots.txt']) {
      expect((await new Client(origin).send('GET', path)).status).toBe(200);
    }
    const { origin: other } = await serveApp(await open(), { pages: late });
    expect((await new Client(other).send('GET', '/robots.txt')).status).toBe(404);
  });

  test('is sent as small as the browser can read it', async () => {
    const pages = new BuiltPages(builtPage(), somePageSettings);
    const { port } = await serveApp(await open(), { pages });
    const get = async (path: string, accepted: string) => {
      const { headers, body } = await fetchRaw(port, path, { 'Accept-Encoding': accepted });
      return { encoding: headers['content-encoding'], body };
    };

    const brotli = await get('/', 'gzip, deflate, br, zstd');
    expect(brotli.encoding).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toContain(LONG);
    const gzip = await get('/', 'gzip, br;q=0');
    expect(gzip.encoding).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toContain(LONG);
    expect((await get('/', 'identity')).body.toString()).toContain(LONG);
    expect((await get('/', '*;q=0')).encoding).toBeUndefined();
    const prebuilt = await get('/assets/main-abc.js', 'br');
    expect(brotliDecompressSync(prebuilt.body).toString()).toBe('prebuilt brotli');
    expect((await get('/assets/font-abc.woff2', 'br')).encoding).toBeUndefined();
    expect((await get('/?lang=es', 'br')).encoding).toBeUndefined();
  });
});

/** Unlike fetch() it adds no header and decodes nothing. */
function fetchRaw(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const call = request({ port, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const { statusCode: status } = answer;
          resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) });
        });
      });
      call.on('error', reject);
      call.end();
    },
  );
}

test('Accept-Language is read with its weights', () => {
  expect(acceptedLanguages('de')).toEqual(['de']);
  expect(acceptedLanguages('en;q=0.3,de-AT;q=0.9, es ; q=0.91,fr')).toEqual([
    'fr',
    'es',
    'de-AT',
    'en',
  ]);
  expect(acceptedLanguages('de;q=0, en;q=x, it;Q=1')).toEqual(['it']);
  expect(acceptedLanguages('')).toEqual([]);
});

test('Accept-Language full of blanks, as long as a header may be, is read in one go', async () => {
  const blanks = ' '.repeat(15_000);
  // A step for each pair of blanks would take half a second.
  for (let times = 0; times < 30; times += 1) {
    expect(acceptedLanguages(`de${blanks}x, it${blanks};${blanks}q=0.5`)).toHaveLength(2);
    await pause(0);
  }
}, 5_000);
