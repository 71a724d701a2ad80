import { withStyles } from './lost-styles.ts';

/** Pause before the automatic retry, in ms: a flapping connection is often back by then. */
const RETRY_AFTER_MS = 400;

/** Parts that are fetched before they are needed. */
const ahead = new Set<() => Promise<unknown>>();

/** Memoised lazy import with one retry. After a second failure it rejects; the next call tries again. */
export function lazyPart<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= loadWithRetry(load).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** A lazy part that `fetchAhead` loads before it is needed. */
export function lazyPartAhead<T>(load: () => Promise<T>): () => Promise<T> {
  const part = lazyPart(load);
  ahead.add(part);
  return part;
}

/**
 * Fetches the parts of all screens opened so far, one after the other, so that opening them later
 * needs no connection. Stops at the first failure. Never throws.
 */
export async function fetchAhead(): Promise<void> {
  try {
    for (const part of ahead) await part();
  } catch {
    // Offline: opening the part will tell the person; the next call fetches the rest.
  }
}

async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withStyles(load);
  } catch {
    await new Promise((later) => setTimeout(later, RETRY_AFTER_MS));
    return withStyles(load);
  }
}
