import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright';
import { build } from 'vite';
import { blankPage, launchOn } from '#pwa/bench/chromium.ts';
import { Link, type LinkSpeed, LOOPBACK, PHONE } from '#pwa/bench/link.ts';
import { median, p95 } from '#pwa/bench/measure.ts';
import { markdownTable, spreadOf, whereAndWhen } from '#pwa/bench/report.ts';
import { openAgency } from '#pwa/e2e/agency.ts';
import { freePort } from '#server/test/free-port.ts';
import { fillDatabase } from '#server/test/samples.ts';
import type { LimitPage } from './limit-page.ts';
import type { ProductPage } from './product-page.ts';
import type { PeerPage } from './systems/peer-page.ts';

const HERE = import.meta.dirname;
const PEERS = join(HERE, 'systems');
const ROWS = 10_000;
const CHANGES = 1_000;
const LARGE = 100_000;
const QUERIES = ['p', 'pl', 'player', 'gul', 'gul te', 'ana 12', 'striker', 'nobody at all'];
const ACCEPTED = 15;
const CHANGES_BEFORE_KILL = 20;
/** What a step may take before the run is given up, in milliseconds. */
const TIMEOUT = 180_000;

const SYSTEMS = ['ours', 'PouchDB', 'RxDB', 'Replicache'] as const;
const LINKS = { loopback: LOOPBACK, 'phone link': PHONE } satisfies Record<string, LinkSpeed>;
type LinkName = keyof typeof LINKS;

/** A synchronisation system: a page on its own library and a server on a durable database. */
interface System {
  name: string;
  /** The page's script, built. */
  script: string;
  /** A page that does the same with nothing but IndexedDB, on the store of this one. */
  limit?: string;
  /** Keeps one origin over all runs, so that the store of a profile is found again. */
  link: Link;
  serve: (folder: string, origin: string) => Promise<Server>;
}

interface Server {
  port: number;
  /** How many changes with this note it holds. */
  applied: (note: string) => Promise<number>;
  close: () => Promise<void>;
}

export interface Run {
  firstRow: number;
  first200: number;
  pull: number;
  cold: number;
  change: number;
  drain: number;
  requests: number;
  /** With nothing but IndexedDB: one change, and the rows of the pull with two indexes. */
  limit?: { change: number; write: number };
  /** Of ours: until a change is accepted and in the mirror, all rows being in memory; the median. */
  accepted?: number;
}

/** What was measured of ours with LARGE applications; times in ms. */
export interface LargeRun {
  pull: number;
  cold: number;
  /** The page's memory in MB, with all rows and their search texts. */
  heap: number;
  /** The p95 of a search. */
  search: number;
  /** As of a Run. */
  accepted: number;
}

interface PeerResults {
  table: string;
  /** By system and link: `ours loopback`, one a round. */
  runs: ReadonlyMap<string, readonly Run[]>;
  large: readonly LargeRun[];
}

declare global {
  interface Window {
    peer: PeerPage;
    product: ProductPage;
    limit: LimitPage;
  }
}

/**
 * Measures our engine and server beside other local-first systems, in turns in one run: real Chromium,
 * fresh profiles, durable databases, on loopback and on a phone's link; then ours with LARGE rows.
 *
 * @param rounds the table shows their median
 * @param kills of the browser per system, each right after changes that it had called saved
 * @param systems some of SYSTEMS
 */
