import { liveQuery } from 'dexie';
import type { ProblemCode } from '#contract/problems.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** What became of a change. `message` are the server's words (English), `code` says which they are. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string; code: ProblemCode };

/** How long a person is kept waiting to be told, in milliseconds. */
const PATIENCE = 4_000;

/**
 * What becomes of a queued change, soon enough to tell the person: 'sent' when the server has
 * accepted it, 'refused' with its reason, 'waiting' after `patienceMs`, and at once when the first
 * attempt fails or the phone is known to be cut off. Never throws: a mirror that cannot be read
 * means that the change still waits.
 */
export async function outcomeOf(
  mirror: Mirror,
  key: string,
  patienceMs = PATIENCE,
): Promise<Outcome> {
  const seen = await lastSeen({
    read: async () => ({ entry: await mirror.outbox.where('key').equals(key).first() }),
    isEnd: ({ entry }) => outcomeNow(entry) !== null,
    patienceMs,
  });
  return (seen && outcomeNow(seen.entry)) ?? { kind: 'waiting' };
}

/** How many of some changes the server has accepted, has refused, and does not have yet. */
export interface Outcomes {
  sent: number;
  refused: number;
  waiting: number;
}

/** As `outcomeOf`, of changes that were queued together: told once, when no more of them is under way. */
export async function outcomesOf(
  mirror: Mirror,
  keys: readonly string[],
  patienceMs = PATIENCE,
): Promise<Outcomes> {
  const left = await lastSeen({
    read: async () => mirror.outbox.where('key').anyOf(keys).toArray(),
    isEnd: (entries) => entries.every((entry) => outcomeNow(entry) !== null),
    patienceMs,
  });
  if (!left) return { sent: 0, refused: 0, waiting: keys.length };
  const refused = left.filter((entry) => outcomeNow(entry)?.kind === 'refused').length;
  return { sent: keys.length - left.length, refused, waiting: left.length - refused };
}

interface Watched<T> {
  read: () => Promise<T>;
  isEnd: (seen: T) => boolean;
  patienceMs: number;
}

/**
 * What a live query gave when it came to an end, or last before the patience or the link did; null
 * where it gave nothing.
 */
async function lastSeen<T>({ read, isEnd, patienceMs }: Watched<T>): Promise<T | null> {
  if (isOffline()) return null;
  return new Promise((resolve) => {
    let last: T | null = null;
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      query.unsubscribe();
      resolve(last);
    };
    const timer = setTimeout(settle, patienceMs);
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
