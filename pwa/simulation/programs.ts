import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type BuildOptions, build, type InlineConfig, type Plugin } from 'vite';
import type { Mutant } from './mutants.ts';
import { Realms } from './realms.ts';
import type { program } from './server-program.ts';

/** Globals that a browser gives its pages. */
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

/** Name of the page's global object in its code. */
const PAGE = '__page__';

const ROOT = resolve(import.meta.dirname, '../..');

/** The product's page and server, built for the simulation. */
export interface Programs {
  page: Realms;
  server: typeof program;
}

/** Builds both programs from the product's sources, with the bundler that builds the product. */
export async function buildPrograms(): Promise<Programs> {
  return { page: await buildPage(null), server: await buildServer(null) };
}

/** The same with a mutant's fault, which is put in while building. */
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
  // Promise is looked up each time, because Dexie replaces it for a while.
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

/** Builds into a temporary folder and removes it after `use`. */
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

/** Globals of every realm; looking them up in the global object of node:vm is too slow. */
const INTRINSICS = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Math'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'JSON', 'RegExp', 'Reflect', 'Proxy'],
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'Intl', 'Uint8Array'],
  ...['ArrayBuffer', 'DataView', 'isNaN', 'parseInt', 'parseFloat', 'encodeURIComponent'],
];

/** Dexie replaces these for a while; a killed page may have left its own behind. */
const PROMISE_STATICS = ['all', 'allSettled', 'any', 'race', 'resolve', 'reject'];

/**
 * A script whose value is a function of a page's globals. It is called once per page, so that V8 keeps
 * the compiled code.
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

/** A build plugin that puts a mutant's fault into its file. */
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

  /** Throws when the product no longer has the text that the mutant replaces. */
  check(): void {
    const { name, file, from } = this.#mutant;
    if (!this.#done) throw new Error(`Mutant ${name}: ${file} no longer holds "${from}".`);
  }
}
