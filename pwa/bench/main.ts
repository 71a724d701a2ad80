/**
 * `npm run bench`: what the public page and the back office cost, beside the least that the same
 * work can cost, in one run. Prints tables; fails only when it cannot measure.
 * `npm run bench -- landing` runs one part; `npm run bench -- peers` the comparison with other
 * systems, which takes minutes and has packages of its own (pwa/bench/peers).
 */
import { type Browser, chromium } from 'playwright';
import { findChromium } from '#server/test/programs.ts';
import { benchLanding } from './landing.bench.ts';
import { type Figure, table } from './measure.ts';
import { benchOffice } from './office.bench.ts';

const PARTS: Record<string, (browser: Browser) => Promise<Figure[]>> = {
  landing: benchLanding,
  office: benchOffice,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
});
try {
  for (const [name, bench] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stdout.write(`\n${name}\n${table(await bench(browser))}\n`);
  }
} finally {
  await browser.close();
}
