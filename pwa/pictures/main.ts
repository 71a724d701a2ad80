/**
 * `npm run pictures`: draws icons, launch pictures and the cards of shared links, and photographs
 * the built product, into pwa/public. The pictures are in git, so that a build needs no browser; run
 * this after a change of what they show. `npm run pictures -- icons` makes one kind.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { LAUNCH_SCREENS, launchPath } from '#pwa/build/launch-images.ts';
import { SHARE_CARD } from '#pwa/features/site/share-card.ts';
import { findChromium } from '#server/test/programs.ts';
import { ICONS, launchPicture } from './icons.ts';
import { toPalettePng } from './palette-png.ts';
import { photograph } from './screens.ts';
import { shareCard } from './share-card.ts';

const PWA = resolve(import.meta.dirname, '..');
const PUBLIC = join(PWA, 'public');

const kinds = { icons, launch, cards, screens };
const wanted = process.argv.slice(2);

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
});
try {
  for (const [name, make] of Object.entries(kinds)) {
    if (wanted.length === 0 || wanted.includes(name)) await make(browser);
  }
} finally {
  await browser.close();
}

async function icons(from: Browser): Promise<void> {
  for (const { path, size, svg } of ICONS) {
    const style = '<style>body{margin:0}svg{display:block;width:100vw}</style>';
    keep(path, await draw(from, style + svg, { width: size, height: size }));
  }
}

async function launch(from: Browser): Promise<void> {
  for (const screen of LAUNCH_SCREENS) {
    const width = screen.width * screen.scale;
    const height = screen.height * screen.scale;
    const style = '<style>body{margin:0}svg{display:block;width:100vw}</style>';
    const html = style + launchPicture(width, height);
    keep(launchPath(screen), await draw(from, html, { width, height }));
  }
}

async function cards(from: Browser): Promise<void> {
  for (const language of LANGUAGE_CODES) {
    const file = join(PWA, 'i18n/locales', language, 'site.json');
    const html = await shareCard(language, JSON.parse(readFileSync(file, 'utf8')));
    keep(`share/${language}.png`, await draw(from, html, SHARE_CARD));
  }
}

async function screens(from: Browser): Promise<void> {
  await photograph(from, (name, png) => keep(`install/${name}`, png));
}

async function draw(from: Browser, html: string, viewport: { width: number; height: number }) {
  const page = await from.newPage({ viewport });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

function keep(path: string, png: Buffer): void {
  const file = join(PUBLIC, path);
  const small = toPalettePng(png);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, small);
  process.stdout.write(`${path}: ${(small.length / 1_000).toFixed(1)} KB\n`);
}
