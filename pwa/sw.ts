/// <reference lib="webworker" />

import { wantedLanguageOf } from '#contract/fields/language.ts';
import { isLanguage, type Language } from '#contract/fields/vocabulary.ts';
import { pageOfShortLink, readShortLink } from '#contract/paths/campaign-link.ts';
import { LEGAL_PAGES, type PublicPage, publicPageAt } from '#contract/paths/public-pages.ts';
import { SHARED_PATH } from '#contract/paths/shared-path.ts';
import {
  openReminder,
  renewReminders,
  showReminder,
} from '#pwa/features/account/worker-reminders.ts';
import { sendWaiting } from '#pwa/visitor/outbox.ts';
import { keepShare } from '#pwa/visitor/shares.ts';
import { OFFICE, setting } from '#pwa/visitor/worker.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; group?: 'site' | Language | 'face' | 'list' }[];
};

/**
 * Caches this build for offline use: the page, its form and the privacy policy at once, all legal pages once a person
 * uses the site, the back office after a sign-in, other languages' documents when they are opened. It never handles the
 * calls of the API, caches nothing private, and activates a new build only when the person agrees.
 *
 * The server fills in the settings' revision: a publication is a new version of the same build, which needs no
 * agreement. An open public page offers it (landing-root.tsx).
 */
const SETTINGS = '%SETTINGS_REVISION%';
const SHOWN = '%LANGUAGES%'.split(' ').filter(isLanguage);
/** How long a page may wait for the server while another answer is on the phone, in ms. */
const TIMEOUT = 2_500;
/**
 * How long a cached public page waits for the server's, in ms, so that a publication is seen at once: a check over a
 * fast line takes 10 to 80.
 */
const HEAD_START = 100;
/** Where the links to the API's own pages lead without a signal. */
const WITHOUT_SIGNAL: Partial<Record<string, string>> = {
  '/api/login': '/auth',
  '/api/logout': '/',
};
const FILES = self.__WB_MANIFEST;
const [LIST = ''] = pathsOf('list');
/** The list's name changes with any file of the build. */
const BUILD = LIST.slice(-'12345678.json'.length, -'.json'.length);
const CACHE = `build-${SETTINGS}-${BUILD}`;
/**
 * The drawing behind the words of a landing page, the portrait that it shows first, and the mark in its head. A picture
 * of a shared link has a whole address.
 */
const OWNERS = [/="(\/drawings\/\w+\.svg)/, /="(\/portrait\/\w+\.\w+)"/, /="(\/mark\/\w+\.\w+)"/];
/** Files whose names have a hash of their content. */
const HASHED = /^\/(assets|portrait|mark)\//;
/** Letters of names in Europe whose headlines need the second file of the display face: its unicode-range. */
const RARE_LETTERS = /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b\u1e9e]/;
const [RARE_FACE] = pathsOf('face');
/** What the worker knows without the list of the back office's files; the list, too. */
const OWN_FILES = FILES.flatMap(({ url, group }) => (group ? `/${url}` : []));

self.addEventListener('install', (event) => {
  routeAroundWorker(event);
  event.waitUntil(keepWanted());
});
self.addEventListener('activate', (event) => event.waitUntil(dropOtherBuilds()));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'KEEP_OFFICE') event.waitUntil(keepOffice(event.ports[0]));
  if (event.data?.type === 'KEEP_FILES') event.waitUntil(keepLoaded(event.data.paths));
  if (event.data?.type === 'KEEP_LEGAL') event.waitUntil(keepLegalPages());
  if (event.data?.type === 'COUNT_MISSING') event.waitUntil(tellMissing(event.ports[0]));
});
// Background Sync is not in TypeScript's library: its event is an ExtendableEvent with a tag.
self.addEventListener('sync' as 'activate', (event) => event.waitUntil(sendAllOrFail()));
self.addEventListener('push', (event) => event.waitUntil(showReminder(self, event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openReminder(self, event)));
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewReminders(self)),
);
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  if (event.request.method === 'POST' && url.pathname === SHARED_PATH) {
    return event.respondWith(takeShare(event.request));
  }
  if (event.request.method !== 'GET') return;
  const isPage = event.request.mode === 'navigate';
  const instead = isPage && leadsTo(url.pathname);
  if (instead) return event.respondWith(followLink(event.request, instead));
  // The API, and a player's page for one club.
  if (/^\/(api|player)\//.test(url.pathname)) return;
  const isDocument = isPage && !/\.\w+$/.test(url.pathname);
  event.respondWith(isDocument ? openPage(event, url) : openFile(event.request, url.pathname));
});

