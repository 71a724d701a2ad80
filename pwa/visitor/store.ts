import { openDatabase } from '#pwa/lib/frozen-page.ts';
import { within } from '#pwa/lib/time/within.ts';

/**
 * What a visitor's phone stores without an account: unsent calls, and settings that
 * the service worker reads too. Raw IndexedDB, because Dexie would double the size of the public page.
 * Nothing here throws: a full phone, or a private window, refuses.
 */
const STORES = { outbox: 'key', settings: 'name' } as const;
type Store = keyof typeof STORES;

/** The longest time for opening, and for one transaction, in ms. */
const TIMEOUT = 3_000;

let opened: Promise<IDBDatabase> | undefined;

/** Puts `row` in `store`. Resolves to whether it is on disk. */
export async function putRow(store: Store, row: object): Promise<boolean> {
  return (await run(store, 'readwrite', (rows) => rows.put(row))) !== undefined;
}

/** The row with this key; undefined if it is not there or cannot be read. */
export function getRow<T>(store: Store, key: string): Promise<T | undefined> {
  return run<T>(store, 'readonly', (rows) => rows.get(key));
}

/** Every row of `store`, in the order of its keys; undefined if they cannot be read. */
export function allRows<T>(store: Store): Promise<T[] | undefined> {
  return run<T[]>(store, 'readonly', (rows) => rows.getAll());
}

/** Removes a row, if it is there and the disk allows it. */
export async function deleteRow(store: Store, key: string): Promise<void> {
  await run(store, 'readwrite', (rows) => rows.delete(key));
}

/** The result of one request, once it is on disk; undefined if the disk fails twice. */
async function run<T>(
  store: Store,
  mode: IDBTransactionMode,
  ask: (rows: IDBObjectStore) => IDBRequest,
  isLast = false,
): Promise<T | undefined> {
  try {
    const transaction = (await open()).transaction(store, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(store));
    await within(
      TIMEOUT,
      new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = reject;
      }),
    );
    return request.result;
  } catch {
    // The browser may have closed the connection: it is opened once more.
    opened = undefined;
    return isLast ? undefined : run(store, mode, ask, true);
  }
}

function open(): Promise<IDBDatabase> {
  opened ??= within(
    TIMEOUT,
    new Promise((resolve, reject) => {
      const request = openDatabase('visitor', 1);
      request.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries(STORES)) {
          request.result.createObjectStore(store, { keyPath });
        }
      };
      request.onsuccess = () => {
        const database = request.result;
        database.onversionchange = () => database.close();
        database.onclose = () => {
          opened = undefined;
        };
        resolve(database);
      };
      request.onerror = reject;
    }),
  );
  return opened;
}
