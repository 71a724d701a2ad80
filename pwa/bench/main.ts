/**
 * `npm run bench`: the cost of the public page, the back office and the server, beside the least that
 * the same work can cost, in one run. Tells first what got worse, then rewrites the tables in
 * pwa/bench/README.md. Fails only when it cannot measure.
 * `npm run bench -- landing` runs one part, `--rounds=3` fewer rounds.
 * `npm run bench -- kills --kills=20 --browsers=webkit,firefox` kills browsers after changes that the
 * screen called saved. `npm run bench -- outages` kills servers and takes their database away.
 * `npm run bench -- restore --drills=30` loses the disk of a server and brings the newest backup back.
 * `npm run bench -- scale` fills large databases, `-- scale-sqlite` only one of them.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { benchAttack } from '#server/bench/attack.bench.ts';
import { benchLostDisks } from '#server/bench/lost-disks.ts';
import { benchOutages } from '#server/bench/outages.ts';
import { benchScale } from '#server/bench/scale.bench.ts';
import { benchServer } from '#server/bench/server.bench.ts';
import { benchActs } from './acts.bench.ts';
import { launch, STORES, type Store } from './chromium.ts';
import { benchDeployed } from './deployed.bench.ts';
import type { BrowserName } from './killed-phones.ts';
import { benchKills } from './kills.ts';
import { benchLanding } from './landing.bench.ts';
import { benchLive } from './live.bench.ts';
import type { Figure } from './measure.ts';
import { benchOffice } from './office.bench.ts';
import { gotWorse, summarise, tableOf, writeTable } from './report.ts';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of every part; the tables show medians, and how far the rounds are apart. */
    rounds: { type: 'string', default: '5' },
    kills: { type: 'string', default: '3' },
    browsers: { type: 'string', default: 'chromium,webkit,firefox' },
    /** Of restore, on each database. */
    drills: { type: 'string', default: '30' },
    /** What Chromium keeps IndexedDB in, in kills and office. */
    idb: { type: 'string', default: STORES.join(',') },
    /** Of scale: this part of its rows, e.g. 0.1, while one works on it. No table is written then. */
    size: { type: 'string', default: '1' },
  },
});

const PARTS: Record<string, (browser: Browser) => Promise<Figure[]>> = {
  landing: benchLanding,
  deployed: benchDeployed,
  office: () => benchOffice(storesOf(options.idb)),
  acts: benchActs,
  live: benchLive,
  server: benchServer,
  attack: benchAttack,
  'scale-sqlite': () => benchScale('sqlite', Number(options.size)),
  'scale-postgresql': () => benchScale('postgresql', Number(options.size)),
  kills: () =>
    benchKills(Number(options.kills), browsersOf(options.browsers), storesOf(options.idb)),
  outages: benchOutages,
  restore: () => benchLostDisks(Number(options.drills)),
};
const SCALE = ['scale-sqlite', 'scale-postgresql'];
/** Run only when they are named; `scale` names both of its parts. */
const SLOW = ['attack', 'kills', 'outages', 'restore', ...SCALE];
const named = wanted.flatMap((name) => (name === 'scale' ? SCALE : name));
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
const parts = named.length > 0 ? named : Object.keys(PARTS).filter((name) => !SLOW.includes(name));

for (const name of parts) {
  const rounds = SLOW.includes(name) ? 1 : Number(options.rounds);
  const figures = summarise(await measure(name, rounds));
  const table = tableOf(figures, rounds);
  for (const line of gotWorse(name, figures)) process.stdout.write(`${line}\n`);
  process.stdout.write(`\n${name}\n${table}\n`);
  if (Number(options.size) === 1) writeTable(name, table);
}

/** Each round in a browser of its own. */
async function measure(name: string, rounds: number): Promise<Figure[][]> {
  const all: Figure[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const browser = await launch();
    try {
      all.push((await PARTS[name]?.(browser)) ?? []);
    } finally {
      await browser.close();
    }
  }
  return all;
}

function browsersOf(list: string): BrowserName[] {
  return list.split(',').map((name) => {
    if (name === 'chromium' || name === 'webkit' || name === 'firefox') return name;
    throw new Error(`There is no browser ${name}: chromium, webkit, firefox.`);
  });
}

function storesOf(list: string): Store[] {
  return list.split(',').map((name) => {
    const store = STORES.find((each) => each === name);
    if (store) return store;
    throw new Error(`IndexedDB is not kept in ${name}: ${STORES.join(', ')}.`);
  });
}