/** Keeps what another app shares, and opens the page that says what became of it. The page reads it, not the worker. */
async function takeShare(request: Request): Promise<Response> {
  const fault = await keepShare(request).catch(() => 'full');
  return Response.redirect(SHARED_PATH + (fault ? `?${fault}` : ''), 303);
}

async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  const page = publicPageAt(url.pathname);
  if (!page) return (await match('/app.html')) ?? fetch(event.request);
  const cached = await match(pathOf(page, await languageAt(url)));
  // A returning visitor.
  if (!cached) return openPublicPage(event, page);
  event.waitUntil(keepLegalPages().catch(() => undefined));
  const answer = fetch(event.request).then((now) => (isOurs(now, '/') ? now : cached));
  // A reload asks for what the server has: often because the page has offered it.
  const isReload = event.request.cache === 'no-cache';
  return inTime(answer, async () => cached, isReload ? TIMEOUT : HEAD_START);
}

/**
 * Fetches a public page whose language is not cached. Without an answer in time it opens in any cached
 * language (the landing page then loads the texts of the wanted one); the fetch goes on, for the next time.
 */
async function openPublicPage(event: FetchEvent, page: PublicPage): Promise<Response> {
  const answer = fetch(event.request);
  const keeping = answer.then((response) => keepPage(page, response.clone()));
  event.waitUntil(keeping.catch(() => undefined));
  return inTime(
    answer,
    async () => (await inAnyLanguage(page)) ?? (await match('/app.html')) ?? answer,
  );
}

/** Where an address that the server leads elsewhere leads without a signal. */
function leadsTo(path: string): string | undefined {
  const short = readShortLink(path);
  return short ? pageOfShortLink(short) : WITHOUT_SIGNAL[path];
}

function followLink(request: Request, instead: string): Promise<Response> {
  return inTime(fetch(request), async () => Response.redirect(instead));
}

/** The answer; after a failure, or `ms` without one, the other one. */
function inTime(
  answer: Promise<Response>,
  otherwise: () => Promise<Response>,
  ms = TIMEOUT,
): Promise<Response> {
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, ms));
  return Promise.race([answer, tooLate]).catch(otherwise);
}

/** An install event in browsers with static routing: they read a cache without starting the worker. */
type RoutingEvent = ExtendableEvent & {
  addRoutes?: (
    rules: { condition: { urlPattern: { pathname: string } }; source: { cacheName: string } }[],
  ) => Promise<void>;
};

/** Lets the browser answer hashed files from the cache without running this file. */
function routeAroundWorker(event: RoutingEvent): void {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: CACHE } },
  ]);
  // Without support for these rules the browser asks the worker.
  routed?.catch(console.error);
}

async function openFile(request: Request, path: string): Promise<Response> {
  return (await match(path)) ?? fetch(request);
}

async function languageAt(url: URL): Promise<Language> {
  return wantedLanguageOf(
    {
      query: url.searchParams.get('lang'),
      chosen: await setting('language'),
      browser: self.navigator.languages,
    },
    SHOWN,
  );
}

function pathOf(page: PublicPage, language: string): string {
  return language === 'en' ? `/${page}.html` : `/${page}.${language}.html`;
}

async function inAnyLanguage(page: PublicPage): Promise<Response | undefined> {
  for (const language of SHOWN) {
    const cached = await match(pathOf(page, language));
    if (cached) return cached;
  }
  return undefined;
}

async function keepWanted(): Promise<void> {
  const language = await ownLanguage();
  await keepOpenPages();
  await keep(pathsOf('site'));
  // A visitor who touches the form meanwhile waits for the files above: 2.40 s instead of 2.46 on the link of an event
  // (medians of 6).
  await keep([...SHOWN.flatMap(pathsOf), pathOf('index', language), pathOf('privacy', language)]);
  // By an older version.
  if (await caches.match(pathOf('terms', language), { ignoreVary: true })) await keepLegalPages();
  if (await setting(OFFICE)) await keepFilesOfOffice();
  await keepOwners(language);
  const names = await caches.keys();
  // A publication of the same build: open pages keep their scripts, so no person has to agree.
  if (names.some((name) => name !== CACHE && name.endsWith(BUILD))) await self.skipWaiting();
}

