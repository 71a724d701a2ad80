import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FILES = '@fontsource/fraunces/files/fraunces';
const LOCALES = resolve(import.meta.dirname, '../i18n/locales');
/** Signs, and the letters of Western and Northern European names, which no locale needs to contain. */
const ALWAYS =
  ' !"%&\'()+,-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  '¡¿«»ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿıœŒ–—‘’“”„…€\u00a0\u202f';

/** The files of the face by the names in fonts.css. */
const FONTS = {
  display: () => subset('latin', displayCharacters()),
  // Latin Extended-A and the letters of Romanian: the rest of Europe's names.
  'display-ext': () => subset('latin-ext', `${lettersFrom(0x100, 0x17f)}ȘșȚțẞ`),
};

/**
 * Emits the display face with the characters that are used, under hashed names, and serves it in development as
 * /fonts/<name>.woff2.
 */
export function displayFont(): Plugin {
  return {
    name: 'display-font',
    // Before Vite reads the addresses in style sheets.
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async transform(code, id) {
      if (this.environment.mode !== 'build' || !id.endsWith('/ui/fonts.css')) return null;
      let css = code;
      for (const [name, font] of Object.entries(FONTS)) {
        const source = await font();
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `assets/${name}-${hash}.woff2`;
        this.emitFile({ type: 'asset', fileName, source });
        css = css.replace(`/fonts/${name}.woff2`, `/${fileName}`);
      }
      return css;
    },
    configureServer(server) {
      for (const [name, font] of Object.entries(FONTS)) {
        server.middlewares.use(`/fonts/${name}.woff2`, async (_request, response) => {
          response.setHeader('Content-Type', 'font/woff2');
          response.end(await font());
        });
      }
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

function lettersFrom(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(
    '',
  );
}

async function subset(part: 'latin' | 'latin-ext', characters: string): Promise<Buffer> {
  const file = createRequire(import.meta.url).resolve(`${FILES}-${part}-600-normal.woff2`);
  return subsetFont(await readFile(file), characters, { targetFormat: 'woff2' });
}
