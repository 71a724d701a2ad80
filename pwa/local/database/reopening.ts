import type { Mirror } from './mirror.ts';

/** The errors by which a browser says that it has closed the database by itself (mostly iOS). */
const CLOSED = new Set(['InvalidStateError', 'UnknownError', 'DatabaseClosedError']);

/**
 * Works on the mirror. If the browser has closed the database, opens it again and retries once. Throws
 * a second failure, and every failure after the mirror was closed on purpose (sign-out). `work` must
 * be safe to repeat: one transaction.
 */
export async function reopening<T>(mirror: Mirror, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasName(error, CLOSED) || mirror.hasBeenClosed()) throw error;
    mirror.close({ disableAutoOpen: false });
    await mirror.open();
    return work();
  }
}

/** True when a write failed because the device has no room left. */
export function isFull(error: unknown): boolean {
  return hasName(error, new Set(['QuotaExceededError']));
}

/** Dexie wraps the browser's error, sometimes twice. */
function hasName(error: unknown, names: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : error.cause;
  return names.has(error.name) || (inner !== error && hasName(inner, names));
}