function ownLanguage(): Promise<Language> {
  return languageAt(new URL(location.origin));
}

/** Caches the legal pages in the person's language. A visitor who never touches the page downloads 11 KB less. */
async function keepLegalPages(): Promise<void> {
  const language = await ownLanguage();
  await keep(LEGAL_PAGES.map((page) => pathOf(page, language)));
}

/** Caches drawing, portrait and mark of the owner, and letters that few names have: the browser has loaded them with the page. */
async function keepOwners(language: Language): Promise<void> {
  const page = await match(pathOf('index', language));
  const html = (await page?.text()) ?? '';
  const pictures = OWNERS.map((picture) => picture.exec(html)?.[1]);
  const face = RARE_LETTERS.test(html) && RARE_FACE;
  // Without them the page is whole all the same.
  for (const path of [...pictures, face]) if (path) await fetchInto(path).catch(console.error);
}

/** Caches the back office, then tells a page that asked how many files are missing all the same. */
async function keepOffice(page: MessagePort | undefined): Promise<void> {
  try {
    await keepFilesOfOffice();
  } finally {
    await tellMissing(page);
  }
}

async function keepFilesOfOffice(): Promise<void> {
  await keepLegalPages();
  await keep(OWN_FILES);
  await keep(await filesOfOffice());
}

/** Empty as long as their list is missing. */
async function filesOfOffice(): Promise<string[]> {
  const list = await match(LIST);
  const urls: string[] = (await list?.json()) ?? [];
  return urls.map((url) => `/${url}`);
}

/** Caches files of the app that a page has loaded: the browser has them already. */
async function keepLoaded(paths: string[]): Promise<void> {
  await keep(paths.filter((path) => path.startsWith('/assets/')));
}

async function tellMissing(page: MessagePort | undefined): Promise<void> {
  const wanted = [...OWN_FILES, ...(await filesOfOffice())];
  const cached = await Promise.all(wanted.map(match));
  page?.postMessage(cached.filter((answer) => !answer).length);
}

/** Caches the open page; the server only confirms that the device's copy is current. */
async function keepOpenPages(): Promise<void> {
  for (const { url } of await self.clients.matchAll({ includeUncontrolled: true })) {
    const page = publicPageAt(new URL(url).pathname);
    if (page) await keepPage(page, await fetch(url, { cache: 'no-cache' }));
  }
}

/** Caches a public page under the language that the server chose: it knows the person's better. */
async function keepPage(page: PublicPage, answer: Response): Promise<void> {
  if (!isOurs(answer, '/')) return;
  // A copy without its address: a cache writes that to the disk, with the secret of a private link behind `#`.
  const copy = new Response(answer.body, answer);
  await put(pathOf(page, answer.headers.get('Content-Language') ?? 'en'), copy);
}

/** Adds missing files to the cache. */
async function keep(paths: string[]): Promise<void> {
  await Promise.all(paths.map(fetchInto));
}

async function fetchInto(path: string): Promise<void> {
  if (await match(path)) return;
  // A hashed file never changes; the server says whether any other one is current.
  const hashed = HASHED.test(path);
  const older = hashed ? await caches.match(path, { ignoreVary: true }) : undefined;
  const answer =
    older ?? (await fetch(path, { priority: 'low', cache: hashed ? 'default' : 'no-cache' }));
  if (!isOurs(answer, path)) throw new Error(`${path}: ${answer.status}`);
  await put(path, answer);
}

/** False for a captive portal's page: our documents have a Content-Security-Policy. */
function isOurs({ ok, redirected, headers }: Response, path: string): boolean {
  if (!ok || redirected) return false;
  const isDocument = path.endsWith('/') || path.endsWith('.html');
  if (isDocument) return headers.has('Content-Security-Policy');
  return !headers.get('Content-Type')?.startsWith('text/html');
}

async function put(path: string, answer: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(path, answer);
}

async function match(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

async function dropOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function sendAllOrFail(): Promise<void> {
  if (!(await sendWaiting())) throw new Error('Not everything got through.');
}

function pathsOf(group: (typeof FILES)[number]['group']): string[] {
  return FILES.filter((file) => file.group === group).map(({ url }) => `/${url}`);
}
