import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { openAgency } from '#pwa/e2e/agency.ts';
import { EVENT, Link, LOOPBACK, MOBILE } from './link.ts';
import { atMost, type Figure, kilobytes, median, milliseconds, times } from './measure.ts';

const ROUNDS = 5;
/** A phone's processor is this many times slower. */
const SLOWER = 4;
/** Ms without another byte after which page and worker are idle. */
const REST = 1_500;

/** Measures the public page and hand-written HTML of the same words, in turns. */
export async function benchLanding(browser: Browser): Promise<Figure[]> {
  const link = await Link.open();
  const agency = await openAgency('sqlite', undefined, link.origin);
  link.target = agency.tunnel.port;
  const { id } = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: 'Bench',
    utmSource: 'bench',
    utmMedium: 'qr',
    utmCampaign: 'bench',
  });
  const scanned = `${link.origin}/?campaign_id=${id}&lang=en`;
  const documents = await Promise.all(
    LANGUAGE_CODES.map((language) => download(`${link.origin}/?lang=${language}`)),
  );
  const plain = await servePlain(brotliDecompressSync(documents[0] ?? '').toString());
  const plainLink = await Link.open();
  plainLink.target = plain.port;

  try {
    const bytes = await bytesOfAVisit(browser, link);
    const mobile = { page: [] as View[], plain: [] as View[] };
    const event = { page: [] as View[], plain: [] as View[], form: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of [link, plainLink]) each.setSpeed(MOBILE);
      mobile.plain.push(await view(browser, plainLink, plainLink.origin, SLOWER));
      mobile.page.push(await view(browser, link, link.origin, SLOWER));
      for (const each of [link, plainLink]) each.setSpeed(EVENT);
      event.plain.push(await view(browser, plainLink, plainLink.origin));
      event.page.push(await view(browser, link, scanned));
      event.form.push(await touch(browser, link.origin));
    }
    const of = (views: View[], what: keyof View) => median(views.map((each) => each[what]));
    const lcp = {
      mobile: of(mobile.page, 'lcp') / of(mobile.plain, 'lcp'),
      event: of(event.page, 'lcp') / of(event.plain, 'lcp'),
    };
    const visit = of(event.page, 'tracked') / of(event.page, 'lcp');
    const { shift, blocked } = {
      shift: of(mobile.page, 'shift'),
      blocked: of(mobile.page, 'blocked'),
    };
    const first = Math.max(...documents.map(({ length }) => length));
    return [
      {
        ...atMost('L1 LCP, phone on slow 4G, to hand-written HTML', lcp.mobile, 1.05, times),
        ...beside(mobile),
      },
      atMost('L1 layout shift (CLS)', shift, 0, (value) => value.toFixed(3)),
      {
        ...atMost('L1 blocking time (TBT), processor 4 x slower', blocked, 10, milliseconds),
        limit: milliseconds(of(mobile.plain, 'blocked')),
      },
      atMost('L2 first response, brotli, largest of five languages', first, 8_000, kilobytes),
      atMost('L2 scripts fetched before touch or idle', bytes.before, 0, kilobytes),
      atMost('L2 scripts that idle brings, with headers', bytes.idle, 4_000, kilobytes),
      {
        ...atMost('L3 LCP, link of an event, to hand-written HTML', lcp.event, 1.1, times),
        ...beside(event),
      },
      {
        ...atMost('L3 the scan is at the server, to LCP', visit, 1.3, times),
        limit: milliseconds(of(event.page, 'tracked')),
      },
      atMost(
        'L4 scripts that the first touch brings, with headers',
        bytes.touched,
        75_000,
        kilobytes,
      ),
      atMost(
        'L4 form alive after the first touch, link of an event',
        median(event.form),
        2_300,
        milliseconds,
      ),
      atMost(
        'L5 all that a reader downloads until the page has loaded',
        bytes.read,
        35_000,
        kilobytes,
      ),
      atMost('L5 all that an anonymous visitor downloads', bytes.all, 90_000, kilobytes),
      atMost('L5 ready for use offline, after load', bytes.offlineReady, 3_000, milliseconds),
    ];
  } finally {
    await Promise.all([link.close(), plainLink.close()]);
    plain.server.close();
    await agency.close();
  }

  function beside({ page, plain: bare }: { page: View[]; plain: View[] }): Pick<Figure, 'limit'> {
    const middle = (views: View[]) => median(views.map((each) => each.lcp)).toFixed(0);
    return { limit: `${middle(page)} / ${middle(bare)} ms` };
  }
}

/** The body of an answer as it came over the wire. */
export function download(address: string, host = new URL(address).host): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br', Host: host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

/**
 * The same words and links as hand-written HTML: no script, no pictures, no classes, a few lines of
 * style, from a bare server. No page can be faster.
 */
