import type { Application } from '#contract/applications.ts';
import { openDatabase } from '#pwa/lib/frozen-page.ts';
import { mirrorName } from './mirror-name.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { hasNewest, isOlder, timeOfPage } from './page-order.ts';
import type { Page } from './rows.ts';
import { isStale } from './stale.ts';

/** The stored rows that the dashboard shows first. */
export interface FirstRows {
  userId: number;
  /** The version of the database, as IndexedDB counts it. */
  version: number;
  /** The newest rows by their last change and those of the queued changes, in any order. */
  rows: Application[];
  /** The queued changes, oldest first. */
  outbox: readonly OutboxEntry[];
}

declare global {
  /** Started by the script inside app.html; null where it could not read everything. */
  var agencyFirstRows: Promise<FirstRows | null> | undefined;
}

/** How many rows are shown before all are read: they fill a tablet on end. */
export const FIRST_ROWS = 16;

/** With more queued changes the rows are left to the mirror. */
const MOST_CHANGES = 100;

/**
 * Reads the first rows of the dashboard with plain IndexedDB in one transaction, while the scripts with
 * Dexie still load. Null without a database, with a stale one, with more than MOST_CHANGES queued changes, and with a
 * queued conversion, because only those scripts can compute its application's id.
 */
export async function readFirstRows(userId: number, limit = FIRST_ROWS): Promise<FirstRows | null> {
  const database = await openExisting(mirrorName(userId));
  if (!database) return null;
  try {
    const tx = database.transaction(['applicationPages', 'outbox', 'meta']);
    const [outbox, ids, state] = await Promise.all([
      answer<OutboxEntry[]>(tx.objectStore('outbox').getAll(null, MOST_CHANGES + 1)),
      answer(tx.objectStore('applicationPages').getAllKeys()),
      answer<{ syncedAt: number } | undefined>(tx.objectStore('meta').get('applications')),
    ]);
    // The mirror empties itself when it is opened.
    if (isStale(state?.syncedAt ?? 0)) return null;
    if (outbox.length > MOST_CHANGES || outbox.some(({ type }) => type === 'contact-converted')) {
      return null;
    }
    const rows = await newestRows(tx, ids.map(String), limit, touchedBy(outbox));
    return { userId, version: database.version, rows, outbox };
  } catch {
    // Another version, or unreadable: the list reports it.
    return null;
  } finally {
    database.close();
  }
}

/** The applications that queued changes are about, except those that they create. */
function touchedBy(outbox: readonly OutboxEntry[]): string[] {
  const created = new Set(outbox.filter(({ seen }) => seen === null).map(({ entity }) => entity));
  const lanes = new Set(outbox.map(({ entity }) => entity));
  return [...lanes].flatMap((lane) => {
    const [subject, id] = lane.split(':');
    return subject === 'application' && id && !created.has(lane) ? [id] : [];
  });
}

/** Reads pages, newest first, until no other can have one of the wanted rows. */
async function newestRows(
  tx: IDBTransaction,
  ids: string[],
  limit: number,
  touched: string[],
): Promise<Application[]> {
  const store = tx.objectStore('applicationPages');
  const known = new Map<string, { row: Application; page: Page<Application> }>();
  const rows = () => [...known.values()].map(({ row }) => row);
  for (const id of ids.reverse()) {
    if (hasNewest({ list: 'applications', limit, touched }, rows(), timeOfPage(id))) break;
    const page = await answer<Page<Application>>(store.get(id));
    for (const row of page.rows) {
      const other = known.get(row.id);
      if (!other || isOlder(other, page.generation, row.version)) known.set(row.id, { row, page });
    }
  }
  return rows();
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

/** The result of a request. Rejects with its error. */
export function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
