import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Language } from '#contract/fields/vocabulary.ts';
import { figuresOf } from '#pwa/i18n/published-texts.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';
import type { SiteTexts } from '#pwa/i18n/text-key.ts';
import { translate } from '#pwa/i18n/translate.ts';
import { ARROW, DEFENDERS, HALF_PITCH, RUN } from '#pwa/landing/sections/pitch-paths.ts';

/** The size that every service takes, 1.91 to 1. */
export const SHARE_CARD = { width: 1200, height: 630 };

/** The page that becomes the preview picture of shared links. */
export function shareCard(language: Language, texts: SiteTexts): string {
  const { brand, hero } = texts;
  const t: Translate = (key, values) => translate(texts, undefined, language, key, values);
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>
${[400, 600].map(fontFace).join('')}
* { margin: 0; box-sizing: border-box; }
body { width: 1200px; height: 630px; overflow: hidden; background: #0d3b29; color: #fdfcf8;
  font-family: Fraunces; position: relative; }
svg { position: absolute; fill: none; stroke-linecap: round; }
.pitch { width: 650px; left: 548px; top: -5px; rotate: 90deg; stroke: #3d6b56; stroke-width: 2; }
.fade { position: absolute; inset: 0; background: linear-gradient(90deg, #0d3b29 55%, #0d3b2900 76%); }
.words { position: absolute; inset: 60px auto 56px 72px; width: 690px; display: flex;
  flex-direction: column; }
.brand { display: flex; align-items: center; gap: 16px; font: 600 30px Fraunces; }
.brand svg { position: static; width: 44px; height: 44px; border-radius: 10px; }
h1 { margin: auto 0; font: 600 ${hero.title.length > 72 ? 54 : 58}px/1.08 Fraunces; text-wrap: balance; }
.foot { display: grid; gap: 18px; justify-items: start; font: 400 25px Fraunces; color: #c8dccf; }
.badge { padding: 9px 20px 11px; border: 2px solid #e98f45; border-radius: 99px; color: #fdfcf8; }
.badge::first-letter { text-transform: uppercase; }
</style>
<svg class="pitch" viewBox="0 -30 680 670"><path d="${HALF_PITCH}"/><path d="${DEFENDERS}" stroke="#c8dccf" stroke-width="3"/><path d="${RUN}" stroke="#e98f45" stroke-width="5"/><path d="${ARROW}" stroke="#e98f45" stroke-width="5"/></svg>
<div class="fade"></div>
<div class="words">
<p class="brand"><svg viewBox="0 0 512 512"><rect width="512" height="512" fill="#fdfcf8"/><path stroke="#0d3b29" stroke-width="36" d="M256 0v192M256 320V512M112 256a144 144 0 1 0 288 0 144 144 0 1 0-288 0z"/><circle cx="256" cy="256" r="42" fill="#e98f45"/></svg>${escaped(brand.name)}</p>
<h1>${escaped(hero.title)}</h1>
<p class="foot"><span class="badge">${escaped(t('hero.badge', figuresOf(t)))}</span>${escaped(hero.note)}</p>
</div></html>`;
}

function fontFace(weight: number): string {
  const file = `@fontsource/fraunces/files/fraunces-latin-${weight}-normal.woff2`;
  const font = readFileSync(createRequire(import.meta.url).resolve(file)).toString('base64');
  return `@font-face{font-family:Fraunces;font-weight:${weight};src:url(data:font/woff2;base64,${font})}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
