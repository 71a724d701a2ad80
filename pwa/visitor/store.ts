/**
 * What a visitor's phone stores without an account: unsent calls, and settings that
 * the service worker reads too. Raw IndexedDB, because Dexie would double the size of the public page.
 * Where IndexedDB is refused (some private windows) it lives as long as the page.
 */
const STORES = { outbox: 'key', settings: 'name' } as const;
type Store = keyof typeof STORES;

let opened: Promise<IDBDatabase> | undefined;
const inMemory: Record<Store, Map<string, unknown>> = { outbox: new Map(), settings: new Map() };

/** True while a call lives only as long as this page, because the browser refuses IndexedDB. */
export function keptInPageOnly(): boolean {
  return inMemory.outbox.size > 0;
}

/** Puts `row` in `store`; on disk when this resolves. */
export function putRow(store: Store, row: Record<string, unknown>): Promise<unknown> {
  return run(
    store,
    'readwrite',
    (rows) => rows.put(row),
    (rows) => rows.set(String(row[STORES[store]]), row),
  );
}

/** The row with this key, or undefined. */
export function getRow<T>(store: Store, key: string): Promise<T | undefined> {
  return run<T | undefined>(
    store,
    'readonly',
    (rows) => rows.get(key),
    (rows) => rows.get(key) as T | undefined,
  );
}

/** Every row of `store`, in the order of its keys. */
export function allRows<T>(store: Store): Promise<T[]> {
  return run<T[]>(
    store,
    'readonly',
    (rows) => rows.getAll(),
    (rows) => [...rows.values()] as T[],
  );
}

/** Removes a row, if it is there. */
export function deleteRow(store: Store, key: string): Promise<unknown> {
  return run(
    store,
    'readwrite',
    (rows) => rows.delete(key),
    (rows) => rows.delete(key),
  );
}

async function run<T>(
  store: Store,
  mode: IDBTransactionMode,
  onDisk: (rows: IDBObjectStore) => IDBRequest,
  inPage: (rows: Map<string, unknown>) => unknown,
): Promise<T> {
  for (const attempt of [1, 2]) {
    try {
      const database = await open();
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(store, mode, { durability: 'strict' });
        const request = onDisk(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } catch {
      // The browser may have closed the connection: open it once more before giving up on the disk.
      opened = undefined;
      if (attempt === 2) break;
    }
  }
  return inPage(inMemory[store]) as T;
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('visitor', 1);
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
    request.onerror = () => reject(request.error);
  });
  return opened;
}
