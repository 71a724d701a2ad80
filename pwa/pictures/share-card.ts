import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { Language } from '#contract/fields/vocabulary.ts';
import { SHARE_CARD, shareCardIn, stillDrawing } from '#pwa/features/site/share-card.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';
import type { SiteTexts } from '#pwa/i18n/text-key.ts';
import { translate } from '#pwa/i18n/translate.ts';

const DRAWING = resolve(import.meta.dirname, '../features/site/share-card.ts');
const BOARD = resolve(import.meta.dirname, '../public/drawings/board.svg');
const FACE = '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2';

/** A page that draws the preview picture of shared links as an owner's device does (features/site/share-card.ts). */
export async function shareCard(language: Language, texts: SiteTexts): Promise<string> {
  const t: Translate = (key, values) => translate(texts, undefined, language, key, values);
  const board = stillDrawing(readFileSync(BOARD, 'utf8'));
  const font = readFileSync(createRequire(import.meta.url).resolve(FACE)).toString('base64');
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:Fraunces;font-weight:600;src:url(data:font/woff2;base64,${font})}
body{margin:0}canvas{display:block}
</style><canvas width="${SHARE_CARD.width}" height="${SHARE_CARD.height}"></canvas><script>
${await drawing()}
const hero = Object.assign(new Image(), { src: ${JSON.stringify(board)} });
Promise.all([hero.decode(), document.fonts.load('600 58px Fraunces')]).then(() =>
  card.drawShareCard(document.querySelector('canvas'), ${JSON.stringify(shareCardIn(t))}, { hero, portrait: null, mark: null }));
</script>`;
}

/** The drawing as a script that sets `card`. */
async function drawing(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: DRAWING, formats: ['iife'], name: 'card' } },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code;
}
