import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const PATH = 'fonts/display.woff2';
const SOURCE = '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2';
/** What headlines in the five languages are written with. */
const CHARACTERS =
  ' !"%&\'()+,-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  '¡¿«»ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜßàáâäçèéêëìíîïñòóôöùúûüœŒ–—‘’“”„…€\u00a0';

/** Serves and emits /fonts/display.woff2: the display face with the letters that are used. */
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

async function subset(): Promise<Buffer> {
  const whole = await readFile(createRequire(import.meta.url).resolve(SOURCE));
  return subsetFont(whole, CHARACTERS, { targetFormat: 'woff2' });
}
