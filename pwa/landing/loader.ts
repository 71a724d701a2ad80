/**
 * The only script of a cold landing page, inlined at build time. It does what must not wait for React
 * (header shadow, counting the visit, asking for the signed-in user, the service worker) and hydrates
 * the page on the first touch. Clicks before the hydration are replayed after it.
 */

import type { CurrentUser } from '#contract/auth.ts';
import { readCampaignContext } from '#contract/campaign-link.ts';
import { isLanguage } from '#contract/vocabulary.ts';
import { hasDraft } from '#pwa/features/inquiry/inquiry-draft.ts';
import { wantedLanguage } from '#pwa/i18n/language.ts';
import { installTrustedTypes } from '#pwa/lib/trusted-types.ts';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { keepEntry, sendEntry, unsentEntries } from '#pwa/visitor/outbox.ts';
import { followLink, markScrolled, showYear } from './before-react.ts';
import { keepCampaign } from './kept-campaign.ts';

/** Filled in by the build: the hydrating entry, its imports, and the texts by language. */
declare const __LANDING__: { entry: string; preload: string[]; texts: Record<string, string> };

const FIRST_TOUCH = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
/** Controls that work without React: links, menus by the Popover API, fields. */
const NEEDS_REACT = 'button:not([popovertarget]), a[hreflang]';

const shown = document.documentElement.lang;
const campaign = readCampaignContext(new URLSearchParams(location.search));

let living: Promise<unknown> | undefined;
let alive = false;

installTrustedTypes();
markScrolled();
showYear(document.querySelector('[data-year]'));
// The visitor may go on to another page before React has loaded.
if (Object.keys(campaign).length > 0) keepCampaign(location.search);
// The visit is sent first, on the open connection; the signed-in user is requested after it.
const scan = recordScan();
keepSending();
for (const event of FIRST_TOUCH) addEventListener(event, touched, { passive: true });
addEventListener('click', replay, { capture: true });
addEventListener('click', followLink);
addEventListener('scroll', markScrolled, { passive: true });

const user = scan.then(whoIsSignedIn);
const wanted = wantedLanguage();
// Offline the service worker may have answered in another language.
if (isLanguage(shown) && wanted !== shown) void bringToLife();
void user.then((someone) => someone && bringToLife());
// A draft and unsent messages must show without a touch.
if (hasDraft()) void bringToLife();
void unsentEntries().then((entries) => entries.some(({ body }) => body) && bringToLife());

addEventListener('load', () => {
  const idle = window.requestIdleCallback ?? setTimeout;
  idle(() => void registerWorker());
});

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
  const texts = __LANDING__.texts[shown];
  for (const href of [...__LANDING__.preload, ...(texts ? [texts] : [])]) preload(href);
  try {
    const page: typeof import('./main.tsx') = await import(/* @vite-ignore */ __LANDING__.entry);
    await page.hydrate(user);
    alive = true;
  } catch (error) {
    // Offline: the page stays static, and the next touch retries.
    console.error(error);
    living = undefined;
    for (const event of FIRST_TOUCH) addEventListener(event, touched, { passive: true });
  }
}

function preload(href: string): void {
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
  void bringToLife().then(() => alive && control.click());
}

/** Counts one visit per page load: stored in the visitor's outbox first, then sent or retried later. */
async function recordScan(): Promise<void> {
  const { campaignId } = campaign;
  if (campaignId === undefined) return;
  const key = await keepEntry({ path: `/api/campaigns/${campaignId}/track`, body: null });
  const result = await sendEntry(key);
  if (result.kind === 'refused') console.warn('The visit was not counted:', result.problem);
}

/** Requests the user once; null for a 401 and without an answer. */
async function whoIsSignedIn(): Promise<CurrentUser | null> {
  try {
    const response = await fetch('/api/auth/user', { priority: 'low' });
    // Always read the body: an unread answer blocks its connection.
    const answer = await response.json();
    return response.ok ? (answer as CurrentUser) : null;
  } catch {
    return null;
  }
}
