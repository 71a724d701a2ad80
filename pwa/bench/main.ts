/**
 * `npm run bench`: what the public page, the back office and the server cost, beside the least that
 * the same work can cost, in one run. Prints tables; fails only when it cannot measure.
 * `npm run bench -- landing` runs one part; `npm run bench -- peers` the comparison with other
 * systems, which takes minutes and installs packages of its own (pwa/bench/peers);
 * `--rounds=5` and `--kills=100` make that one longer, `--systems=ours,RxDB` and `--links=loopback`
 * shorter. `npm run bench -- kills --kills=100` kills the browser after changes that the screen of the
 * whole app called saved.
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { benchServer } from '#server/bench/server.bench.ts';
import { findChromium } from '#server/test/programs.ts';
import { benchKills } from './kills.ts';
import { benchLanding } from './landing.bench.ts';
import { benchLive } from './live.bench.ts';
import { type Figure, table } from './measure.ts';
import { benchOffice } from './office.bench.ts';
import { benchPeers } from './peers.bench.ts';

const PARTS: Record<string, (browser: Browser) => Promise<Figure[]>> = {
  landing: benchLanding,
  office: benchOffice,
  live: benchLive,
  server: benchServer,
};
const { values: counts, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    kills: { type: 'string' },
    systems: { type: 'string' },
    links: { type: 'string' },
  },
});
const names = [...Object.keys(PARTS), 'kills', 'peers'];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${names.join(', ')}.`);
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
if (wanted.includes('kills')) {
  process.stdout.write(`\nkills\n${table(await benchKills(Number(counts.kills ?? 3)))}\n`);
}
if (wanted.includes('peers')) {
  const { rounds = 3, kills = 3, systems, links } = counts;
  await benchPeers({
    rounds: Number(rounds),
    kills: Number(kills),
    ...(systems && { systems: systems.split(',') }),
    ...(links && { links: links.split(',') }),
  });
}
