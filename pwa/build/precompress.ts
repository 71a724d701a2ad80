import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this a compressed answer saves no packet. */
const SMALLEST = 1_024;

/** Writes .br and .gz beside every script and style of dist/pwa/assets, as small as they get. */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle() {
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const content = readFileSync(join(folder, name));
        if (content.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
