import type { Mirror } from './mirror.ts';

/** How browsers say that they closed the database under our feet (iOS above all; design: fault 24). */
const CLOSED = new Set(['InvalidStateError', 'UnknownError', 'DatabaseClosedError']);

/**
 * Does something with the mirror; when the browser has closed the connection, opens it again and
 * tries once more. A second failure is thrown, and so is every failure after the mirror was closed on
 * purpose (a sign-out). `work` must be safe to repeat: one transaction.
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

/** Dexie wraps what the browser threw, sometimes twice. */
function hasName(error: unknown, names: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : error.cause;
  return names.has(error.name) || (inner !== error && hasName(inner, names));
}
