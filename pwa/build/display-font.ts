import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const PATH = 'fonts/display.woff2';
const SOURCE = '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2';
const LOCALES = resolve(import.meta.dirname, '../i18n/locales');
/** Signs, and the letters of Western European names, which no locale needs to contain. */
const ALWAYS =
  ' !"%&\'()+,-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  '¡¿«»ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜßàáâäçèéêëìíîïñòóôöùúûüœŒ–—‘’“”„…€\u00a0';

/** Serves and emits /fonts/display.woff2: the display face with the characters that are used. */
export function displayFont(): Plugin {
  return {
    name: 'display-font',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH, source: await subset() });
    },
    configureServer(server) {
      server.middlewares.use(`/${PATH}`, async (_request, response) => {
        response.setHeader('Content-Type', 'font/woff2');
        response.end(await subset());
      });
    },
  };
}

/** The characters of headlines: ALWAYS, and every letter of the locales in both cases. */
export function displayCharacters(): string {
  const files = readdirSync(LOCALES, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => readFileSync(resolve(LOCALES, file), 'utf8'))
    .join('');
  const letters = [...new Set(texts)].filter((one) => /\p{Letter}/u.test(one));
  const both = letters.flatMap((letter) => [letter, ...letter.toUpperCase()]);
  return [...new Set([...ALWAYS, ...both])].join('');
}

async function subset(): Promise<Buffer> {
  const whole = await readFile(createRequire(import.meta.url).resolve(SOURCE));
  return subsetFont(whole, displayCharacters(), { targetFormat: 'woff2' });
}
