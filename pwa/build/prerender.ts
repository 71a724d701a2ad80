import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, createServer, type Plugin, type Rolldown } from 'vite';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { LEGAL_PAGES } from '#contract/paths/public-pages.ts';
import { LEGAL_FIELDS, NO_CONTENT, type PublicSite, publicSite } from '#contract/site.ts';
import type { Frame, RenderDocuments } from '#pwa/landing/frame.ts';
import { sitemap } from '#pwa/landing/sharing.ts';
import { fontFaces, rulesFor } from '#pwa/lib/first-styles.ts';
import { SHORT_NAMES } from './css-modules.ts';
import { notLoadedNotice } from './not-loaded-notice.ts';

const PWA = resolve(import.meta.dirname, '..');

/**
 * When the service worker caches a file: `site` at once, the texts of a language after it if the owner shows that,
 * `face` with a page that needs it, `office` after a sign-in, `page` by its language.
 */
export type CacheGroup = 'site' | Language | 'face' | 'office' | 'page';

/**
 * Renders the public documents once per language: index.html (English) and index.<language>.html, with the
 * loader and the styles of the first view inline, which makes it one response; the whole style sheet is linked
 * behind the first view, so it holds up only what is below. And the legal pages, which have no scripts, and the private
 * link's page, which is the app's with its styles inline. Puts app/early.ts into app.html, and a notice for the case that
 * its scripts do not come. Writes sitemap.xml, csp.json with the inline scripts' hashes for the server's
 * Content-Security-Policy, and landing.json, from which the server renders what the owner publishes.
 *
 * @param groups filled with the cache group of every file of the build, by its URL without slash
 */
export function prerender(groups: Map<string, CacheGroup>): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',

    // After the lazy imports load their files directly.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const landing = chunkOf(bundle, 'landing/main.tsx');
        const files = closure(bundle, landing);
        const texts = Object.fromEntries(
          LANGUAGE_CODES.map((language) => [
            language,
            `/${chunkOf(bundle, `locales/${language}/site.json`).fileName}`,
          ]),
        ) as Frame['texts'];
        const sheet = sheetOf(bundle, files);
        const source = await buildScript('landing/visit.ts', 'es');
        const visit = this.getFileName(this.emitFile({ type: 'asset', name: 'visit.js', source }));
        const loader = await buildScript('landing/loader.ts', 'iife', '__LANDING__', {
          visit: `/${visit}`,
          entry: `/${landing.fileName}`,
          preload: files.filter((file) => file !== landing.fileName).map((file) => `/${file}`),
        });
        const early = await buildScript('app/early.ts', 'iife', '__OFFICE__', officeFiles(bundle));
        const shell = bundle['app.html'];
        if (shell?.type !== 'asset') throw new Error('The build has no app.html.');
        // Before the style sheets: a script after them would wait for them.
        shell.source = String(shell.source).replace(
          '<script',
          () => `<script>${early}</script><script`,
        );

        for (const file of Object.keys(bundle)) groups.set(file, 'office');
        const site = [
          ...files,
          sheet.fileName,
          ...picturesOf(sheet),
          displayFile(bundle, 'display'),
          'icons/icon.svg',
          'published.json',
          visit,
        ];
        for (const file of site) groups.set(file, 'site');
        for (const language of LANGUAGE_CODES) groups.set(texts[language].slice(1), language);
        groups.set(displayFile(bundle, 'display-ext'), 'face');

        const faces = fontFaces(stylesOf(bundle, closure(bundle, chunkOf(bundle, 'app/main.tsx'))));
        const bare: Frame = {
          html: frameOf(readFileSync(resolve(PWA, 'index.html'), 'utf8')),
          loader: `<script>${loader}</script>`,
          sheet: `<link rel="stylesheet" href="/${sheet.fileName}">`,
          texts,
          legalCss: faces + (await buildStyles('landing/legal-page.tsx')),
          offerCss: faces + (await buildStyles('landing/offer-page.tsx')),
          inquiry: inquiryFrame(bundle, shell.source),
        };
        shell.source = shell.source.replace(
          EMPTY_ROOT,
          () => `<div id="root">${notLoadedNotice(PWA)}</div>`,
        );
        const [documents = {}, published = {}] = await renderPages(bare, [null, ALL_PUBLISHED]);
        const firstViews = [documents, published]
          .map((each) => each['index.html']?.split(bare.loader, 1)[0])
          .join('')
          .replace(CLOSED_MENUS, '');
        const styles = `<style>${faces}${rulesFor(firstViews, String(sheet.source), true)}</style>`;
        const withStyles = (html: string) => html.replace('</head>', () => `${styles}</head>`);
        const legalPages = [documents, published].flatMap((each) =>
          LEGAL_PAGES.map((page) => each[`${page}.html`]),
        );
        const legalCss = rulesFor(legalPages.join(''), bare.legalCss);
        for (const [fileName, html] of Object.entries(documents)) {
          const source = html.includes(bare.loader)
            ? withStyles(html)
            : html.replace(bare.legalCss, () => legalCss);
          this.emitFile({ type: 'asset', fileName, source });
          groups.set(fileName, 'page');
        }
        const frame: Frame = { ...bare, html: withStyles(bare.html), legalCss };

        this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap() });
        this.emitFile({ type: 'asset', fileName: 'published.json', source: 'null' });
        this.emitFile({ type: 'asset', fileName: 'landing.json', source: JSON.stringify(frame) });
        const hashes = [loader, early].map(
          (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
        );
        this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify(hashes) });
        groups.delete('csp.json');
      },
    },
  };
}

