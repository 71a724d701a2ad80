import { openDatabase } from '#pwa/lib/frozen-page.ts';
import { LISTS } from './rows.ts';

/**
 * The tables with what the server lacks, unsent or still to be decided: nothing but a person empties them. The last two
 * are those of a copy that was not opened since version 10.
 */
export const OWN = ['outbox', 'inFlight', 'questions', 'conflicts', 'fieldConflicts'];

/**
 * Empties a copy that has not heard from the server for too long: a lost phone must not keep it. Plain
 * IndexedDB, because a query of Dexie would belong to the live query that has opened the database.
 */
export function emptyStale(database: IDBDatabase): Promise<void> {
  const stores = [...database.objectStoreNames];
  return new Promise((resolve, reject) => {
    const reading = database.transaction('meta').objectStore('meta').getAll();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      const states: { key: string; syncedAt?: number }[] = reading.result;
      const lists = states.filter(({ key }) => LISTS.some((list) => list === key));
      const syncedAt = Math.max(0, ...lists.map((state) => state.syncedAt ?? 0));
      if (!isStale(syncedAt)) return resolve();
      const emptying = database.transaction(stores, 'readwrite');
      emptying.oncomplete = () => resolve();
      emptying.onabort = () => reject(emptying.error);
      for (const name of stores) if (!OWN.includes(name)) emptying.objectStore(name).clear();
      // The outbox stays: nothing of it was lost.
      const loss = states.find(({ key }) => key === 'loss');
      if (loss) emptying.objectStore('meta').put(loss);
    };
  });
}

/** Empties the stale ones of these copies. */
export async function emptyStaleCopies(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const database = await openExisting(name);
    if (!database) continue;
    await emptyStale(database).catch(console.error);
    database.close();
  }
}

const DAY = 24 * 60 * 60_000;
/** Where the document names no setting, in days. */
const DEFAULT = 30;

/**
 * Whether a copy of the server's rows is too old to be kept, because the phone has not heard from the
 * server for the days of MIRROR_DAYS.
 *
 * @param syncedAt when the server last confirmed it, in milliseconds since 1970; 0 for a copy of nothing
 */
function isStale(syncedAt: number, now = Date.now()): boolean {
  return syncedAt > 0 && now - syncedAt > daysWithoutServer() * DAY;
}

function daysWithoutServer(): number {
  if (typeof document === 'undefined') return DEFAULT;
  const meta = document.querySelector?.<HTMLMetaElement>('meta[name="agency-mirror-days"]');
  return Number(meta?.content) || DEFAULT;
}

/** Opens an existing database; null where there is none, and none is created. */
export function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = openDatabase(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(null);
    request.onsuccess = () => {
      const { result } = request;
      // Does not block an upgrade or a deletion by another tab.
      result.onversionchange = () => result.close();
      resolve(result);
    };
  });
}
