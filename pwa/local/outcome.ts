import { liveQuery } from 'dexie';
import type { ReceivedProblem } from '#contract/problems.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import { acceptedLately } from './acknowledged.ts';
import { definitionOf } from './changes/registry.ts';
import { isErased } from './forget-records.ts';
import { outboxTables, withState } from './in-flight.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { readRecord } from './read-rows.ts';

/** What became of a change. `message` is the server's text in English, `code` names it. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting' }
  /** A person has dropped it meanwhile, in any tab: there is nothing to tell. */
  | { kind: 'dropped' }
  | { kind: 'refused'; message: string; code: ReceivedProblem['code'] };

/** How long a person waits for the outcome, in milliseconds. */
const PATIENCE = 4_000;

/**
 * Waits a short time for the outcome of a queued change. 'waiting' comes after PATIENCE, and at once
 * when the first attempt fails or the phone is known to be offline. Never throws: a mirror that cannot
 * be read counts as 'waiting'.
 */
export async function outcomeOf(mirror: Mirror, key: string): Promise<Outcome> {
  const known: Known = new Map();
  const left = await lastSeen({
    read: async () => readLeft(mirror, [key], known),
    isEnd: ([entry]) => !entry || outcomeNow(entry) !== null,
  });
  const [entry] = left ?? [];
  if (entry) return outcomeNow(entry) ?? { kind: 'waiting' };
  const accepted = left && (await acceptedAmong(mirror, [key], known));
  if (!accepted) return { kind: 'waiting' };
  return { kind: accepted.length > 0 ? 'sent' : 'dropped' };
}

/** How many changes were accepted, were refused, are still queued, and were dropped meanwhile. */
export interface Outcomes {
  sent: number;
  refused: number;
  waiting: number;
  dropped: number;
}

/** As `outcomeOf` for changes that were queued together; resolves when each has its outcome. */
export async function outcomesOf(mirror: Mirror, keys: readonly string[]): Promise<Outcomes> {
  const known: Known = new Map();
  const left = await lastSeen({
    read: async () => readLeft(mirror, keys, known),
    isEnd: (entries) => entries.every((entry) => outcomeNow(entry) !== null),
  });
  const gone = new Set(keys);
  for (const { key } of left ?? []) gone.delete(key);
  const accepted = left && (await acceptedAmong(mirror, [...gone], known));
  if (!left || !accepted) return { sent: 0, refused: 0, waiting: keys.length, dropped: 0 };
  const refused = left.filter((entry) => outcomeNow(entry)?.kind === 'refused').length;
  const sent = accepted.length;
  return { sent, refused, waiting: left.length - refused, dropped: gone.size - sent };
}

/** The changes as they were last seen in the outbox, by key. */
type Known = Map<string, OutboxEntry>;

async function readLeft(mirror: Mirror, keys: readonly string[], known: Known) {
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
async function acceptedAmong(
  mirror: Mirror,
  keys: readonly string[],
  known: Known,
): Promise<string[] | null> {
  try {
    const lately = await acceptedLately(mirror, keys);
    const accepted: string[] = [];
    for (const key of keys) {
      const entry = known.get(key);
      // What is in flight cannot be dropped.
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
}

/**
 * The last value of a live query: at its end, when the patience ends or when the phone goes offline.
 * Null when there was none.
 */
async function lastSeen<T>({ read, isEnd }: Watched<T>): Promise<T | null> {
  if (isOffline()) return null;
  return new Promise((resolve) => {
    let last: T | null = null;
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      query.unsubscribe();
      resolve(last);
    };
    const timer = setTimeout(settle, PATIENCE);
    const unsubscribe = connection.subscribe(() => isOffline() && settle());
    const query = liveQuery(read).subscribe({
      next: (seen) => {
        last = seen;
        if (isEnd(seen)) settle();
      },
      error: settle,
    });
  });
}

/** Null while there is none. */
function outcomeNow(entry: OutboxEntry): Outcome | null {
  if (entry.state === 'refused' && entry.reason) {
    const { message, code } = entry.reason.problem;
    return { kind: 'refused', message, code };
  }
  return entry.tries > 0 ? { kind: 'waiting' } : null;
}
