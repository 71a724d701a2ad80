import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { findChromium } from '#server/test/programs.ts';

const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];

/** What Chromium keeps IndexedDB in on the disk: a new profile of Chrome has SQLite, an older one LevelDB. */
export const STORES = ['LevelDB', 'SQLite'] as const;
export type Store = (typeof STORES)[number];

function storing(store: Store): string {
  return `--${store === 'SQLite' ? 'enable' : 'disable'}-features=IdbSqliteBackingStore`;
}

/** Starts Chromium for pages whose profiles nobody keeps: their IndexedDB is in memory. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    // Of the proxies that a bench starts.
    args: [...ARGUMENTS, '--ignore-certificate-errors'],
  });
}

/** A Chromium on a new profile on the disk, which is deleted when it is closed. */
export async function launchOnDisk(
  store: Store,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'phone-'));
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    ...(executablePath && { executablePath }),
    args: [...ARGUMENTS, storing(store)],
  });
  context.on('close', () => void rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}

/** A Chromium process that can be killed; its profile stays. */
export interface OwnChromium {
  context: BrowserContext;
  /** Closes it; everything is written to the disk. */
  quit(): Promise<void>;
  /** Kills it with all its processes, as an empty battery does. */
  kill(): Promise<void>;
}

/** Longest wait for a page, in ms. */
const TIMEOUT = 30_000;

/** Starts Chromium on the profile in `folder`. */
export async function launchOn(folder: string, store: Store = 'LevelDB'): Promise<OwnChromium> {
  const portFile = join(folder, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    findChromium() ?? chromium.executablePath(),
    [
      '--headless=new',
      '--no-first-run',
      ...ARGUMENTS,
      storing(store),
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: 'ignore', detached: true },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const browser = await chromium.connectOverCDP(
    `http://127.0.0.1:${await portOf(child, portFile)}`,
  );
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no profile.');
  // After a kill the profile is read anew, which takes longer.
  context.setDefaultTimeout(TIMEOUT);
  return {
    context,
    async quit() {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await ended;
    },
    async kill() {
      // The whole group, so that no helper process of Chromium goes on writing.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

async function portOf(child: ChildProcess, file: string): Promise<number> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (child.exitCode !== null) break;
    const port = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (port > 0) return port;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error('Chromium did not start.');
}

/** A blank page of `origin` that runs `script`; neither comes over the network. */
export async function blankPage(
  context: BrowserContext,
  origin: string,
  script: string,
): Promise<Page> {
  const page = await context.newPage();
  const address = `${origin}/bench.html`;
  page.on('pageerror', (error) => console.error(error));
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bench</title>' }),
  );
  await page.goto(address);
  await page.unroute(address);
  await page.addScriptTag({ content: script });
  return page;
}
