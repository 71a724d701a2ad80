/**
 * The only script of a cold landing page, inlined at build time behind the first view. It does what cannot
 * wait for another file (counting the visit, header shadow, the service worker), leaves the rest to
 * `visit.ts` once the page has loaded, and hydrates the page on the first touch. The last click before the
 * hydration is replayed after it.
 */

import type { CurrentUser } from '#contract/auth.ts';
import { readCampaignContext } from '#contract/paths/campaign-link.ts';
import { hasDraft } from '#pwa/features/inquiry/inquiry-draft.ts';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';
import { installTrustedTypes } from '#pwa/lib/trusted-types.ts';
import { DEPARTURE_KEY, HANDED_OVER_KEY, IDENTITY_KEY } from '#pwa/session/user-here.ts';
import { countVisit } from '#pwa/visitor/count-visit.ts';
import { followLink, markScrolled, showYear } from './before-react.ts';

/**
 * Filled in by the build: visit.ts, the hydrating entry and its imports. The address of the texts is in the
 * html tag.
 */
declare const __LANDING__: { visit: string; entry: string; preload: string[] };

const FIRST_TOUCH = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
/** Controls that work without React: links, menus by the Popover API, fields. */
const NEEDS_REACT = 'button:not([popovertarget]), a[hreflang]';

/** How long a press waits for the scripts before a notice, visit.ts for its next request, anything for a frame, in ms. */
const TIMEOUT = 3_000;
/** How long after it has loaded the connection is left to a person who may touch the page, in ms. */
const FIRST_MOMENT = 1_000;

const { visit, entry, preload } = __LANDING__;
const { texts = '' } = document.documentElement.dataset;
/** Resolves when the whole document is there: a style sheet may delay the content below the first view. */
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
const campaign = readCampaignContext(new URLSearchParams(location.search));

let living: Promise<unknown> | undefined;
let alive = false;
/** The element that was pressed before the hydration. */
let pressed: HTMLElement | undefined;
let insisting: ReturnType<typeof setInterval> | undefined;

// The installed app starts in the back office.
const isStart = history.length < 2 && matchMedia('(display-mode:standalone)').matches;
if (isStart && !location.search && readText('device', IDENTITY_KEY)) location.replace('/dashboard');

installTrustedTypes();
for (const event of FIRST_TOUCH) addEventListener(event, touched, { passive: true });
addEventListener('click', replay, { capture: true });
addEventListener('click', followLink);
addEventListener('scroll', markScrolled, { passive: true });
// A visitor may go on before the first frame.
addEventListener('pagehide', keepVisit);
/** Resolves when the page has loaded and has nothing to do. */
const idle = new Promise((resolve) => {
  addEventListener('load', () => {
    self.requestIdleCallback?.(resolve, { timeout: TIMEOUT }) ?? setTimeout(resolve);
  });
});
let hurry = () => {};
/** Resolves when visit.ts is wanted at once. */
const hurried = new Promise<void>((resolve) => {
  hurry = resolve;
});
/** Resolves when a person opens the page: a browser may prerender one that is never seen. */
const opened = new Promise((resolve) => {
  const { prerendering } = document as { prerendering?: boolean };
  prerendering ? document.addEventListener('prerenderingchange', resolve) : resolve(0);
});
const worker = navigator.serviceWorker;
// Another worker has another publication, or another build.
if (worker?.controller) worker.addEventListener('controllerchange', hydrate);
const { campaignId } = campaign;
const scan = campaignId === undefined ? undefined : opened.then(() => countVisit(campaignId));
void scan?.then((left) => left && hurry());
const user = afterFirstPaint().then(lookAround);
void idle.then(() => {
  if (!savesData()) void registerWorker();
});

/**
 * Resolves when the page is on the screen; at once in a hidden tab; after TIMEOUT in a window that is not painted,
 * because others cover it. Cookies, storage and databases are in other processes, which a slow phone's first frame
 * must not wait for.
 */
