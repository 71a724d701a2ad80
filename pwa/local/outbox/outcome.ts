import { liveQuery } from 'dexie';
import type { ReceivedProblem } from '#contract/problems.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import { findAcknowledged } from './acknowledged.ts';
import { outboxTables, withState } from './in-flight.ts';

/** The outcome of a change. `message` is the server's text in English, `code` names it. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting' }
  /** A person has dropped it meanwhile, in any tab: there is nothing to tell. */
  | { kind: 'dropped' }
  | { kind: 'refused'; message: string; code: ReceivedProblem['code'] };

/** How long a person waits for the outcome, in milliseconds. */
const TIMEOUT = 4_000;

/**
 * Waits a short time for the outcome of a queued change. 'waiting' comes after TIMEOUT, and at once
 * when the first attempt fails or the phone is known to be offline. Never throws: a mirror that cannot
 * be read counts as 'waiting'.
 *
 * @param until waits until this is aborted instead, also offline and after failed attempts
 */
export async function outcomeOf(
  mirror: Mirror,
  key: string,
  until?: AbortSignal,
): Promise<Outcome> {
  const known: Known = new Map();
  const left = await lastSeen({
    read: async () => readLeft(mirror, [key], known),
    isEnd: ([entry]) => !entry || isOver(entry, until),
    until,
  });
  const [entry] = left ?? [];
  if (entry) return outcomeNow(entry) ?? { kind: 'waiting' };
  const accepted = left && (await acceptedAmong(mirror, [key], known));
  if (!accepted) return { kind: 'waiting' };
  return { kind: accepted.length > 0 ? 'sent' : 'dropped' };
}

/** The changes as they were last seen in the outbox, by key. */
export type Known = Map<string, OutboxEntry>;

export async function readLeft(mirror: Mirror, keys: readonly string[], known: Known) {
  const entries = await mirror.transaction('r', outboxTables(mirror), async () =>
    withState(mirror, await mirror.outbox.where('key').anyOf(keys).toArray()),
  );
  for (const entry of entries) known.set(entry.key, entry);
  return entries;
}

/**
 * Which of the changes that have left the outbox the server has accepted; a person has dropped the
 * others. Null for a mirror that cannot be read.
 */
export async function acceptedAmong(
  mirror: Mirror,
  keys: readonly string[],
  known: Known,
): Promise<string[] | null> {
  try {
    const lately = await findAcknowledged(mirror, keys);
    const accepted: string[] = [];
    for (const key of keys) {
      const entry = known.get(key);
      // A change in flight cannot be dropped.
      const wasSent = entry?.state === 'sending';
      const isAccepted = lately.has(key) || (wasSent && (await isForgotten(mirror, entry)));
      if (isAccepted) accepted.push(key);
    }
    return accepted;
  } catch {
    return null;
  }
}

/** Accepted changes of records that are gone, or whose person was erased, are not kept. */
async function isForgotten(mirror: Mirror, entry: OutboxEntry): Promise<boolean> {
  const row = await readRecord(mirror, entry.entity);
  return row ? isErased(row) : definitionOf(entry).makes === undefined;
}

interface Watched<T> {
  /** An async function by its own word, if it calls one: see `live-queries.test.ts`. */
  read: () => Promise<T>;
  isEnd: (seen: T) => boolean;
  until: AbortSignal | undefined;
}

/**
 * The last value of a live query: at its end, or when `until` is aborted; without `until` when the timeout ends or the
 * phone goes offline. Null when there was none.
 */
export async function lastSeen<T>({ read, isEnd, until }: Watched<T>): Promise<T | null> {
  if (until ? until.aborted : isOffline()) return null;
  return new Promise((resolve) => {
    let last: T | null = null;
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      until?.removeEventListener('abort', settle);
      query.unsubscribe();
      resolve(last);
    };
    until?.addEventListener('abort', settle);
    const timer = until ? undefined : setTimeout(settle, TIMEOUT);
    const unsubscribe = connection.subscribe(() => !until && isOffline() && settle());
    const query = liveQuery(read).subscribe({
      next: (seen) => {
        last = seen;
        if (isEnd(seen)) settle();
      },
      error: settle,
    });
  });
}

/** Whether nothing else is to be waited for; with `until` only a refusal ends the wait for what is queued. */
export function isOver(entry: OutboxEntry, until: AbortSignal | undefined): boolean {
  const outcome = outcomeNow(entry);
  return until ? outcome?.kind === 'refused' : outcome !== null;
}

/** Null while there is none. */
function outcomeNow(entry: OutboxEntry): Outcome | null {
  if (entry.state === 'refused' && entry.reason) {
    const { message, code } = entry.reason.problem;
    return { kind: 'refused', message, code };
  }
  return entry.tries > 0 ? { kind: 'waiting' } : null;
}
