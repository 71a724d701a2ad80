import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type BuildOptions, build, type InlineConfig, type Plugin } from 'vite';
import type { Edit, Mutant } from './mutants.ts';
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
  ...[
    'structuredClone',
    'btoa',
    'Event',
    'CustomEvent',
    'AbortController',
    'AbortSignal',
    'DOMException',
  ],
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
  /** True with `--wide`: lists come in small pages, and some visitors name a player. */
  isWide: boolean;
  /** True with `--restores`: backups are put back again and again. */
  restores: boolean;
}

/** What kind of worlds the programs are for. */
type Kind = Pick<Programs, 'isWide' | 'restores'>;

/** Builds both programs from the product's sources, with the bundler that builds the product. */
export async function buildPrograms({ isWide, restores }: Kind): Promise<Programs> {
  const page = await buildPage(isWide ? SMALL_PAGES : []);
  return { page, server: await buildServer([]), isWide, restores };
}

/**
 * The same with a mutant's fault, which is put in while building. Throws if the product no longer has
 * the text that the mutant replaces.
 */
export async function breakPrograms(sound: Programs, { also = [], ...first }: Mutant) {
  const isWide = sound.isWide || first.isWide === true;
  const edits = [first, ...also];
  const ofPage = edits.filter(({ file }) => file.startsWith('pwa/'));
  const ofServer = edits.filter((edit) => !ofPage.includes(edit));
  const widening = isWide ? SMALL_PAGES : [];
  // Small pages are in the sound page of a wide run alone.
  const isSamePage = ofPage.length === 0 && isWide === sound.isWide;
  const programs: Programs = {
    page: isSamePage ? sound.page : await buildPage([...widening, ...ofPage]),
    server: ofServer.length > 0 ? await buildServer(ofServer) : sound.server,
    isWide,
    restores: sound.restores || first.restores === true,
  };
  return programs;
}

/** A simulated list has some ten rows: its pages hold few, so that a pull takes several. */
const SMALL_PAGES: readonly Edit[] = [
  { file: 'pwa/sync/pull/first-pages.ts', from: 'PAGE = 1_000;', to: 'PAGE = 4;' },
  {
    file: 'pwa/sync/pull/first-pages.ts',
    from: 'VERY_FIRST_PAGE = 200;',
    to: 'VERY_FIRST_PAGE = 3;',
  },
  { file: 'pwa/sync/pull/pull.ts', from: 'LARGEST_PAGE = 2_000;', to: 'LARGEST_PAGE = 6;' },
];

function buildPage(edits: readonly Edit[]): Promise<Realms> {
  const lib = {
    entry: join(import.meta.dirname, 'page.ts'),
    formats: ['iife' as const],
    name: 'page',
    fileName: () => 'page.js',
  };
  // Promise is looked up each time, because Dexie replaces it for a while.
  const define = { Promise: `${PAGE}.Promise` };
  return built(edits, { lib, minify: false }, define, async (folder) => {
    const code = readFileSync(join(folder, 'page.js'), 'utf8');
    return new Realms(new Script(asFunction(code), { filename: 'page.js' }));
  });
}

/**
 * The server divides long work by the machine's clock, and a seed would take other steps on a busy machine.
 * Here one turn may last for ever.
 */
const ENDLESS_TURN: Edit = {
  file: 'prisma/fair-turns.ts',
  from: 'const LONGEST_TURN = 8;',
  to: 'const LONGEST_TURN = Number.POSITIVE_INFINITY;',
};

function buildServer(edits: readonly Edit[]): Promise<typeof program> {
  const ssr = join(import.meta.dirname, 'server-program.ts');
  // What is loaded later must be in the same file: the folder does not stay.
  const rolldownOptions = { output: { codeSplitting: false } };
  const options = { ssr, target: 'node20', rolldownOptions };
  return built([ENDLESS_TURN, ...edits], options, {}, async (folder) => {
    const { href } = pathToFileURL(join(folder, 'server-program.js'));
    const made: typeof import('./server-program.ts') = await import(/* @vite-ignore */ href);
    return made.program;
  });
}

/** Builds into a temporary folder and removes it after `use`. */
async function built<R>(
  edits: readonly Edit[],
  options: BuildOptions,
  define: Record<string, string>,
  use: (folder: string) => Promise<R>,
): Promise<R> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.simulation-'));
  const breaking = new Breaking(edits);
  try {
    await build({ ...config([breaking.plugin], define), build: { ...options, outDir: folder } });
    breaking.check();
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
  Error.stackTraceLimit = 0;
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

/** A build plugin that replaces texts of the product. */
class Breaking {
  readonly #left: Set<Edit>;

  constructor(edits: readonly Edit[]) {
    this.#left = new Set(edits);
  }

  get plugin(): Plugin {
    return {
      name: 'break-on-purpose',
      enforce: 'pre',
      transform: (code, id) => {
        let broken = code;
        for (const edit of this.#left) {
          if (id !== join(ROOT, edit.file) || !broken.includes(edit.from)) continue;
          broken = broken.replace(edit.from, () => edit.to);
          this.#left.delete(edit);
        }
        return broken === code ? null : broken;
      },
    };
  }

  /** Throws when a text was not found. */
  check(): void {
    const [edit] = this.#left;
    if (edit) throw new Error(`${edit.file} no longer holds "${edit.from}".`);
  }
}
