import { connection } from './connection.ts';

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

/** Calls back when the server answers again, or when the browser reports a network. */
export function onReturn(listener: () => void): () => void {
  const stop = connection.subscribe((now, before) => {
    if (!now.isOffline && before.isOffline) listener();
  });
  addEventListener('online', listener);
  return () => {
    stop();
    removeEventListener('online', listener);
  };
}

async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  const attempt = async () => {
    await fetchLostStyles();
    return load();
  };
  try {
    return await attempt();
  } catch {
    await new Promise((later) => setTimeout(later, RETRY_AFTER_MS));
    return attempt();
  }
}

/** Stylesheets that failed to load. Vite requests each once and then treats it as loaded. */
const lostStyles = new Set<HTMLLinkElement>();

if (typeof document !== 'undefined') {
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  };
  document.addEventListener('error', keep, { capture: true });
}

async function fetchLostStyles(): Promise<void> {
  await Promise.all([...lostStyles].map(fetchAgain));
}

function fetchAgain(lost: HTMLLinkElement): Promise<void> {
  lostStyles.delete(lost);
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = lost.href;
  return new Promise((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => reject(new Error(`${sheet.href} did not come.`)));
    lost.replaceWith(sheet);
  });
}
