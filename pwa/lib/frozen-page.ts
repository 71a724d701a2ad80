/**
 * The back-forward cache freezes a page that is left. In WebKit its unfinished transactions then hold
 * their tables, and an unfinished upgrade the whole database, until the browser throws the page away:
 * no later page can read, write or delete. They are therefore aborted when the page is left; a page that
 * has lost one loads again when the person comes back.
 */
const running = new Set<IDBTransaction>();

/** Aborts this transaction if the page is frozen before it has ended. */
export function endBeforeFreeze(transaction: IDBTransaction): void {
  running.add(transaction);
  const forget = () => void running.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
}

/** Opens a database as IndexedDB does; a freeze aborts its upgrade, too. */
export function openDatabase(name: string, version?: number): IDBOpenDBRequest {
  const request = indexedDB.open(name, version);
  request.addEventListener('upgradeneeded', () => {
    if (request.transaction) endBeforeFreeze(request.transaction);
  });
  return request;
}

// Absent in tests without a browser.
globalThis.addEventListener?.('pagehide', ({ persisted }) => {
  if (!persisted || running.size === 0) return;
  addEventListener('pageshow', reload, { once: true });
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It is committing, which needs nothing more from this page.
    }
  }
});

function reload(): void {
  location.reload();
}
