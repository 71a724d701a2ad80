import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import { isAppPath } from '#contract/app-paths.ts';

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

      async function answer({ name, status }: Document) {
        const { fillings } = await open();
        const source = await readFile(resolve(PWA, name), 'utf8');
        const html = await server.transformIndexHtml(`/${name}`, source);
        return { html: html.replace(/%[A-Z0-9_]+%/g, (key) => fillings.get(key) ?? ''), status };
      }
    },
  };
}

interface Document {
  name: 'index.html' | 'app.html';
  status: 200 | 404;
}

/** The document of an opened page; undefined for a file, a module or a call. */
function documentOf(request: IncomingMessage): Document | undefined {
  const path = pathOf(request);
  if (request.headers['sec-fetch-dest'] === 'script' || !/html/.test(request.headers.accept ?? ''))
    return undefined;
  if (path === '/') return { name: 'index.html', status: 200 };
  if (/^\/@|\.\w+$/.test(path)) return undefined;
  return { name: 'app.html', status: isAppPath(path) ? 200 : 404 };
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
