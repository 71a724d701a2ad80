import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';

/** The longest wait for a retry, by our own backoff or by `Retry-After`, in milliseconds. */
export const LONGEST_WAIT = 60 * 60_000;

/** The fields that decide when a change is retried. */
type Retried = Pick<OutboxEntry, 'nextTryAt' | 'notBefore' | 'failure'>;

/**
 * When a change that failed is due, in milliseconds since 1970; 0 for at once. A change is
 * due at once also if the clock was set back after its time was set.
 *
 * @param now milliseconds since 1970
 */
export function dueAt(entry: Retried, now: number): number {
  return isPossible(entry, entry.nextTryAt, now) ? entry.nextTryAt : 0;
}

/** When the first of these changes is tried again, in ms since 1970 by the clock of this device; null for at once. */
export function nextTryOf(entries: readonly Retried[], now = Date.now()): number | null {
  const due = Math.min(...entries.map((entry) => dueAt(entry, now)));
  return due > now ? due : null;
}

/** As `dueAt`, by `Retry-After` alone: our own backoff does not count. */
export function allowedAt(entry: Retried, now: number): number {
  const { notBefore = 0 } = entry;
  return isPossible(entry, notBefore, now) ? notBefore : 0;
}

/** False for a wait that begins in the future, or is longer than any wait. */
function isPossible({ failure }: Retried, at: number, now: number): boolean {
  return at - now <= LONGEST_WAIT && (failure?.at ?? 0) <= now;
}
