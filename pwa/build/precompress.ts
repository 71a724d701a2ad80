import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this a compressed answer saves no packet. */
const SMALLEST = 1_024;

/** Writes .br and .gz beside every script, style and drawing of these folders, as small as they get. */
export function precompress(folders: readonly string[]): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle() {
      for (const file of folders.flatMap(filesIn)) {
        if (!/\.(js|css|svg)$/.test(file)) continue;
        const content = readFileSync(file);
        if (content.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}
