import { getRow, putRow } from './store.ts';

/** The setting by which the service worker also caches the back office for offline use. */
export const OFFICE = 'office';

interface Setting {
  name: string;
  value: string;
}

/** Asks the worker to cache the back office for offline use, now and after every update. */
export async function keepOfficeOffline(): Promise<void> {
  await putRow('settings', { name: OFFICE, value: 'keep' });
  const registration = await globalThis.navigator?.serviceWorker?.ready;
  registration?.active?.postMessage({ type: 'KEEP_OFFICE' });
}

/** Tells the worker which language the person chose: it has no cookies to read. */
export async function rememberLanguage(language: string): Promise<void> {
  await putRow('settings', { name: 'language', value: language });
}

/**
 * Asks the browser to wake the worker when there is a network, also after the page is closed, to send
 * queued calls. Without Background Sync (Safari, Firefox) the next open page sends them.
 */
export async function sendInBackground(): Promise<void> {
  const registration: BackgroundSync | undefined = await globalThis.navigator?.serviceWorker?.ready;
  await registration?.sync?.register('visitor-outbox').catch(() => undefined);
}

/** The part of the Background Synchronization draft that is used. */
interface BackgroundSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/** One setting, or undefined. */
export async function setting(name: string): Promise<string | undefined> {
  return (await getRow<Setting>('settings', name))?.value;
}
