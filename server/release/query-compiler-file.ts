import type { Plugin } from 'vite';

/**
 * Puts Prisma's query compiler beside the build as a .wasm file that is compiled off the main thread. Prisma's
 * own way, 4.4 MB of base64 in a script, stops the event loop for 70 ms right after the start.
 */
export function queryCompilerFile(): Plugin {
  return {
    name: 'query-compiler-file',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (/\/prisma\/generated\/\w+\/internal\/class\.ts$/.test(id)) {
        return { code: replaced(code, 'await decodeBase64AsWasm(wasm)', 'wasm'), map: null };
      }
      const name = /\/(query_compiler_\w+\.\w+\.wasm)-base64\.mjs$/.exec(id)?.[1];
      if (!name) return null;
      const base64 = /"([\w+/]{1000,}=*)"/.exec(code)?.[1];
      if (!base64) throw new Error(`There is no base64 in ${id}.`);
      this.emitFile({ type: 'asset', fileName: name, source: Buffer.from(base64, 'base64') });
      return { code: moduleThatCompiles(name), map: null };
    },
  };
}

/** A new version of Prisma may be generated in another way: then the build must say so. */
function replaced(code: string, part: string, by: string): string {
  if (!code.includes(part)) throw new Error(`Prisma's client has no "${part}" any more.`);
  return code.replace(part, by);
}

function moduleThatCompiles(name: string): string {
  return `import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
export const wasm = await WebAssembly.compile(await readFile(join(import.meta.dirname, '${name}')));
`;
}
