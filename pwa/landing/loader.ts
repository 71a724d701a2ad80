/**
 * The only script of a cold landing page, inlined at build time. It does what cannot wait for
 * React (header shadow, the scan, who is signed in, the service worker), and brings React to life
 * on the first touch; a press that came before React is repeated when React is there.
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

/** Filled in by the build: the entry that hydrates, and what it imports, to be fetched at once. */
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
// The next page of this visit may be another one, and come before React.
if (Object.keys(campaign).length > 0) keepCampaign(location.search);
// The connection that is open belongs to the scan; who is signed in is asked when it is through.
const scan = recordScan();
keepSending();
for (const event of FIRST_TOUCH) addEventListener(event, touched, { passive: true });
addEventListener('click', replay, { capture: true });
addEventListener('click', followLink);
addEventListener('scroll', markScrolled, { passive: true });

const user = scan.then(whoIsSignedIn);
const wanted = wantedLanguage();
// The worker may have answered without a signal in another language than the one that is wanted.
if (isLanguage(shown) && wanted !== shown) void bringToLife();
void user.then((someone) => someone && bringToLife());
// Words that were typed, or that wait to be sent, must be seen without a touch.
if (hasDraft()) void bringToLife();
void unsentEntries().then((entries) => entries.some(({ body }) => body) && bringToLife());

addEventListener('load', () => {
  const idle = window.requestIdleCallback ?? setTimeout;
  idle(() => void registerWorker());
});

/** What a person who is touching the page waits for goes first: the worker fetches far more. */
async function registerWorker(): Promise<void> {
  await living;
  await navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}

function touched(event: Event): void {
  // A mouse that only crosses the page wants nothing yet.
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
    // No signal for the script: the page stays what it is, and the next touch tries again.
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

/** K-01, K-04, W-15: one visit a page load, kept on the phone first, sent now or when it can be. */
async function recordScan(): Promise<void> {
  const { campaignId } = campaign;
  if (campaignId === undefined) return;
  const key = await keepEntry({ path: `/api/campaigns/${campaignId}/track`, body: null });
  const result = await sendEntry(key);
  if (result.kind === 'refused') console.warn('The visit was not counted:', result.problem);
}

/** asked once; a 401 or no answer reads as nobody. */
async function whoIsSignedIn(): Promise<CurrentUser | null> {
  try {
    const response = await fetch('/api/auth/user', { priority: 'low' });
    // Read in any case: an answer that nobody reads keeps its connection.
    const answer = await response.json();
    return response.ok ? (answer as CurrentUser) : null;
  } catch {
    return null;
  }
}
