import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { type Agency, openAgency } from '#pwa/e2e/agency.ts';
import { cached, filesOfOffice } from '#pwa/e2e/office.ts';
import { fillDatabase } from '#server/test/samples.ts';
import { launchOnDisk, type Store } from './chromium.ts';
import { atMost, type Figure, median, milliseconds, p95, times } from './measure.ts';

const ROWS = 10_000;
const ROUNDS = 9;
const CHANGES = 40;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** Of the browser in which the office is measured. */
export const OPTIONS = { viewport: PHONE, locale: 'en-US' };
/** Between two tabs, in ms. */
const REST = 500;

/** What was measured in one round, in ms; `limit` with raw IndexedDB. */
export interface OfficeRun {
  /** After a sign-in: until the first rows are on screen, and until the whole mirror is on the phone. */
  firstRows: number;
  whole: number;
  /** Medians of the dashboard opened cold and offline: rows on screen, and rows that answer a press. */
  limit: number;
  painted: number;
  alive: number;
  /** From the press on Update to the entry on screen, offline. */
  changes: number[];
  /** From a key in the search to the next frame. */
  keys: number[];
  /** From frame to frame while the list scrolls, with a processor 4 times slower; at a desk, too. */
  frames: number[];
  deskFrames: number[];
}

/** The back office with ROWS applications on a phone, as lines of a table; on each store of IndexedDB. */
export async function benchOffice(stores: readonly Store[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const store of stores) {
    const context = await launchOnDisk(store, OPTIONS);
    const measured = figuresOf(await measureOffice(context));
    figures.push(...measured.map((one) => ({ ...one, what: `${store}: ${one.what}` })));
  }
  return figures;
}

function figuresOf(run: OfficeRun): Figure[] {
  const { firstRows, whole, limit, painted, alive, changes, keys, frames, deskFrames } = run;
  const ratio = painted / limit;
  return [
    atMost(`first rows after sign-in, ${ROWS} applications`, firstRows, 400, milliseconds),
    atMost('the whole mirror on the phone, history and all', whole, 1_200, milliseconds),
    atMost('dashboard cold, offline: first rows on screen', painted, 300, milliseconds),
    { ...atMost('B1 the same, to raw IndexedDB', ratio, 1.5, times), limit: milliseconds(limit) },
    atMost('the same until a press is answered', alive, 300, milliseconds),
    atMost('status change on screen, offline, median', median(changes), 50, milliseconds),
    atMost('status change on screen, offline, p95', p95(changes), 50, milliseconds),
    atMost(
      `key press in search, ${ROWS} rows, to the next frame, p95`,
      p95(keys),
      50,
      milliseconds,
    ),
    atMost(
      `from frame to frame while ${ROWS} rows scroll, processor 4 x slower, median`,
      median(frames),
      17,
      milliseconds,
    ),
    atMost('the same, p95', p95(frames), 34, milliseconds),
    atMost('the same in the table of a desk, median', median(deskFrames), 17, milliseconds),
    atMost('the same in the table of a desk, p95', p95(deskFrames), 34, milliseconds),
  ];
}

/**
 * The dashboard opened cold and offline from the mirror with ROWS applications, beside a page that does
 * nothing but read the newest 50 rows with raw IndexedDB and print them; the time from the press on
 * Update to the entry on screen, offline, on the disk of the phone; and the search.
 *
 * @param context of OPTIONS; it is closed
 */
export async function measureOffice(context: BrowserContext): Promise<OfficeRun> {
  const agency = await largeAgency();
  const dashboard = `${agency.origin}/dashboard`;
  try {
    const { page, firstRows, whole } = await openMirrored(context, agency);
    await keepLimit(page);
    await context.setOffline(true);

    const opened: Record<Moment, number>[] = [];
    const limits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      limits.push((await open(context, agency.origin + LIMIT_PATH, ['painted'])).painted);
      opened.push(await open(context, dashboard, ['painted', 'alive']));
    }
    return {
      firstRows,
      whole,
      limit: median(limits),
      painted: median(opened.map(({ painted }) => painted)),
      alive: median(opened.map(({ alive }) => alive)),
      changes: await timeChanges(context, dashboard),
      keys: await timeSearch(context, dashboard),
      frames: await timeScroll(context, dashboard, PHONE),
      deskFrames: await timeScroll(context, dashboard, DESK),
    };
  } finally {
    await context.close();
    await agency.close();
  }
}

