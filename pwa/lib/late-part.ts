import { connection } from './connection.ts';

/** Before the second try by itself, in milliseconds: a link that flaps is often back by then. */
const PAUSE = 400;

const wantedAhead = new Set<() => Promise<unknown>>();

/**
 * A part of the app whose code comes when it is first asked for, and is kept. A try that fails is
 * repeated once; then the promise rejects, and the next call asks anew.
 */
export function latePart<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | null = null;
  return () => {
    coming ??= twice(load).catch((error: unknown) => {
      coming = null;
      throw error;
    });
    return coming;
  };
}

/** A late part that is to be there before it is asked for, when the page is at rest. */
export function latePartAhead<T>(load: () => Promise<T>): () => Promise<T> {
  const part = latePart(load);
  wantedAhead.add(part);
  return part;
}

/**
 * Fetches what belongs to the screens that were opened so far, one after the other, so that what a
 * person presses later needs no signal any more. Stops at the first that does not come. Never throws.
 */
export async function fetchAhead(): Promise<void> {
  try {
    for (const part of wantedAhead) await part();
  } catch {
    // Without a link. Whoever needs the part is told; the next occasion fetches the rest.
  }
}

/** Calls back when the server is heard again, or the browser says that there is a network. */
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

async function twice<T>(load: () => Promise<T>): Promise<T> {
  const attempt = async () => {
    await fetchLostStyles();
    return load();
  };
  try {
    return await attempt();
  } catch {
    await new Promise((later) => setTimeout(later, PAUSE));
    return attempt();
  }
}

/** Stylesheets that did not come. Vite asks for that of a part once, and then takes it for there. */
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
