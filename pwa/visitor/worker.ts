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
  await tellWorker({ type: 'KEEP_OFFICE' });
}

/** Asks the worker to cache every legal page, because the site is used. */
export async function keepLegalPages(): Promise<void> {
  await tellWorker({ type: 'KEEP_LEGAL' });
}

/**
 * Asks the worker to keep the files that the open page has loaded, beside its document: it opens without a
 * signal then.
 */
export async function keepOpenFiles(): Promise<void> {
  await globalThis.navigator?.serviceWorker?.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  await tellWorker({ type: 'KEEP_FILES', paths: loaded });
}

/** How often, and how many ms apart, a device looks for what it has published. */
const LOOKS = { most: 20, apart: 200 };

/**
 * Gives this device's worker what the device has just published, so that its other tabs offer it and the next one shows
 * it: the server has it a moment after its answer.
 */
export async function keepPublished(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  const newest = () => registration?.installing ?? registration?.waiting ?? registration?.active;
  const before = newest();
  for (let looks = 0; registration && looks < LOOKS.most; looks += 1) {
    await registration.update().catch(() => undefined);
    if (newest() !== before) return;
    await new Promise((resolve) => setTimeout(resolve, LOOKS.apart));
  }
}

async function tellWorker(message: object): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.ready;
  registration?.active?.postMessage(message);
}

/**
 * How many files of the app the worker has not kept, after it has fetched them (`KEEP_OFFICE`) or as it is
 * (`COUNT_MISSING`); null if there is no worker, or it does not answer in time.
 */
export async function missingFiles(type: keyof typeof TIMEOUTS): Promise<number | null> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<number | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    setTimeout(() => resolve(null), TIMEOUTS[type]);
  });
  void globalThis.navigator?.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage({ type }, [port2]),
  );
  return answer.finally(() => port1.close());
}

/** How long the worker may take, in ms. It is there only once it has kept the public page. */
const TIMEOUTS = { KEEP_OFFICE: 20_000, COUNT_MISSING: 3_000 };

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