/**
 * app.html with the styles of the private link's page inline: nothing holds up its first frame. Links to
 * the sheets stay, disabled, because Vite adds those that it misses. The page's scripts are fetched at
 * once.
 */
function inquiryFrame(bundle: Rolldown.OutputBundle, shell: string): string {
  const named = [...shell.matchAll(SHEET)].map(([, name = '']) => name);
  const inApp = closure(bundle, chunkOf(bundle, 'app/main.tsx'));
  const scripts = closure(bundle, chunkOf(bundle, 'app/pages/inquiry-page.tsx')).filter(
    (name) => !inApp.includes(name),
  );
  const own = scripts.toReversed().flatMap((name) => [...cssOf(bundle, name)]);
  const sheets = [...new Set([...named, ...own])];
  const parts = [
    `<style>${sheets.map((name) => sourceOf(bundle, name)).join('')}</style>`,
    ...sheets.map((name) => `<link rel="stylesheet" href="/${name}" disabled>`),
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ];
  return shell.replace(SHEET, '').replace('</head>', () => `${parts.join('')}</head>`);
}

const EMPTY_ROOT = '<div id="root"></div>';
const SHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">\s*/g;

/** index.html without white space and without the script of development. */
function frameOf(template: string): string {
  // Removes white space of the template only: in the markup it may be text.
  return template
    .replace(/>\s+</g, '><')
    .replace(/<script type="module" src="[^"]*"><\/script>/, '');
}

/** Menus that the whole style sheet brings before anybody can open one: 0.3 KB of a document's 13. */
const CLOSED_MENUS = /<(section|ul) id="[\w-]+" popover=.*?<\/\1>/g;

/** A site whose first view and legal pages have all that can be published in them. */
const ALL_PUBLISHED = publicSite({
  ...NO_CONTENT,
  settings: {
    ...NO_CONTENT.settings,
    ...Object.fromEntries(LEGAL_FIELDS.map((name) => [name, '1'])),
    name: 'A',
    licence: '1',
    licenceLink: 'https://register.example',
    portrait: { id: '0'.repeat(16), width: 1, height: 1, hasWebp: true },
    hero: 'night',
  },
});

/** Renders the documents of each site: runs landing/entry-server.tsx in a Vite server without a port. */
async function renderPages(
  frame: Frame,
  sites: readonly (PublicSite | null)[],
): Promise<Record<string, string>[]> {
  const server = await createServer({
    root: PWA,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { modules: SHORT_NAMES },
    plugins: [react()],
  });
  try {
    const entry = await server.ssrLoadModule(resolve(PWA, 'landing/entry-server.tsx'));
    const renderDocuments: RenderDocuments = entry.renderDocuments;
    const rendered = [];
    for (const site of sites) rendered.push((await renderDocuments(frame, site)).documents);
    return rendered;
  } finally {
    await server.close();
  }
}

