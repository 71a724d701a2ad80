import { readSecondFactor, type SecondFactor } from '#contract/accounts/passkeys.ts';
import { type Device, listSessions } from '#contract/accounts/sessions.ts';
import { SESSION_LIFE } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { refreshSite } from '#pwa/features/site/refresh-site.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { LISTS } from '#pwa/local/database/rows.ts';
import { listStates } from '#pwa/local/database/server-state.ts';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import type { SyncEngine } from '#pwa/sync/engine.ts';
import { missingFiles } from '#pwa/visitor/worker.ts';

/** One thing that a device without a signal needs. */
export interface Check {
  name: 'records' | 'files' | 'storage' | 'session' | 'factor' | 'update';
  /** 'unknown' if only the server or the browser could say it, and did not. */
  state: 'ready' | 'missing' | 'unknown';
  /** The number that its text names. Files have none if no worker answers: the browser may refuse it. */
  count?: number;
  /** The time that its text names, in milliseconds since 1970. */
  at?: number;
  /** The browser has refused it when it was asked last: asking again is no help. */
  isRefused?: true;
}

/** What this device and the server say. */
export interface Facts {
  records: number;
  /** Whether every list has all of its records here. */
  isWhole: boolean;
  /** When the list that waits longest was read last, in milliseconds since 1970; 0 for never. */
  syncedAt: number;
  /** Files of the app that are not kept; null if no worker answers. */
  missing: number | null;
  /** Whether the browser may not delete the copy for want of space; null if it does not say. */
  isPersisted: boolean | null;
  /** Whether it has refused to promise that, when it was asked last. */
  isRefused: boolean;
  /**
   * Until when this device is signed in, in milliseconds since 1970. Null, as the next, if the server could
   * not be asked.
   */
  signedInUntil: number | null;
  factor: SecondFactor | null;
}

/** Asks the device, and the server if it can be reached: that renews the session, too. */
export async function gatherFacts(mirror: Mirror): Promise<Facts> {
  const all = await Promise.all(LISTS.map((list) => readAll(mirror, list)));
  const states = await listStates(mirror, LISTS);
  return {
    records: all.reduce((sum, { rows }) => sum + rows.length, 0),
    isWhole: all.every(({ firstPull }) => firstPull.isWhole),
    syncedAt: Math.min(...states.map(({ syncedAt }) => syncedAt)),
    missing: await missingFiles('COUNT_MISSING'),
    isPersisted: await isPersisted(),
    isRefused: isRefused(),
    signedInUntil: await call(listSessions, {}).then(endOf, () => null),
    factor: await call(readSecondFactor, {}).catch(() => null),
  };
}

/** Whether the browser has promised to keep the copy: it is asked before it counts as missing. Null if it does not say. */
async function isPersisted(): Promise<boolean | null> {
  const { storage } = navigator;
  if ((await storage?.persisted?.()) === false && !isRefused()) {
    // A browser that asks the person answers later.
    await Promise.race([askToPersist(), new Promise((late) => setTimeout(late, PERSIST_TIMEOUT))]);
  }
  return (await storage?.persisted?.()) ?? null;
}

/** How long the checks wait for the browser's answer, in milliseconds. */
const PERSIST_TIMEOUT = 1_000;

/** Asks the browser to keep the copy. Its refusal is known on this device from then on. */
async function askToPersist(): Promise<void> {
  const isKept = await navigator.storage?.persist?.().catch(() => undefined);
  if (isKept !== undefined) writeValue('device', 'storage-refused', isKept ? null : true);
}

function isRefused(): boolean {
  return readValue('device', 'storage-refused') === true;
}

/** When the session of this device ends. */
function endOf(sessions: readonly Device[]): number | null {
  const own = sessions.find(({ current }) => current);
  if (!own) return null;
  return Math.min(
    Date.parse(own.lastSeenAt) + SESSION_LIFE.idle,
    Date.parse(own.createdAt) + SESSION_LIFE.whole,
  );
}

/** What `prepare` can get; a session and a second factor only a person can. */
export const FETCHED: readonly Check['name'][] = ['records', 'files', 'storage', 'update'];

/** Fetches the missing parts that can be fetched now. */
export async function prepare(
  engine: SyncEngine,
  { mirror, isAdmin }: { mirror: Mirror; isAdmin: boolean },
): Promise<void> {
  const steps = [
    askToPersist(),
    missingFiles('KEEP_OFFICE'),
    engine.sendNow(),
    engine.refresh(LISTS, { force: true }),
    isAdmin && refreshSite(mirror),
  ];
  // Without a signal some fail; the checks after it say which.
  await Promise.allSettled(steps);
}

/** How fresh the copy must be to go without a signal, in milliseconds. */
const FRESH = 10 * 60_000;

/** The checks in the order in which they are shown. */
export function checksOf({
  records,
  isWhole,
  syncedAt,
  missing,
  isPersisted,
  isRefused,
  signedInUntil,
  factor,
  isUpdateReady,
  now,
}: Facts & { isUpdateReady: boolean; now: number }): Check[] {
  const when = (isReady: boolean): Check['state'] => (isReady ? 'ready' : 'missing');
  const known = (isReady: boolean | null) => (isReady === null ? 'unknown' : when(isReady));
  const hasFactor = factor && (!factor.required || factor.passkeys.length > 0);
  return [
    {
      name: 'records',
      state: when(isWhole && now - syncedAt < FRESH),
      count: records,
      at: syncedAt,
    },
    { name: 'files', state: when(missing === 0), ...(missing !== null && { count: missing }) },
    {
      name: 'storage',
      state: known(isPersisted),
      ...(isPersisted === false && isRefused && { isRefused }),
    },
    {
      name: 'session',
      state: known(signedInUntil === null ? null : signedInUntil > now),
      ...(signedInUntil !== null && { at: signedInUntil }),
    },
    { name: 'factor', state: known(hasFactor), count: factor?.passkeys.length ?? 0 },
    { name: 'update', state: when(!isUpdateReady) },
  ];
}
