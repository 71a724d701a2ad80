/** What this machine can do at best: a change kept with nothing but IndexedDB. */
import { timed } from './systems/peer-page.ts';

export interface LimitPage {
  /** Adds `count` entries to an empty store, each by itself and strictly durable; how long each took. */
  change(count: number, note: string): Promise<number[]>;
}

declare global {
  interface Window {
    limit: LimitPage;
  }
}

window.limit = {
  async change(count, note) {
    const database = await emptyDatabase();
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const id = crypto.randomUUID();
      const entry = {
        id,
        path: `/api/applications/${id}/status`,
        body: { status: 'signed', note },
      };
      times.push(await timed(() => added(database, entry)));
    }
    database.close();
    return times;
  },
};

function emptyDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('limit');
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('entries', { autoIncrement: true });
  };
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

function added(database: IDBDatabase, entry: object): Promise<void> {
  const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' });
  transaction.objectStore('entries').add(entry);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
