import { liveQuery } from 'dexie';
import type { ReceivedProblem } from '#contract/problems.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** What became of a change. `message` is the server's text in English, `code` names it. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string; code: ReceivedProblem['code'] };

/** How long a person waits for the outcome, in milliseconds. */
const PATIENCE = 4_000;

/**
 * Waits a short time for the outcome of a queued change. 'waiting' comes after PATIENCE, and at once
 * when the first attempt fails or the phone is known to be offline. Never throws: a mirror that cannot
 * be read counts as 'waiting'.
 */
export async function outcomeOf(mirror: Mirror, key: string): Promise<Outcome> {
  const seen = await lastSeen({
    read: async () => ({ entry: await mirror.outbox.where('key').equals(key).first() }),
    isEnd: ({ entry }) => outcomeNow(entry) !== null,
  });
  return (seen && outcomeNow(seen.entry)) ?? { kind: 'waiting' };
}

/** How many changes were accepted, were refused, and are still queued. */
export interface Outcomes {
  sent: number;
  refused: number;
  waiting: number;
}

/** As `outcomeOf` for changes that were queued together; resolves when each has its outcome. */
export async function outcomesOf(mirror: Mirror, keys: readonly string[]): Promise<Outcomes> {
  const left = await lastSeen({
    read: async () => mirror.outbox.where('key').anyOf(keys).toArray(),
    isEnd: (entries) => entries.every((entry) => outcomeNow(entry) !== null),
  });
  if (!left) return { sent: 0, refused: 0, waiting: keys.length };
  const refused = left.filter((entry) => outcomeNow(entry)?.kind === 'refused').length;
  return { sent: keys.length - left.length, refused, waiting: left.length - refused };
}

interface Watched<T> {
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

function outcomeNow(entry: OutboxEntry | undefined): Outcome | null {
  if (!entry) return { kind: 'sent' };
  if (entry.state === 'refused' && entry.reason) {
    const { message, code } = entry.reason.problem;
    return { kind: 'refused', message, code };
  }
  return entry.tries > 0 ? { kind: 'waiting' } : null;
}