function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.hidden ? 0 : TIMEOUT);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Does what needs no touch, and resolves to the signed-in user. In small tasks: a slow phone must answer between. */
async function lookAround(): Promise<CurrentUser | null> {
  keepVisit();
  await parsed;
  // In a visitor's hands this device shows nothing but the form of its stand.
  if (readText('device', HANDED_OVER_KEY)) {
    location.replace('/dashboard');
    return null;
  }
  await layOutBelow();
  markScrolled();
  showYear(document.querySelector('[data-year]'));
  await nextTask();
  // A draft must show without a touch; an unfinished sign-out is finished.
  if (hasDraft() || readText('device', DEPARTURE_KEY)) void hydrate();

  // It is requested at once if a worker has cached it, or if a user has signed in here.
  if (!worker?.controller && !readText('device', IDENTITY_KEY)) {
    const settled = idle.then(() => new Promise((resolve) => setTimeout(resolve, FIRST_MOMENT)));
    await Promise.race([settled, hurried]);
  }
  await opened;
  const { finishVisit } = await loadVisit();
  return finishVisit(scan, hydrate);
}

/** Requests visit.ts until it is there. */
async function loadVisit(): Promise<typeof import('./visit.ts')> {
  try {
    return await import(/* @vite-ignore */ visit);
  } catch {
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, TIMEOUT);
    });
    return loadVisit();
  }
}

/** Lays out the content below the first view, section by section. */
async function layOutBelow(): Promise<void> {
  const sections = document.querySelectorAll<HTMLElement>('main > section');
  for (const { style } of sections) {
    await nextTask();
    style.contentVisibility = 'visible';
  }
  delete document.documentElement.dataset.firstFrame;
  for (const section of sections) section.removeAttribute('style');
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Keeps the campaign of the address for the other pages of this visit. */
function keepVisit(): void {
  if (Object.keys(campaign).length > 0) writeText('tab', 'campaign-context', location.search);
}

/** True for visitors who have asked for few downloads: theirs begin when they touch the page. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** After the hydration if one has started: the worker's downloads must not delay it. */
async function registerWorker(): Promise<void> {
  await living;
  await worker?.register('/sw.js').catch(() => undefined);
}

function touched(event: Event): void {
  // A mouse that only crosses the page is no touch.
  if (event.type === 'pointerover' && !isControl(event.target)) return;
  void hydrate();
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${NEEDS_REACT}, form`) !== null;
}

function hydrate(): Promise<unknown> {
  living ??= start();
  return living;
}

async function start(): Promise<void> {
  for (const event of FIRST_TOUCH) removeEventListener(event, touched);
  for (const href of [...preload, texts]) fetchEarly(href);
  try {
    const page: typeof import('./main.tsx') = await import(/* @vite-ignore */ entry);
    await parsed;
    await page.hydrate(user);
    alive = true;
    hurry();
    if (savesData()) void registerWorker();
    insist();
    if (pressed) page.press(pressed);
  } catch (error) {
    // Offline: the page stays static, and the next touch retries; a press is retried by itself.
    console.error(error);
    living = undefined;
    for (const event of FIRST_TOUCH) addEventListener(event, touched, { passive: true });
  }
}

function fetchEarly(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

function replay(event: MouseEvent): void {
  if (alive || event.button !== 0 || event.metaKey || event.ctrlKey) return;
  const control = event.target instanceof Element ? event.target.closest(NEEDS_REACT) : null;
  if (!(control instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  pressed = control;
  insisting ??= setInterval(insist, TIMEOUT);
  void hydrate();
}

/** Until the hydration: shows that a press waits for the scripts, and requests them again. */
function insist(): void {
  const notice = document.querySelector<HTMLElement>('#waits');
  if (notice) notice.hidden = alive;
  if (alive) clearInterval(insisting);
  else void hydrate();
}
