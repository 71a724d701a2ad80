import { readdirSync } from 'node:fs';
import { expect, type Locator, type Page, type Request } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Agency } from './agency.ts';
import { anApplication } from './server-records.ts';

/** Makes an application at the server and opens it, with all that can be opened on its page. */
export async function openApplication(page: Page, agency: Agency): Promise<Application> {
  const application = await anApplication(agency);
  await page.goto(`${agency.origin}/dashboard/applications/${application.id}`);
  await expect(page.getByRole('heading', { name: application.playerName })).toBeVisible();
  // The status form of a phone is fetched after the page.
  await loadedAhead(page);
  return application;
}

/** Leads the open app to another page, as a link does, without loading it anew. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Unfolds the row of a campaign to its code, its facts and what changes it. */
export async function unfoldCampaign(page: Page, { name }: { name: string }): Promise<void> {
  const row = page.getByRole('button', { name, exact: true });
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
}

/** Turns the inquiry of `name` into an application and opens it; answers the application's id. */
export async function convertInquiryOf(name: string, page: Page): Promise<string> {
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: `Convert ${name}` }).click();
  await page.waitForURL('**/dashboard/applications/*');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}

/** The Update button of the status form, also while it says "Updating...". */
export function updateButton(page: Page) {
  return page.locator('form:has([data-status]) [type=submit]');
}

/** Opens the status form, which is in a sheet on a phone and on the page elsewhere. */
export async function openStatusForm(page: Page): Promise<void> {
  const opener = page.locator('[data-bottom-bar=actions]').getByRole('button', { name: 'Update' });
  await expect(updateButton(page).or(opener).first()).toBeVisible();
  if (await opener.isVisible()) await opener.click();
  await expect(updateButton(page)).toBeVisible();
}

/** Records a new status, a note, or both, with the form. */
export async function update(page: Page, change: { status?: string; note: string }): Promise<void> {
  await openStatusForm(page);
  const form = page.locator('form', { has: page.locator('[data-status]') });
  if (change.status !== undefined) {
    await form.getByText(change.status, { exact: true }).click();
    await expect(form.getByRole('radio', { name: change.status })).toBeChecked();
  }
  await form.getByRole('textbox', { name: 'Notes' }).fill(change.note);
  await updateButton(page).click();
  await formIsFree(page);
}

/**
 * Waits after a press on Update: the next change must not be typed into a sheet that closes, or a form that
 * will be emptied.
 */
export async function formIsFree(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').filter({ has: updateButton(page) })).toHaveCount(0);
  const written = page.locator('form:has([data-status]) textarea:not(:placeholder-shown)');
  await expect(written).toHaveCount(0);
}

/** Presses a link that leads to a phone or mail app, which this machine does not have. */
export async function reach(link: Locator): Promise<void> {
  await link.evaluate(() =>
    addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
  );
  await link.click();
}

/** Waits until the service worker has cached the back office for offline use. */
export async function keptForOffline(page: Page): Promise<void> {
  await cached(page, ...filesOfOffice());
  await loadedAhead(page);
}

/** The document of the back office and all that it may load, which the service worker fetches in any order. */
export function filesOfOffice(): string[] {
  const files = readdirSync('dist/pwa/assets').filter((file) => /\.(js|css)$/.test(file));
  return ['/app.html', ...files.map((file) => `/assets/${file}`)];
}

/** Waits until the service worker is active and has cached these files. */
export async function cached(page: Page, ...paths: string[]): Promise<void> {
  const missing = async (files: string[]) => {
    await navigator.serviceWorker.ready;
    const found = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
    return files.filter((_, at) => !found[at]);
  };
  await expect
    .poll(() => page.evaluate(missing, paths), { intervals: [100], timeout: 30_000 })
    .toEqual([]);
}

/**
 * Waits until an open page of the back office has loaded the parts that it loads ahead. The page hears
 * that there is a network, which makes it load them now and not some time later.
 */
export async function loadedAhead(page: Page): Promise<void> {
  watchRequests(page);
  // What listens to the event is there when the page has nothing else to do.
  await idle(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await atRest(page);
}

/** Longer than any pause after which a page requests something by itself, in ms. */
export const LONG = 2_000;

/** Waits until a page has nothing to do, and has requested nothing for `quiet` ms from now on. */
export async function atRest(page: Page, quiet = 250): Promise<void> {
  const requested = requestedWithin(page, quiet);
  const begun = async () => {
    // A part that has arrived may have to run before the next one is requested.
    if (requested().length === 0) await idle(page);
    return requested();
  };
  await expect.poll(begun, { intervals: [50], timeout: 40_000 }).toEqual([]);
}

/** As `atRest`, for a page whose clock is stopped: it has no idle time. */
export async function silent(page: Page, quiet = 500): Promise<void> {
  const requested = requestedWithin(page, quiet);
  await expect.poll(requested, { intervals: [50], timeout: 40_000 }).toEqual([]);
}

/** Returns what a page waits for or has requested for `quiet` ms, since this call: a test that fails names it. */
function requestedWithin(page: Page, quiet: number): () => string[] {
  const requests = watchRequests(page);
  const start = Date.now();
  return () => {
    if (requests.open.size > 0) return [...requests.open].map((request) => request.url());
    const isQuiet = Date.now() - Math.max(start, requests.changedAt) >= quiet;
    return isQuiet ? [] : ['no request for too short a time'];
  };
}

/** Stops the clock of a page on which it was installed; what is due soon happens before. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 10_000);
}

/** Waits for what looks after the focus: it is loaded when the page is at rest. */
export async function focusIsKept(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('keep-focus')),
  );
  await idle(page);
}

/** Waits until a page has nothing to do: what was drawn hears the keyboard by now. */
export function idle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        // Chromium gives a page that draws nothing after a press no idle time until its next frame. No function here has
        // a name: the bench would send a helper's call along that the page lacks.
        const frames = setInterval(() => requestAnimationFrame(() => undefined), 16);
        requestIdleCallback(() => {
          clearInterval(frames);
          done();
        });
      }),
  );
}

interface Requests {
  /** Those without a complete answer, but for the event stream, which stays open. */
  open: Set<Request>;
  /** When one began or ended, in ms since 1970. */
  changedAt: number;
}

const requestsOf = new WeakMap<Page, Requests>();

/** What a page requests, followed from the first call on. */
export function watchRequests(page: Page): Requests {
  const known = requestsOf.get(page);
  if (known) return known;
  const requests: Requests = { open: new Set(), changedAt: Date.now() };
  requestsOf.set(page, requests);
  const changes = (change: (request: Request) => void) => (request: Request) => {
    if (new URL(request.url()).pathname === LIVE_PATH) return;
    change(request);
    requests.changedAt = Date.now();
  };
  const begin = changes((request) => {
    // Of a page that is left some requests are never told to have ended.
    if (request.isNavigationRequest() && !request.frame().parentFrame()) requests.open.clear();
    requests.open.add(request);
  });
  const end = changes((request) => requests.open.delete(request));
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return requests;
}
