import * as v from 'valibot';
import { HANDED_OVER } from '#contract/handed-over.ts';
import type { CampaignContext } from '#contract/paths/campaign-link.ts';
import { writePageCookie } from '#pwa/lib/storage/page-cookie.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { HANDED_OVER_KEY } from './user-here.ts';

/** What a PIN consists of. */
export const PIN_PATTERN = /^\d{4,8}$/;

/** Wrong PINs after which each further one costs a wait, the first of these in ms, and after which no PIN opens. */
const FREE_TRIES = 3;
const FIRST_WAIT = 30_000;
const MOST_TRIES = 10;
/** Rounds of PBKDF2 with SHA-256. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const ROUNDS = 600_000;
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

const HandedOver = v.object({
  /** The campaign of the stand. */
  campaign: v.pipe(
    v.object({
      campaignId: v.optional(v.number()),
      utmSource: v.optional(v.string()),
      utmMedium: v.optional(v.string()),
      utmCampaign: v.optional(v.string()),
    }),
    // JSON has no undefined.
    v.transform((campaign) => campaign as CampaignContext),
  ),
  /** The language in which the stand greets. */
  language: v.string(),
  salt: v.string(),
  digest: v.string(),
  /** Wrong PINs so far, and until when none is looked at, in ms since 1970. */
  failures: v.number(),
  waitUntil: v.number(),
});

/** The device is in a visitor's hands: nothing of the back office opens. */
export type HandedOver = v.InferOutput<typeof HandedOver>;

/** The answer to a PIN. */
export type Opening =
  | { kind: 'open' }
  /** How many wrong PINs are left before none opens. */
  | { kind: 'wrong'; left: number }
  /** Not looked at before this moment, in ms since 1970. */
  | { kind: 'wait'; until: number }
  | { kind: 'spent' };

/** What this device keeps while it is in a visitor's hands; null otherwise. */
export function handedOver(): HandedOver | null {
  const lock = readValue('device', HANDED_OVER_KEY);
  if (lock === null) return null;
  const stored = v.safeParse(HandedOver, lock);
  return stored.success ? stored.output : UNREADABLE;
}

/** A lock that this version cannot read stays one: a passkey or a new sign-in opens it. */
const UNREADABLE: HandedOver = {
  campaign: {},
  language: 'en',
  salt: '',
  digest: '',
  failures: MOST_TRIES,
  waitUntil: 0,
};

/**
 * Locks the back office on this device, in all its tabs. Throws if the storage does not keep the lock.
 *
 * @param pin four to eight digits
 */
export async function handOver(
  campaign: CampaignContext,
  language: string,
  pin: string,
): Promise<void> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  const digest = await digestOf(pin, salt);
  keep({ campaign, language, salt, digest, failures: 0, waitUntil: 0 });
  leave();
}

/** Tries a PIN. A wrong one is counted before it is looked at, so a reload forgets none. */
export async function tryPin(pin: string): Promise<Opening> {
  const lock = handedOver();
  if (!lock) return { kind: 'open' };
  if (lock.failures >= MOST_TRIES) return { kind: 'spent' };
  if (lock.waitUntil > Date.now()) return { kind: 'wait', until: lock.waitUntil };
  const failures = lock.failures + 1;
  const wait = failures < FREE_TRIES ? 0 : FIRST_WAIT * 2 ** (failures - FREE_TRIES);
  const waitUntil = Date.now() + wait;
  keep({ ...lock, failures, waitUntil });
  if ((await digestOf(pin, lock.salt)) === lock.digest) return { kind: 'open' };
  if (failures >= MOST_TRIES) return { kind: 'spent' };
  return wait > 0
    ? { kind: 'wait', until: waitUntil }
    : { kind: 'wrong', left: MOST_TRIES - failures };
}

/** Opens the back office again; the page has to be loaded anew. */
export function endHandOver(): void {
  writeValue('device', HANDED_OVER_KEY, null);
  setCookie(0);
}

/** Keeps the server's side of the lock as long as this one. */
export function renewHandOver(): void {
  setCookie(COOKIE_SECONDS);
}

/** Leaves a page of the back office as soon as another tab hands this device over, or Back has brought it up again. */
export function leaveWhenHandedOver(): void {
  // The rest of a lock whose record the browser has removed.
  setCookie(0);
  window.addEventListener('storage', ({ key }) => {
    if (key === HANDED_OVER_KEY && handedOver()) leave();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && handedOver()) leave();
  });
}

/** Nothing of the page is to be seen while the browser loads it anew. */
function leave(): void {
  document.body.replaceChildren();
  location.reload();
}

function keep(lock: HandedOver): void {
  if (!writeValue('device', HANDED_OVER_KEY, lock)) throw new Error('The lock was not stored.');
  setCookie(COOKIE_SECONDS);
}

function setCookie(seconds: number): void {
  writePageCookie(HANDED_OVER, '1', seconds);
}

async function digestOf(pin: string, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytes(pin), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: ROUNDS },
    key,
    256,
  );
  return hex(new Uint8Array(bits));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hex(numbers: Uint8Array): string {
  return [...numbers].map((one) => one.toString(16).padStart(2, '0')).join('');
}
