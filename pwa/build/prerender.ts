import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type CSSModulesOptions, createServer, type Plugin, type Rolldown } from 'vite';
import { LANGUAGE_CODES } from '#contract/vocabulary.ts';
import type { Frame, RenderDocuments } from '#pwa/landing/frame.ts';
import { sitemap } from '#pwa/landing/sharing.ts';

const PWA = resolve(import.meta.dirname, '..');

/** Class names: the same in the browser build and the prerender. */
export const CSS_MODULES: CSSModulesOptions = {
  generateScopedName: (name, file) =>
    `${name}-${createHash('sha256').update(file.slice(PWA.length)).digest('hex').slice(0, 4)}`,
};

/** When the service worker caches a file: `site` at once, `office` after a sign-in, `page` on demand. */
export type CacheGroup = 'site' | 'office' | 'page';

/**
 * Renders the public documents once per language: index.html (English) and index.<language>.html, with CSS
 * and loader inline, which makes the first view one response, and the legal pages, which have no scripts. Puts app/early.ts into app.html. Writes
 * sitemap.xml, csp.json with the inline scripts' hashes for the server's Content-Security-Policy, and landing.json,
 * from which the server renders what the owner publishes.
 *
 * @param groups filled with the cache group of every file of the build, by its URL without slash
 */
export function prerender(groups: Map<string, CacheGroup>): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',

    async generateBundle(_options, bundle) {
      const landing = chunkOf(bundle, 'landing/main.tsx');
      const files = closure(bundle, landing);
      const texts = Object.fromEntries(
        LANGUAGE_CODES.map((language) => [
          language,
          `/${chunkOf(bundle, `locales/${language}/site.json`).fileName}`,
        ]),
      ) as Frame['texts'];
      const css = stylesOf(bundle, files);
      const loader = await buildScript('landing/loader.ts', 'es', '__LANDING__', {
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

      const toaster = chunkOf(bundle, 'ui/toaster.tsx');
      const textFiles = Object.values(texts).map((path) => path.slice(1));
      const site = [...files, ...textFiles, ...closure(bundle, toaster)];
      for (const file of Object.keys(bundle)) groups.set(file, 'office');
      for (const file of site) groups.set(file, 'site');
      for (const chunk of site) {
        for (const style of cssOf(bundle, chunk)) groups.set(style, 'site');
      }

      const frame: Frame = {
        html: frameOf(readFileSync(resolve(PWA, 'index.html'), 'utf8'), css, loader),
        texts,
        legalCss: await buildStyles('landing/legal-page.tsx'),
      };
      for (const [fileName, source] of Object.entries(await renderPages(frame))) {
        this.emitFile({ type: 'asset', fileName, source });
        groups.set(fileName, 'page');
      }

      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap() });
      this.emitFile({ type: 'asset', fileName: 'published.json', source: 'null' });
      this.emitFile({ type: 'asset', fileName: 'landing.json', source: JSON.stringify(frame) });
      const hashes = [loader, early].map(
        (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
      );
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify(hashes) });
      groups.delete('csp.json');
    },
  };
}

/** index.html with style and loader inside, which are alike in every language. */
function frameOf(template: string, css: string, loader: string): string {
  // Removes white space of the template only: in the markup it may be text.
  return template
    .replace(/>\s+</g, '><')
    .replace('</head>', () => `<style>${css}</style></head>`)
    .replace(
      /<script type="module" src="[^"]*"><\/script>/,
      () => `<script type="module">${loader}</script>`,
    );
}

/** Runs landing/entry-server.tsx in a Vite server without a port. */
async function renderPages(frame: Frame): Promise<Record<string, string>> {
  const server = await createServer({
    root: PWA,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { modules: CSS_MODULES },
    plugins: [react()],
  });
  try {
    const entry = await server.ssrLoadModule(resolve(PWA, 'landing/entry-server.tsx'));
    const renderDocuments: RenderDocuments = entry.renderDocuments;
    return (await renderDocuments(frame, null)).documents;
  } finally {
    await server.close();
  }
}

/** The dashboard's files that app.html does not name itself, and the texts of each language. */
function officeFiles(bundle: Rolldown.OutputBundle): object {
  const there = new Set(closure(bundle, chunkOf(bundle, 'app/main.tsx')));
  const wanted = ['app/shell.tsx', 'app/pages/dashboard-page.tsx', 'local/opening.ts'];
  const scripts = new Set(wanted.flatMap((module) => closure(bundle, chunkOf(bundle, module))));
  for (const file of there) scripts.delete(file);
  const textsOf = (language: string) =>
    ['site', 'office', 'legal'].map(
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

/** Builds an inline script with this build's file names in it. */
async function buildScript(
  module: string,
  format: 'es' | 'iife',
  name: string,
  value: object,
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
    css: { modules: CSS_MODULES },
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
  return [...names]
    .map((name) => {
      const style = bundle[name];
      return style?.type === 'asset' ? String(style.source).trim() : '';
    })
    .join('');
}