export async function servePlain(document: string): Promise<{ server: Server; port: number }> {
  const bare = document
    .replace(/<(script|style|svg)\b.*?<\/\1>|<link rel="stylesheet"[^>]*>/gs, '')
    .replace(/ (class|style|data-[\w-]+|popovertarget|id|for|aria-[\w-]+)="[^"]*"/gi, '')
    .replace('</head>', `<style>${HAND_WRITTEN}</style></head>`);
  const body = brotliCompressSync(bare);
  const server = createServer((request, response) => {
    if (request.url !== '/') response.writeHead(404).end();
    else {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Encoding': 'br',
        'Content-Length': body.length,
      });
      response.end(body);
    }
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

const HAND_WRITTEN = `body{margin:0 auto;max-width:40rem;padding:1rem;font:1rem/1.5 system-ui;color:#14201a;
background:#faf8f3}h1{font-size:2.5rem;line-height:1.1}input,select,textarea,button{font:inherit;display:block;
width:100%;min-height:48px;margin-bottom:1rem}header,footer,section{padding:2rem 0}a{color:#0f4d34}[popover]{display:none}`;

export interface View {
  /** Milliseconds from the start of the navigation. */
  lcp: number;
  shift: number;
  blocked: number;
  /** When the scan reached the server; NaN without a scan. */
  tracked: number;
}

/** One cold visit, until page and worker are idle. */
export async function view(
  browser: Browser,
  link: Link,
  address: string,
  slower = 1,
): Promise<View> {
  const { context, page } = await freshPage(browser);
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    let arrived = Number.NaN;
    link.onArrival = (text) => {
      if (/^POST \/api\/campaigns\/\d+\/track /.test(text)) arrived = Date.now();
    };
    await page.addInitScript(WATCH);
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(REST);
    const seen = await page.evaluate(() => {
      const { lcp, shift, blocked } = (window as unknown as { seen: Omit<View, 'tracked'> }).seen;
      return { lcp, shift, blocked, started: performance.timeOrigin };
    });
    return { ...seen, tracked: arrived - seen.started };
  } finally {
    await context.close();
  }
}

const WATCH = `
  window.seen = { lcp: NaN, shift: 0, blocked: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime; });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  watch('longtask', ({ duration }) => { seen.blocked += Math.max(0, duration - 50); });
`;

/** Touches the form as soon as the page is there; milliseconds until React answers to it. */
export async function touch(browser: Browser, address: string): Promise<number> {
  const { context, page } = await freshPage(browser);
  try {
    await page.goto(address, { waitUntil: 'load' });
    return await touchForm(page);
  } finally {
    await context.close();
  }
}

/** Asks for the fields of a playing history, which only React can show. */
async function touchForm(page: Page): Promise<number> {
  await page.evaluate(() => {
    const times = window as unknown as { touchedAt: number; aliveAt: number };
    addEventListener('pointerdown', () => (times.touchedAt ??= performance.now()), true);
    const form = document.querySelector('#contact form');
    if (!form) throw new Error('The page has no form.');
    new MutationObserver(() => {
      if (form.querySelector('[name=currentClub]')) times.aliveAt ??= performance.now();
    }).observe(form, { childList: true, subtree: true });
  });
  await page.locator('#contact input[name=includeHistory]').check();
  await page.locator('#contact [name=currentClub]').waitFor({ timeout: 30_000 });
  return page.evaluate(() => {
    const { touchedAt, aliveAt } = window as unknown as { touchedAt: number; aliveAt: number };
    return aliveAt - touchedAt;
  });
}

interface Bytes {
  before: number;
  idle: number;
  touched: number;
  read: number;
  all: number;
  offlineReady: number;
}

async function bytesOfAVisit(browser: Browser, link: Link): Promise<Bytes> {
  link.setSpeed(LOOPBACK);
  const visitor = await freshPage(browser);
  const before = link.down;
  const visit = await countScripts(visitor.page);
  await visitor.page.goto(link.origin, { waitUntil: 'load' });
  const loaded = Date.now();
  const untouched = visit.scripts();
  const read = link.down - before;
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const offlineReady = Date.now() - loaded;
  await atRest(link);
  const all = link.down - before;
  await visitor.context.close();

  // Without the worker, whose downloads a page would find in the cache.
  const patient = await freshPage(browser, 'block');
  const rested = await countScripts(patient.page);
  await patient.page.goto(link.origin, { waitUntil: 'load' });
  await atRest(link);
  const idle = rested.scripts();
  await patient.context.close();

  const hasty = await freshPage(browser, 'block');
  const touched = await countScripts(hasty.page);
  await hasty.page.goto(link.origin, { waitUntil: 'load' });
  await touchForm(hasty.page);
  await atRest(link);
  await hasty.context.close();
  return { before: untouched, idle, touched: touched.scripts() - idle, read, all, offlineReady };
}

async function atRest(link: Link): Promise<void> {
  for (let bytes = -1; bytes !== link.down; ) {
    bytes = link.down;
    await new Promise((later) => setTimeout(later, REST));
  }
}

/** Bytes of the scripts that this page has asked for, headers included. */
async function countScripts(page: Page): Promise<{ scripts: () => number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === 'Script') bytes += encodedDataLength;
  });
  return { scripts: () => bytes };
}

async function freshPage(browser: Browser, serviceWorkers: 'allow' | 'block' = 'allow') {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    serviceWorkers,
  });
  return { context, page: await context.newPage() };
}
