import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type BuildOptions, build, type InlineConfig, type Plugin } from 'vite';
import type { Mutant } from './mutants.ts';
import { Realms } from './realms.ts';
import type { program } from './server-program.ts';

/** What a page has of its browser. */
const PAGE_GLOBALS = [
  ...['window', 'document', 'navigator', 'location', 'localStorage', 'indexedDB', 'IDBKeyRange'],
  ...[
    'BroadcastChannel',
    'fetch',
    'setTimeout',
    'clearTimeout',
    'performance',
    'crypto',
    'console',
  ],
  ...['addEventListener', 'removeEventListener', 'dispatchEvent', 'queueMicrotask', 'EventTarget'],
  ...['structuredClone', 'Event', 'CustomEvent', 'AbortController', 'AbortSignal', 'DOMException'],
  ...[
    'Headers',
    'Request',
    'Response',
    'TextDecoder',
    'TextEncoder',
    'TextDecoderStream',
    'URL',
    'URLSearchParams',
  ],
] as const;

/** Under this name a page's code finds its own global object. */
const PAGE = '__page__';

const ROOT = resolve(import.meta.dirname, '../..');

/** The product as it runs in a simulation: the page's code, and the server's. */
export interface Programs {
  page: Realms;
  server: typeof program;
}

/** Builds both programs from the product's sources, with the bundler that builds the product. */
export async function buildPrograms(): Promise<Programs> {
  return { page: await buildPage(null), server: await buildServer(null) };
}

/** The same with one thing broken on purpose, so that nothing in the product knows of it. */
export async function breakPrograms(programs: Programs, mutant: Mutant): Promise<Programs> {
  return mutant.file.startsWith('pwa/')
    ? { ...programs, page: await buildPage(mutant) }
    : { ...programs, server: await buildServer(mutant) };
}

function buildPage(mutant: Mutant | null): Promise<Realms> {
  const lib = {
    entry: join(import.meta.dirname, 'page.ts'),
    formats: ['iife' as const],
    name: 'page',
    fileName: () => 'page.js',
  };
  // Only Promise is looked up there each time: Dexie puts its own in its place, and back.
  const define = { Promise: `${PAGE}.Promise` };
  return built(mutant, { lib, minify: false }, define, async (folder) => {
    const code = readFileSync(join(folder, 'page.js'), 'utf8');
    return new Realms(new Script(asFunction(code), { filename: 'page.js' }));
  });
}

function buildServer(mutant: Mutant | null): Promise<typeof program> {
  const ssr = join(import.meta.dirname, 'server-program.ts');
  return built(mutant, { ssr, target: 'node20' }, {}, async (folder) => {
    const { href } = pathToFileURL(join(folder, 'server-program.js'));
    const made: typeof import('./server-program.ts') = await import(/* @vite-ignore */ href);
    return made.program;
  });
}

/** Builds into a folder that is there only while `use` reads it. */
async function built<R>(
  mutant: Mutant | null,
  options: BuildOptions,
  define: Record<string, string>,
  use: (folder: string) => Promise<R>,
): Promise<R> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.simulation-'));
  const breaking = mutant && new Breaking(mutant);
  try {
    const plugins = breaking ? [breaking.plugin] : [];
    await build({ ...config(plugins, define), build: { ...options, outDir: folder } });
    breaking?.check();
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a realm has by itself; the global object of node:vm is too slow to be asked each time. */
const INTRINSICS = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Math'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'JSON', 'RegExp', 'Reflect', 'Proxy'],
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'Intl', 'Uint8Array'],
  ...['ArrayBuffer', 'DataView', 'isNaN', 'parseInt', 'parseFloat', 'encodeURIComponent'],
];

/** What Dexie puts its own in the place of, and back: a page that was killed may have left them. */
const PROMISE_STATICS = ['all', 'allSettled', 'any', 'race', 'resolve', 'reject'];

/**
 * A script that gives a function of a page's globals, to be called for one page after the other: what
 * V8 has learnt of the code stays with that function.
 */
function asFunction(code: string): string {
  return `(function () {
  const { Promise, ${INTRINSICS} } = globalThis;
  const RealDate = globalThis.Date;
  const { ${PROMISE_STATICS} } = Promise;
  return function (given) {
    const { now, elapsed, random } = given;
    const Date = class extends RealDate {
      constructor(...parts) { if (parts.length) super(...parts); else super(now()); }
      static now() { return now(); }
    };
    Math.random = random;
    Object.assign(Promise, { ${PROMISE_STATICS} });
    const page = Object.assign({ Promise, ${INTRINSICS}, Date, performance: { now: elapsed } }, given);
    return (function (${PAGE}) {
      const globalThis = ${PAGE};
      const self = globalThis;
      const { ${PAGE_GLOBALS} } = globalThis;
      ${code}
      return page;
    })(page);
  };
})()`;
}

function config(plugins: Plugin[], define: Record<string, string>): InlineConfig {
  return {
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    plugins,
  };
}

/** Puts a mutant's fault into the one file in which it belongs. */
class Breaking {
  readonly #mutant: Mutant;
  #done = false;

  constructor(mutant: Mutant) {
    this.#mutant = mutant;
  }

  get plugin(): Plugin {
    return {
      name: 'break-on-purpose',
      enforce: 'pre',
      transform: (code, id) => {
        const { file, also, ...first } = this.#mutant;
        if (id !== join(ROOT, file)) return null;
        const changes = also ? [first, also] : [first];
        this.#done = changes.every(({ from }) => code.includes(from));
        return changes.reduce((text, { from, to }) => text.replace(from, () => to), code);
      },
    };
  }

  /** A mutant whose place is gone would pass for one that nobody finds. */
  check(): void {
    const { name, file, from } = this.#mutant;
    if (!this.#done) throw new Error(`Mutant ${name}: ${file} no longer holds "${from}".`);
  }
}
