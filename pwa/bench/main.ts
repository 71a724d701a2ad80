/**
 * `npm run bench`: what the public page and the back office cost, beside the least that the same
 * work can cost, in one run. Prints a table; judges nothing. `npm run bench -- landing` runs one part.
 */
import { chromium } from 'playwright';
import { findChromium } from '#server/test/programs.ts';
import { benchLanding } from './landing.bench.ts';
import { benchOffice } from './office.bench.ts';

const parts = { landing: benchLanding, office: benchOffice };
const wanted = process.argv.slice(2);

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
});
try {
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stdout.write(`\n${name}\n`);
    for (const { what, value, limit, goal } of await bench(browser)) {
      const beside = limit === undefined ? '' : `limit ${limit}`;
      process.stdout.write(
        `  ${what.padEnd(58)} ${value.padStart(12)}  ${beside.padEnd(16)} goal ${goal}\n`,
      );
    }
  }
} finally {
  await browser.close();
}