/** The dashboard's files that app.html does not name itself, and the texts of each language. */
function officeFiles(bundle: Rolldown.OutputBundle): object {
  const there = new Set(closure(bundle, chunkOf(bundle, 'app/main.tsx')));
  const wanted = ['app/shell.tsx', 'app/pages/dashboard-page.tsx', 'local/database/opening.ts'];
  const scripts = new Set(wanted.flatMap((module) => closure(bundle, chunkOf(bundle, module))));
  for (const file of there) scripts.delete(file);
  const textsOf = (language: string) =>
    ['site', 'office'].map(
      (part) => `/${chunkOf(bundle, `locales/${language}/${part}.json`).fileName}`,
    );
  return {
    scripts: [...scripts].map((file) => `/${file}`),
    styles: [...new Set([...scripts].flatMap((file) => [...cssOf(bundle, file)]))].map(
      (file) => `/${file}`,
    ),
    texts: Object.fromEntries(LANGUAGE_CODES.map((language) => [language, textsOf(language)])),
  };
}

/** Builds a script that imports nothing, with this build's file names in it; `iife` for one that is inline. */
async function buildScript(
  module: string,
  format: 'iife' | 'es',
  name = '__NOTHING__',
  value: object = {},
): Promise<string> {
  const output = await build({
    root: PWA,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { [name]: JSON.stringify(value) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: resolve(PWA, module), formats: [format], name: 'script' },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (!result || !('output' in result)) throw new Error(`${module} was not built.`);
  // The minifier keeps annotations.
  const code = result.output[0].code.trim().replace(/\s*\/\* @\S+ \*\/\s*/g, ' ');
  if (code.includes('</script') || /^import\b/m.test(code)) {
    throw new Error(`${module} must be one script that can stand inside HTML.`);
  }
  return code;
}

/** The style of a module and all that it imports, for documents without scripts. */
async function buildStyles(module: string): Promise<string> {
  const output = await build({
    root: PWA,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    css: { modules: SHORT_NAMES },
    build: {
      write: false,
      target: 'es2022',
      cssMinify: true,
      lib: {
        entry: resolve(PWA, module),
        formats: ['es'],
        fileName: 'script',
        cssFileName: 'style',
      },
      rolldownOptions: { external: /^react/ },
    },
  });
  const files = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  const style = files.find((file) => file.type === 'asset' && file.fileName === 'style.css');
  if (style?.type !== 'asset') throw new Error(`${module} has no style.`);
  return String(style.source).trim();
}

/** The chunk that starts with a module; without one, the chunk that contains it. */
function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pwa/${module}`));
  const found = own ?? chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!found) throw new Error(`The build has no chunk for ${module}.`);
  return found;
}

/** The file names of a chunk and of everything that it imports statically. */
function closure(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): string[] {
  const seen = new Set<string>([chunk.fileName]);
  for (const name of seen) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) seen.add(imported);
  }
  return [...seen];
}

function cssOf(bundle: Rolldown.OutputBundle, name: string): Iterable<string> {
  const file = bundle[name];
  return file?.type === 'chunk' ? (file.viteMetadata?.importedCss ?? []) : [];
}

function stylesOf(bundle: Rolldown.OutputBundle, chunks: string[]): string {
  const names = new Set(chunks.reverse().flatMap((chunk) => [...cssOf(bundle, chunk)]));
  return [...names].map((name) => sourceOf(bundle, name)).join('');
}

function sourceOf(bundle: Rolldown.OutputBundle, name: string): string {
  const style = bundle[name];
  return style?.type === 'asset' ? String(style.source).trim() : '';
}

/** The one style sheet of these chunks. */
function sheetOf(bundle: Rolldown.OutputBundle, chunks: string[]): Rolldown.OutputAsset {
  const [name = '', ...others] = new Set(chunks.flatMap((chunk) => [...cssOf(bundle, chunk)]));
  const sheet = bundle[name];
  if (sheet?.type !== 'asset' || others.length > 0) {
    throw new Error('The public page must have one style sheet.');
  }
  return sheet;
}

/** The pictures of a style sheet. */
function picturesOf({ source }: Rolldown.OutputAsset): string[] {
  return [...String(source).matchAll(/url\(\/?(assets\/[^)]+\.svg)\)/g)].map(
    ([, name = '']) => name,
  );
}

/** The display face with the letters of the languages (`display`), or with rare ones (`display-ext`). */
function displayFile(bundle: Rolldown.OutputBundle, face: string): string {
  const hashed = new RegExp(`/${face}-[\\w-]{8}\\.woff2$`);
  const found = Object.keys(bundle).find((name) => hashed.test(name));
  if (!found) throw new Error(`The build has no ${face}.`);
  return found;
}