/** A new agency with ROWS applications. It has answered others before. */
export async function largeAgency(): Promise<Agency> {
  const agency = await openAgency('sqlite', async (url) => {
    await fillDatabase(url, { applications: ROWS, contacts: 500, campaigns: 20 });
  });
  // With another limit, so that it keeps no body for a phone.
  await agency.api('GET', '/api/applications?since=0&limit=150');
  await agency.api('GET', '/api/contacts?since=0&limit=150');
  return agency;
}

/**
 * Signs in and opens the dashboard; all applications and all files of the back office are on the phone.
 * In ms since it was opened: until the first rows are on screen, and until the whole mirror is there.
 */
export async function openMirrored(
  context: BrowserContext,
  { origin, admin }: Agency,
): Promise<{ page: Page; firstRows: number; whole: number }> {
  const page = await context.newPage();
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Username').fill(admin.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${origin}/`);
  await page.addInitScript(WATCH);
  const alive = noted(page, 'alive');
  await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' });
  const firstRows = await alive;
  const whole = await untilMirrored(page, await page.evaluate(() => performance.timeOrigin));
  await cached(page, ...filesOfOffice());
  return { page, firstRows, whole };
}

/** A link to an application in the list. */
const ROW = 'a[href*="/dashboard/applications/"]:not([href$="/new"])';

type Moment = 'painted' | 'alive';

/**
 * Prints when a link to an application, or a row of the limit, is on screen, and when React has it, in ms
 * since the navigation.
 */
const WATCH = `
  const noted = new Set();
  const note = (moment) => {
    if (noted.has(moment)) return;
    noted.add(moment);
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => console.info(moment, performance.now()); port2.postMessage(0); });
  };
  new MutationObserver(() => {
    const row = document.querySelector('${ROW}, [data-limit-row]');
    if (row) note('painted');
    if (row && Object.keys(row).some((key) => key.startsWith('__reactProps'))) note('alive');
  }).observe(document, { childList: true, subtree: true });
`;

const LIMIT_PATH = '/assets/limit.html';

/** Puts the page of the limit where the worker keeps the app, so that both come from there. */
async function keepLimit(page: Page): Promise<void> {
  await page.evaluate(
    async ({ path, html }) => {
      const build = (await caches.keys()).find((name) => name.startsWith('build-'));
      if (!build) throw new Error('The worker keeps no build.');
      const cache = await caches.open(build);
      await cache.put(path, new Response(html, { headers: { 'Content-Type': 'text/html' } }));
    },
    { path: LIMIT_PATH, html: LIMIT },
  );
}

/** The least: open the database that the app made, read its newest page, print 50 rows. */
const LIMIT = `<!doctype html><title>limit</title><ul id="rows"></ul><script>
  indexedDB.databases().then((all) => {
    const { name } = all.find((each) => each.name.startsWith('agency-'));
    const request = indexedDB.open(name);
    request.onsuccess = () => {
      const pages = request.result.transaction('applicationPages').objectStore('applicationPages');
      pages.openCursor(null, 'prev').onsuccess = ({ target: { result } }) => {
        document.getElementById('rows').innerHTML = result.value.rows.slice(0, 50).map((row) =>
          '<li data-limit-row>' + row.playerName + ' ' + row.status + '</li>').join('');
      };
    };
  });
</script>`;

/** Opens an address in a tab of its own; when these moments were, in ms. */
async function open(
  context: BrowserContext,
  address: string,
  moments: readonly Moment[],
): Promise<Record<Moment, number>> {
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  // What the tab before left to do is not this one's.
  await page.waitForTimeout(REST);
  const reports = moments.map((moment) => noted(page, moment));
  await page.goto(address);
  const found = { painted: Number.NaN, alive: Number.NaN };
  for (const [at, moment] of moments.entries()) found[moment] = (await reports[at]) ?? Number.NaN;
  await page.close();
  return found;
}

/** What WATCH prints. Asking the page instead would run scripts of the test in the time that is measured. */
async function noted(page: Page, moment: Moment): Promise<number> {
  const message = await page.waitForEvent('console', (each) =>
    each.text().startsWith(`${moment} `),
  );
  return Number(message.text().slice(moment.length));
}

