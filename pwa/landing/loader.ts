/**
 * The only script of a cold landing page, inlined at build time behind the first view. It does what must not wait for React
 * (header shadow, counting the visit, asking for the signed-in user, the service worker) and hydrates
 * the page on the first touch. The last click before the hydration is replayed after it.
 */

import type { CurrentUser } from '#contract/auth.ts';
import { readCampaignContext } from '#contract/campaign-link.ts';
import { isLanguage } from '#contract/vocabulary.ts';
import { hasDraft } from '#pwa/features/inquiry/inquiry-draft.ts';
import { wantedLanguage } from '#pwa/i18n/language.ts';
import { learnClock } from '#pwa/lib/server-clock.ts';
import { installTrustedTypes } from '#pwa/lib/trusted-types.ts';
import {
  DEPARTURE_KEY,
  HANDED_OVER_KEY,
  IDENTITY_KEY,
  stored,
  userHere,
} from '#pwa/session/user-here.ts';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { keepEntry, sendEntry, unsentEntries } from '#pwa/visitor/outbox.ts';
import { shareClock } from '#pwa/visitor/shared-clock.ts';
import { getRow, putRow } from '#pwa/visitor/store.ts';
import { followLink, markScrolled, showYear } from './before-react.ts';
import { keepCampaign } from './kept-campaign.ts';

/** Filled in by the build: the hydrating entry and its imports. The address of the texts is in the html tag. */
declare const __LANDING__: { entry: string; preload: string[] };

const FIRST_TOUCH = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
/** Controls that work without React: links, menus by the Popover API, fields. */
const NEEDS_REACT = 'button:not([popovertarget]), a[hreflang]';

/**
 * How long the last user of this device waits for the server to confirm the sign-in, and a press for
 * the scripts, in ms.
 */
const PATIENCE = 3_000;

const {
  lang: shown,
  dataset: { texts = '' },
} = document.documentElement;
/** Resolves when the whole document is there: a style sheet may hold up what is below the first view. */
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
const campaign = readCampaignContext(new URLSearchParams(location.search));
const trackPath = campaign.campaignId && `/api/campaigns/${campaign.campaignId}/track`;

let living: Promise<unknown> | undefined;
let alive = false;
/** What was pressed before the hydration. */
let pressed: HTMLElement | undefined;
let insisting: ReturnType<typeof setInterval> | undefined;

installTrustedTypes();
for (const event of FIRST_TOUCH) addEventListener(event, touched, { passive: true });
addEventListener('click', replay, { capture: true });
addEventListener('click', followLink);
addEventListener('scroll', markScrolled, { passive: true });
// A visitor may go on before the first frame.
addEventListener('pagehide', keepVisit);
// The visit is sent first, on the open connection; the signed-in user is requested after it.
const scan = recordScan();
const user = afterFirstPaint().then(lookAround);

addEventListener('load', () => {
  const idle = window.requestIdleCallback ?? setTimeout;
  if (!savesData()) idle(() => void registerWorker());
});

/**
 * Resolves when the page is on the screen, at once in a hidden tab. Cookies, storage and databases are in
 * other processes, which a slow phone's first frame must not wait for.
 */
function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Does what needs no touch, and resolves to the signed-in user. In small tasks: a slow phone must answer between. */
async function lookAround(): Promise<CurrentUser | null> {
  keepVisit();
  await parsed;
  // In a visitor's hands this device shows nothing but the form of its stand.
  if (stored(HANDED_OVER_KEY)) {
    location.replace('/dashboard');
    return null;
  }
  await layOutBelow();
  markScrolled();
  showYear(document.querySelector('[data-year]'));
  await nextTask();
  // Offline the service worker may have answered in another language.
  if (isLanguage(shown) && wantedLanguage() !== shown) void bringToLife();
  // A draft and unsent messages must show without a touch; an unfinished sign-out is finished.
  if (hasDraft() || stored(DEPARTURE_KEY)) void bringToLife();
  await nextTask();
  keepSending();
  void unsentEntries().then((entries) => entries.some(({ body }) => body) && bringToLife());

  await scan;
  const someone = await whoIsSignedIn();
  // The session of a user who is still noted here is over: this device may have to be wiped.
  if (someone || stored(IDENTITY_KEY)) void bringToLife();
  return someone;
}

/** Lays out what is below the first view, section by section. */
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
  if (Object.keys(campaign).length > 0) keepCampaign(location.search);
}

/** True for visitors who have asked for few downloads: theirs begin when they touch the page. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** After the hydration if one has started: the worker's downloads must not delay it. */
async function registerWorker(): Promise<void> {
  await living;
  await navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}

function touched(event: Event): void {
  // A mouse that only crosses the page is no touch.
  if (event.type === 'pointerover' && !isControl(event.target)) return;
  void bringToLife();
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${NEEDS_REACT}, form`) !== null;
}

function bringToLife(): Promise<unknown> {
  living ??= start();
  return living;
}

async function start(): Promise<void> {
  for (const event of FIRST_TOUCH) removeEventListener(event, touched);
  const { entry, preload } = __LANDING__;
  for (const href of [...preload, texts]) fetchEarly(href);
  try {
    const page: typeof import('./main.tsx') = await import(/* @vite-ignore */ entry);
    await parsed;
    await page.hydrate(user);
    alive = true;
    if (savesData()) void registerWorker();
    insist();
    pressed?.click();
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
  insisting ??= setInterval(insist, PATIENCE);
  void bringToLife();
}

/** Until the page is alive: tells that what was pressed waits for the scripts, and requests them again. */
function insist(): void {
  const notice = document.querySelector<HTMLElement>('#waits');
  if (notice) notice.hidden = alive;
  if (alive) clearInterval(insisting);
  else void bringToLife();
}

/**
 * Counts one visit per page load: stored in the visitor's outbox first, then sent or retried later. This device keeps
 * which campaigns it has opened, so that people can be told from visits.
 */
async function recordScan(): Promise<void> {
  if (!trackPath) return;
  const path = (await getRow('settings', trackPath)) ? `${trackPath}?again` : trackPath;
  const key = await keepEntry({ path, body: null });
  void putRow('settings', { name: trackPath });
  const result = await sendEntry(key);
  if (result.kind === 'refused') console.warn('The visit was not counted:', result.problem);
}

/** Requests the user once. */
async function whoIsSignedIn(): Promise<CurrentUser | null> {
  try {
    const signal = stored(IDENTITY_KEY) ? AbortSignal.timeout(PATIENCE) : null;
    const sentAt = Date.now();
    const response = await fetch('/api/auth/user', { priority: 'low', signal });
    // Always read the body: an unread answer blocks its connection.
    const answer = await response.json();
    if (response.ok || response.status === 401) learnClock(response.headers.get('Date'), sentAt);
    void shareClock();
    if (response.ok) return userHere(answer as CurrentUser);
    if (response.status === 401) return null;
  } catch {
    // No answer in time, or a captive portal's.
  }
  return userHere();
}
