import { dropPageCache } from '#contract/page-cache.ts';

/**
 * The back-forward cache freezes a page that is left. In WebKit its unfinished transactions then hold
 * their tables, and an unfinished upgrade the whole database, until the browser throws the page away:
 * no later page can read, write or delete. They are therefore aborted when the page is left; a page that
 * has lost one loads again when the person comes back. An upgrade that is already committing cannot be
 * aborted, and would end only when its page hears of success: its connection is closed instead. One that the page
 * has not heard of yet can be neither: the browser is asked to throw the page away.
 */
const running = new Set<IDBTransaction>();

/** Requests to open a database that were not answered yet. */
const opening = new Set<IDBOpenDBRequest>();

/** Databases whose upgrade has begun and whose success was not yet heard. */
const upgrading = new Set<IDBDatabase>();

/** How long a database may take to open before frozen pages are suspected, in ms. */
const SILENCE = 1_500;

/**
 * Opens a database as IndexedDB does; a freeze aborts its upgrade and every later transaction, also those
 * that Dexie begins by itself.
 */
export function openDatabase(name: string, version?: number): IDBOpenDBRequest {
  const request = indexedDB.open(name, version);
  const timer = setTimeout(dropFrozenPages, SILENCE);
  opening.add(request);
  for (const sign of ['upgradeneeded', 'success', 'error']) {
    request.addEventListener(sign, () => {
      clearTimeout(timer);
      opening.delete(request);
    });
  }
  request.addEventListener('upgradeneeded', () => {
    if (request.transaction) endBeforeFreeze(request.transaction);
    const database = request.result;
    upgrading.add(database);
    for (const sign of ['success', 'error']) {
      request.addEventListener(sign, () => upgrading.delete(database));
    }
  });
  request.addEventListener('success', () => {
    const database = request.result;
    const begin = database.transaction.bind(database);
    database.transaction = (...wanted) => endBeforeFreeze(begin(...wanted));
  });
  return request;
}

function endBeforeFreeze(transaction: IDBTransaction): IDBTransaction {
  running.add(transaction);
  const forget = () => void running.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  return transaction;
}

/** Has the browser drop its frozen pages. Only an answer of the server can do it; without a signal they stay. */
export function dropFrozenPages(): void {
  const { method, path } = dropPageCache;
  fetch(path, { method, keepalive: true }).catch(console.error);
}

// Absent in tests without a browser.
globalThis.addEventListener?.('pagehide', (event) => {
  if (!(event as PageTransitionEvent).persisted) return;
  if (opening.size > 0) dropFrozenPages();
  if (running.size === 0 && upgrading.size === 0) return;
  addEventListener('pageshow', reload, { once: true });
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It is committing.
    }
  }
  for (const database of upgrading) database.close();
});

function reload(): void {
  location.reload();
}
