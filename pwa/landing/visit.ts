import type { CurrentUser, whoAmI } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isLanguage } from '#contract/fields/vocabulary.ts';
import { wantedLanguage } from '#pwa/i18n/language.ts';
import { readValue } from '#pwa/lib/storage/web-storage.ts';
import { learnClock } from '#pwa/lib/time/server-clock.ts';
import { IDENTITY_KEY, userHere } from '#pwa/session/user-here.ts';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { keepEntry, sendEntry, unsentEntries } from '#pwa/visitor/outbox.ts';
import { shareClock } from '#pwa/visitor/shared-clock.ts';
import type { VisitorEntry } from '#pwa/visitor/visitor-entry.ts';

/** How long the last user of this device waits for the server to confirm the sign-in, in ms. */
const TIMEOUT = 3_000;

/**
 * Does what a landing page needs without a touch, and what can wait until it has loaded: sends what is on this phone
 * and asks for the signed-in user. A file of its own, which the loader requests. Never throws.
 *
 * @param scan the visit of this page, once the loader has tried to deliver it, if it could not
 * @param hydrate hydrates the page
 * @returns the signed-in user
 */
export async function finishVisit(
  scan: Promise<VisitorEntry | undefined> | undefined,
  hydrate: () => void,
): Promise<CurrentUser | null> {
  const { lang } = document.documentElement;
  // Offline the service worker may have answered in another language.
  if (isLanguage(lang) && wantedLanguage() !== lang) hydrate();
  // The visit comes first, on the open connection.
  const left = await scan;
  if (left) await sendVisit(left);
  keepSending();
  // A tab that comes back from the background looks for a later publication.
  document.addEventListener('visibilitychange', updateWorker);
  void unsentEntries().then((entries) => entries.some(({ body }) => body) && hydrate());

  const someone = await whoIsSignedIn();
  // The session of a user who is still noted here is over: this device may have to be wiped.
  const hasSignal = !('noSignal' in document.documentElement.dataset);
  if (someone || readValue('device', IDENTITY_KEY) || !hasSignal) hydrate();
  return someone;
}

function updateWorker(): void {
  navigator.serviceWorker?.ready.then((worker) => worker.update()).catch(console.error);
}

async function sendVisit({ key, ...call }: VisitorEntry): Promise<void> {
  const result = await sendEntry(await keepEntry(call, key));
  if (result.kind === 'refused') console.warn('The visit was not counted:', result.problem);
}

/** Requests the user once. */
async function whoIsSignedIn(): Promise<CurrentUser | null> {
  try {
    const signal = readValue('device', IDENTITY_KEY) ? AbortSignal.timeout(TIMEOUT) : null;
    const sentAt = Date.now();
    const response = await fetch('/api/auth/whoami', { priority: 'low', signal });
    // Always read the body: an unread answer blocks its connection.
    const { user }: Partial<ReplyOf<typeof whoAmI>> = await response.json();
    // Undefined in the answer of a server in trouble.
    if (user !== undefined) learnClock(response.headers.get('Date'), sentAt);
    void shareClock();
    return userHere(user);
  } catch {
    // No answer in time, or a captive portal's. The page says so once it is alive.
    document.documentElement.dataset.noSignal = '';
  }
  return userHere();
}