export async function benchPeers({
  rounds = 3,
  kills = 3,
  systems: names = [...SYSTEMS] as string[],
}): Promise<PeerResults> {
  if (!existsSync(join(PEERS, 'node_modules'))) {
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: PEERS,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`Install the other systems: npm ci --prefix ${PEERS}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'peers-'));
  const systems = await makeSystems(folder, names);
  const runs = new Map<string, Run[]>();
  const lost = new Map<string, number>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const link of ['loopback', 'phone link'] as const) {
        for (const system of systems) {
          const kept = link === 'loopback' && round === rounds - 1 ? kills : 0;
          const { run, lostRuns } = await measure(system, link, folder, kept);
          console.warn(`round ${round + 1}, ${link}, ${system.name}: ${JSON.stringify(run)}`);
          const key = `${system.name} ${link}`;
          runs.set(key, [...(runs.get(key) ?? []), run]);
          if (kept > 0) lost.set(system.name, lostRuns);
        }
      }
    }
    const ours = systems.find(({ name }) => name === 'ours');
    const large = ours ? await measureLarge(ours, folder, rounds) : [];
    return { table: report(systems, runs, lost, { rounds, kills }), runs, large };
  } finally {
    for (const { link } of systems) await link.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One fresh profile and database: pull, cold start, changes offline, drain; then the kills. */
async function measure(
  system: System,
  linkName: LinkName,
  folder: string,
  kills: number,
): Promise<{ run: Run; lostRuns: number }> {
  const { link, script } = system;
  const work = mkdtempSync(join(folder, 'run-'));
  const profile = join(work, 'profile');
  mkdirSync(profile);
  const server = await system.serve(work, link.origin);
  link.target = server.port;
  link.setSpeed(LINKS[linkName]);
  const note = `Bench ${work}`;
  let requests = 0;

  let chromium = await launchOn(profile);
  try {
    let page = await blankPage(chromium.context, link.origin, script);
    await step(page, () => window.peer.prepare());
    const pulled = await step(page, () => window.peer.pull());
    if (pulled.count !== ROWS) throw new Error(`${system.name} has ${pulled.count} rows.`);
    // Some write to the disk only after they have said that they are done.
    await page.waitForTimeout(3_000);
    await chromium.quit();

    chromium = await launchOn(profile);
    page = await blankPage(chromium.context, link.origin, script);
    await step(page, () => window.peer.prepare());
    await chromium.context.setOffline(true);
    const cold = await step(page, () => window.peer.open());
    const changes = await step(page, ([count, text]) => window.peer.change(count, text), [
      CHANGES,
      note,
    ] as const);
    await page.waitForTimeout(1_500);
    await chromium.context.setOffline(false);
    page.on('request', (request) => {
      if (request.resourceType() !== 'eventsource') requests += 1;
    });
    const drain = await step(page, () => window.peer.drain());
    const sent = requests;
    const applied = await server.applied(note);
    if (applied !== CHANGES) throw new Error(`${system.name}: ${applied} changes on the server.`);
    const accepted = system.limit === undefined ? undefined : await acceptedOn(page);
    await chromium.quit();

    const { firstRow, first200, whole: pull } = pulled;
    const run = {
      firstRow,
      first200,
      pull,
      cold,
      change: p95(changes),
      drain,
      requests: sent,
      ...(accepted !== undefined && { accepted }),
      ...(system.limit && { limit: await limitOf(system.limit, link, profile) }),
    };
    return { run, lostRuns: await killed(system, profile, kills) };
  } catch (error) {
    await chromium.kill().catch(() => undefined);
    throw error;
  } finally {
    await server.close();
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function acceptedOn(page: Page): Promise<number> {
  await step(page, () => window.product.readAll());
  return median(await step(page, (count) => window.product.accepted(count), ACCEPTED));
}

/** The same with nothing but IndexedDB on the same profile, after a start of its own. */
async function limitOf(
  script: string,
  link: Link,
  profile: string,
): Promise<NonNullable<Run['limit']>> {
  const chromium = await launchOn(profile);
  const page = await blankPage(chromium.context, link.origin, script);
  const changes = await step(page, (count) => window.limit.change(count, 'Limit'), CHANGES);
  const write = await step(page, (count) => window.limit.write(count), ROWS);
  await chromium.quit();
  return { change: p95(changes), write };
}

/** Ours with LARGE rows: pull, cold start, memory and search. */
async function measureLarge(
  { link, script }: System,
  folder: string,
  rounds: number,
): Promise<LargeRun[]> {
  const template = join(folder, 'large.db');
  await fillDatabase(`file:${template}`, { applications: LARGE, pending: true });
  checkpoint(template);
  link.setSpeed(LOOPBACK);
  const runs: LargeRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const profile = mkdtempSync(join(folder, 'large-'));
    const server = await serveOurs(template, profile, link.origin);
    link.target = server.port;
    try {
      runs.push(await largeRun(profile, link.origin, script));
      console.warn(`round ${round + 1}, ${LARGE} rows: ${JSON.stringify(runs.at(-1))}`);
    } finally {
      await server.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return runs;
}

async function largeRun(profile: string, origin: string, script: string): Promise<LargeRun> {
  let chromium = await launchOn(profile);
  try {
    let page = await blankPage(chromium.context, origin, script);
    await step(page, () => window.peer.prepare());
    const { whole: pull, count } = await step(page, () => window.peer.pull());
    if (count !== LARGE) throw new Error(`The phone has ${count} rows.`);
    await chromium.quit();

    chromium = await launchOn(profile);
    page = await blankPage(chromium.context, origin, script);
    await chromium.context.setOffline(true);
    const cold = await step(page, () => window.peer.open());
    await step(page, () => window.product.readAll());
    const search = p95(await step(page, (queries) => window.product.search(queries), QUERIES));
    const session = await chromium.context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await chromium.context.setOffline(false);
    const accepted = await acceptedOn(page);
    await chromium.quit();
    return { pull, cold, heap: usedSize / 1_000_000, search, accepted };
  } catch (error) {
    await chromium.kill().catch(() => undefined);
    throw error;
  }
}

/** Kills the browser right after changes that were called saved; answers after how many some were gone. */
async function killed({ link, script }: System, profile: string, kills: number): Promise<number> {
  let lostRuns = 0;
  for (let run = 0; run < kills; run += 1) {
    const note = `Killed ${run}`;
    const change = [CHANGES_BEFORE_KILL, note] as const;
    const first = await launchOn(profile);
    const page = await blankPage(first.context, link.origin, script);
    await first.context.setOffline(true);
    await step(page, () => window.peer.open());
    await step(page, ([count, text]) => window.peer.change(count, text), change);
    await first.kill();

    const second = await launchOn(profile);
    const again = await blankPage(second.context, link.origin, script);
    await second.context.setOffline(true);
    await step(again, () => window.peer.open());
    const saved = await step(again, ([, text]) => window.peer.saved(text), change);
    if (saved < CHANGES_BEFORE_KILL) lostRuns += 1;
    await second.quit();
  }
  return lostRuns;
}

async function step<T, A>(
  page: Page,
  work: (argument: A) => T | Promise<T>,
  argument?: A,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Too long: ${work}`)), TIMEOUT);
  });
  try {
    // Playwright wants to know that the argument can be serialized; here it is a pair of plain values.
    return await Promise.race([
      page.evaluate(work as never, argument as never) as Promise<T>,
      tooLong,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the pages and fills one database of each kind, to be copied for every run. */
async function makeSystems(folder: string, names: readonly string[]): Promise<System[]> {
  const ours = join(folder, 'ours.db');
  await fillDatabase(`file:${ours}`, { applications: ROWS, pending: true });
  checkpoint(ours);
  const rows = join(folder, 'rows.json');
  const agency = await openAgency('sqlite', async (url) => copyFileSync(ours, pathOf(url)));
  writeFileSync(rows, JSON.stringify(await agency.api('GET', '/api/applications')));
  await agency.close();

  const peer = async (name: string, program: string, page: string): Promise<System> => {
    const template = join(folder, name);
    mkdirSync(template);
    const { status } = spawnSync(process.execPath, commandOf(program, template, 'seed', rows), {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`The server of ${name} could not be filled.`);
    return {
      name,
      script: await bundle(join(PEERS, page)),
      link: await Link.open(),
      serve: (work) => servePeer(program, template, join(work, 'server')),
    };
  };
  const makers: Record<(typeof SYSTEMS)[number], () => Promise<System>> = {
    ours: async () => ({
      name: 'ours',
      script: await bundle(join(HERE, 'product-page.ts')),
      limit: await bundle(join(HERE, 'limit-page.ts')),
      link: await Link.open(),
      serve: (work, origin) => serveOurs(ours, work, origin),
    }),
    PouchDB: () => peer('PouchDB', 'pouchdb-server.ts', 'pouchdb-page.ts'),
    RxDB: () => peer('RxDB', 'table-server.ts', 'rxdb-page.ts'),
    Replicache: () => peer('Replicache', 'table-server.ts', 'replicache-page.ts'),
  };
  const systems: System[] = [];
  for (const name of SYSTEMS) if (names.includes(name)) systems.push(await makers[name]());
  return systems;
}

async function serveOurs(template: string, _work: string, origin: string): Promise<Server> {
  let file = '';
  const agency = await openAgency(
    'sqlite',
    async (url) => {
      file = pathOf(url);
      copyFileSync(template, file);
    },
    origin,
  );
  return {
    port: agency.tunnel.port,
    close: agency.close,
    applied: async (note) => {
      const database = new Database(file, { readonly: true });
      const count = database
        .prepare('SELECT count(*) FROM "HistoryEntry" WHERE notes = ?')
        .pluck()
        .get(note);
      database.close();
      return Number(count);
    },
  };
}

async function servePeer(program: string, template: string, folder: string): Promise<Server> {
  cpSync(template, folder, { recursive: true });
  const port = await freePort();
  const child = spawn(process.execPath, commandOf(program, folder, String(port)), {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const applied = async (note: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/applied?note=${encodeURIComponent(note)}`);
    return Number(await answer.json());
  };
  for (
    let tries = 0;
    !(await applied('').then(
      () => true,
      () => false,
    ));
    tries += 1
  ) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`${program} did not start.`);
    await new Promise((later) => setTimeout(later, 50));
  }
  return { port, applied, close: () => ended(child) };
}

function commandOf(program: string, ...rest: string[]): string[] {
  return ['--import', 'tsx', join(PEERS, program), ...rest];
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill();
  await exit;
}

/** A page's script as one text, minified as a product would be. */
async function bundle(entry: string): Promise<string> {
  const output = await build({
    root: HERE,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    resolve: {
      // As the product's own build does.
      alias: entry.startsWith(PEERS)
        ? {}
        : { dexie: resolve('node_modules/dexie/dist/modern/dexie.mjs') },
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'bench' },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (!result || !('output' in result)) throw new Error(`${entry} was not built.`);
  return result.output[0].code;
}

/** Puts everything into the one file that is copied. */
function checkpoint(file: string): void {
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

function pathOf(url: string): string {
  return url.slice('file:'.length);
}

const LINES: [label: string, what: Exclude<keyof Run, 'limit' | 'accepted'>, link: LinkName][] = [
  ['first row on screen, loopback', 'firstRow', 'loopback'],
  ['newest 200 rows on screen, loopback', 'first200', 'loopback'],
  ['first row on screen, phone link', 'firstRow', 'phone link'],
  ['newest 200 rows on screen, phone link', 'first200', 'phone link'],
  ['whole pull, loopback', 'pull', 'loopback'],
  ['whole pull, phone link', 'pull', 'phone link'],
  ['list opened cold', 'cold', 'loopback'],
  ['one change offline, p95', 'change', 'loopback'],
  ['drain of 1,000 changes, loopback', 'drain', 'loopback'],
  ['drain of 1,000 changes, phone link', 'drain', 'phone link'],
  ['requests of that drain', 'requests', 'phone link'],
];

/** The table: one row a measurement, one column a system. */
function report(
  systems: System[],
  runs: Map<string, Run[]>,
  lost: Map<string, number>,
  { rounds, kills }: { rounds: number; kills: number },
): string {
  const lines: string[][] = [];
  for (const [label, what, link] of LINES) {
    if (!systems.some(({ name }) => runs.has(`${name} ${link}`))) continue;
    const cells = systems.map(({ name }) => {
      const values = (runs.get(`${name} ${link}`) ?? []).map((run) => run[what]);
      const value = median(values);
      const unit = what === 'requests' ? '' : ' ms';
      return `${value.toFixed(value < 10 && unit ? 1 : 0)}${unit} ± ${spreadOf(values)}`;
    });
    lines.push([label, ...cells]);
  }
  const limits = (runs.get('ours loopback') ?? []).flatMap(({ limit }) => limit ?? []);
  if (limits.length > 0) {
    const changes = limits.map(({ change }) => change);
    const writes = limits.map(({ write }) => write);
    lines.push([
      'limit: raw IndexedDB, the same change, strictly durable, p95',
      `${median(changes).toFixed(1)} ms ± ${spreadOf(changes)}`,
    ]);
    lines.push([
      'limit: raw IndexedDB writes the rows, two indexes',
      `${median(writes).toFixed(0)} ms ± ${spreadOf(writes)}`,
    ]);
  }
  const kept = systems.map(({ name }) => `${lost.get(name) ?? 0} of ${kills}`);
  if (kills > 0) lines.push(['SIGKILLs that lost a saved change', ...kept]);
  const header = [`${ROWS} rows, ${CHANGES} changes`, ...systems.map(({ name }) => name)];
  const caption = `${whereAndWhen(rounds)}; phone link: 100 ms, 4 Mbit/s`;
  return `${caption}\n\n${markdownTable(header, lines)}`;
}