/** Polls the mirror until all applications are in it; milliseconds since the page was opened. */
async function untilMirrored(page: Page, started: number): Promise<number> {
  await expect
    .poll(() => page.evaluate(isMirrored), { intervals: [25], timeout: 60_000 })
    .toBe(true);
  return (await page.evaluate(() => Date.now())) - started;
}

/** Whether all applications are in the mirror. Runs in the page. */
async function isMirrored(): Promise<boolean> {
  const all = await indexedDB.databases();
  const name = all.find((each) => each.name?.startsWith('agency-'))?.name;
  if (!name) return false;
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const state = await new Promise<{ tail: object | null } | undefined>((resolve) => {
    const request = database.transaction('meta').objectStore('meta').get('applications');
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return state !== undefined && state.tail === null;
}

/** Types into the search of the list; from each key press to the next frame. */
async function timeSearch(context: BrowserContext, dashboard: string): Promise<number[]> {
  const page = await context.newPage();
  await page.goto(dashboard);
  await page.locator(ROW).first().waitFor();
  const search = page.getByRole('searchbox').first();
  const presses: number[] = [];
  for (const text of ['player', 'gul test', 'ana 12', 'striker']) {
    await search.fill('');
    await page.waitForTimeout(300);
    for (let end = 1; end <= text.length; end += 1) {
      presses.push(await search.evaluate(pressKey, text.slice(0, end)));
    }
  }
  await page.close();
  return presses;
}

/** Puts `text` into a field as a key press would; milliseconds until the frame after it is drawn. */
function pressKey(field: HTMLElement | SVGElement, text: string): Promise<number> {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  const pressed = performance.now();
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - pressed);
      port2.postMessage(0);
    });
  });
}

/** Scrolls the list for about 6 seconds; from frame to frame. */
async function timeScroll(
  context: BrowserContext,
  dashboard: string,
  { width, height }: typeof PHONE,
): Promise<number[]> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.goto(dashboard);
  await page.locator(ROW).first().waitFor();
  await page.waitForTimeout(1_000);
  const chromium = await context.newCDPSession(page);
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const started = page.evaluate<number[]>(FRAMES);
  await chromium.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height - 150,
    yDistance: -12_000,
    speed: 2_000,
    gestureSourceType: 'mouse',
  });
  await page.evaluate(() => window.dispatchEvent(new Event('scrolled')));
  const frames = await started;
  await page.close();
  return frames;
}

/** The time from frame to frame, from the first scroll to the event `scrolled`. */
const FRAMES = `new Promise((resolve) => {
  const frames = [];
  let last;
  let isOver = false;
  const frame = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    if (isOver) resolve(frames);
    else requestAnimationFrame(frame);
  };
  addEventListener('scroll', () => requestAnimationFrame(frame), { once: true });
  addEventListener('scrolled', () => { isOver = true; });
})`;

/** Adds a note and a status to one application again and again; from the press to the entry on screen. */
async function timeChanges(context: BrowserContext, dashboard: string): Promise<number[]> {
  const page = await context.newPage();
  await page.goto(dashboard);
  await page.locator(ROW).first().click();
  const opener = page.locator('[data-bottom-bar=actions]').getByRole('button', { name: 'Update' });
  const form = page.locator('form:has([data-status])');
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const note = `Bench note ${change}`;
    await opener.click();
    await form.locator(`[data-status=${change % 2 === 0 ? 'signed' : 'rejected'}]`).click();
    await form.getByRole('textbox').fill(note);
    times.push(await form.evaluate(untilListed, note));
    await form.waitFor({ state: 'detached' });
  }
  await page.close();
  return times;
}

/** Presses Update; milliseconds until the next frame after the note is an entry of the history. */
function untilListed(form: Element, note: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const button = form.querySelector<HTMLElement>('[type=submit]');
    if (!button) return reject(new Error('The form has no button.'));
    const pressed = performance.now();
    const observer = new MutationObserver(() => {
      const entries = [...document.querySelectorAll('li')];
      if (!entries.some((entry) => entry.textContent?.includes(note))) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - pressed));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    button.click();
  });
}
