/** What this machine can do at best: rows and changes kept with nothing but IndexedDB. */
import { timed } from './systems/peer-page.ts';

export interface LimitPage {
  /** Adds `count` entries to an empty store, each by itself and strictly durable; how long each took. */
  change(count: number, note: string): Promise<number[]>;
  /** Writes `count` rows with two indexes, each as a value of its own; how long it took. */
  write(count: number): Promise<number>;
}

declare global {
  interface Window {
    limit: LimitPage;
  }
}

window.limit = {
  async change(count, note) {
    const database = await emptyDatabase('limit');
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

  async write(count) {
    const database = await emptyDatabase(`limit of ${count}`);
    const rows = Array.from({ length: count }, (_, at) => aRow(at));
    const took = await timed(() => written(database, rows));
    database.close();
    return took;
  },
};

function emptyDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('entries', { autoIncrement: true });
    const rows = opening.result.createObjectStore('rows', { keyPath: 'id' });
    rows.createIndex('updatedAt', 'updatedAt');
    rows.createIndex('version', 'version');
  };
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

function added(database: IDBDatabase, entry: object): Promise<void> {
  const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' });
  transaction.objectStore('entries').add(entry);
  return committed(transaction);
}

/** About 500 bytes, as the server's JSON of an application. */
function aRow(at: number): object {
  const time = new Date(at * 60_000).toISOString();
  return {
    id: crypto.randomUUID(),
    version: at,
    playerName: `Player ${at}`,
    email: `player-${at}@example.com`,
    status: 'pending',
    agentNotes: 'x'.repeat(300),
    createdAt: time,
    updatedAt: time,
  };
}

function written(database: IDBDatabase, rows: readonly object[]): Promise<void> {
  const transaction = database.transaction('rows', 'readwrite', { durability: 'relaxed' });
  for (const row of rows) transaction.objectStore('rows').put(row);
  return committed(transaction);
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
