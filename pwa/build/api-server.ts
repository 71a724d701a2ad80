import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/fields/vocabulary.ts';
import { isAppPath } from '#contract/paths/app-paths.ts';
import { LEGAL_PAGES, type LegalPage, legalPageAt } from '#contract/paths/public-pages.ts';
import { type PublicSite, publicSite } from '#contract/site.ts';
import { dataOf, documentName, type Frame, type RenderDocuments } from '#pwa/landing/frame.ts';

const PWA = resolve(import.meta.dirname, '..');
const SERVER = resolve(PWA, '../server/development.ts');

/** An address of the API: the page's own modules in pwa/api end in .ts. */
const CALL = /^\/api\/(?!.*\.tsx?$)/;

type Development = typeof import('#server/development.ts');
type Running = Awaited<ReturnType<Development['openDevelopmentServer']>>;

/**
 * `npm run dev` in one process: the API from its sources beside Vite's pages, and every screen's
 * address answered with its document. A change of the server's code is there at the next request.
 *
 * @param environment as of `npm start`; without DATABASE_URL a database of its own is used
 */
export function apiServer(environment: Record<string, string | undefined>): Plugin {
  return {
    name: 'api-server',
    apply: 'serve',

    configureServer(server) {
      const open = opener(server, environment);
      server.middlewares.use((request, response, next) => {
        if (!CALL.test(pathOf(request))) return next();
        open().then((running) => running.handle(request, response), next);
      });
      server.middlewares.use('/published.json', (_request, response, next) => {
        open()
          .then((running) => running.site())
          .then(({ content }) => {
            response.setHeader('Content-Type', 'application/json');
            response.end(JSON.stringify(content && publicSite(content)));
          }, next);
      });
      server.middlewares.use((request, response, next) => {
        const file = documentOf(request);
        if (!file) return next();
        answer(file)
          .then(({ html, status }) => {
            response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
            response.end(html);
          })
          .catch(next);
      });

      async function answer({ name, status, language }: Document) {
        const running = await open();
        const { content, fillings } = await running.site();
        const site = content && publicSite(content);
        const legal = LEGAL_PAGES.find((page) => page === name);
        const source = legal
          ? await legalPage(legal, language, site)
          : await readFile(resolve(PWA, name), 'utf8');
        const known = source.replace('<script', (script) => (site ? dataOf(site) : '') + script);
        const html = await server.transformIndexHtml(`/${name}`, known);
        return { html: html.replace(/%[A-Z0-9_]+%/g, (key) => fillings.get(key) ?? ''), status };
      }

      /** A legal page, whose styles a script adds. */
      async function legalPage(page: LegalPage, language: Language, site: PublicSite | null) {
        const { ssr } = server.environments;
        if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Pages need a module runner.');
        const renderer = await ssr.runner.import(resolve(PWA, 'landing/entry-server.tsx'));
        const renderDocuments: RenderDocuments = renderer.renderDocuments;
        const frame = {
          html: '',
          loader: '',
          sheet: '',
          legalCss: '',
          offerCss: '',
          inquiry: '',
          texts: {} as Frame['texts'],
        };
        const { documents } = await renderDocuments(frame, site);
        const script = '<script type="module" src="/landing/legal-page.tsx"></script></head>';
        return documents[documentName(page, language)]?.replace('</head>', script) ?? '';
      }
    },
  };
}

interface Document {
  name: 'index.html' | 'app.html' | LegalPage;
  status: 200 | 404;
  language: Language;
}

/** The document of an opened page; undefined for a file, a module or a call. */
function documentOf(request: IncomingMessage): Document | undefined {
  const path = pathOf(request);
  if (request.headers['sec-fetch-dest'] === 'script' || !/html/.test(request.headers.accept ?? ''))
    return undefined;
  const wanted = new URLSearchParams(request.url?.split('?')[1]).get('lang');
  const language = isLanguage(wanted) ? wanted : DEFAULT_LANGUAGE;
  const legal = legalPageAt(path);
  if (legal) return { name: legal, status: 200, language };
  if (path === '/') return { name: 'index.html', status: 200, language };
  if (/^\/@|\.\w+$/.test(path)) return undefined;
  return { name: 'app.html', status: isAppPath(path) ? 200 : 404, language };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

/** Returns the running server; a new one if its code has changed. */
function opener(server: ViteDevServer, environment: Record<string, string | undefined>) {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('The API needs a module runner.');
  const { port } = server.config.server;
  const settings = { DATABASE_URL: 'file:data/development.db', ...environment, PORT: `${port}` };
  let code: Development | undefined;
  let running: Promise<Running> | undefined;

  return async () => {
    const now: Development = await ssr.runner.import(SERVER);
    if (now !== code) {
      const before = running;
      code = now;
      running = Promise.resolve(before)
        .then((old) => old?.close())
        .then(() => now.openDevelopmentServer(settings, (line) => server.config.logger.info(line)));
      running.catch(() => {
        code = undefined;
        running = undefined;
      });
    }
    if (!running) throw new Error('The API did not start.');
    return running;
  };
}
