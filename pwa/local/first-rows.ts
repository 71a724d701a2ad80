import type { Application } from '#contract/applications.ts';
import { endBeforeFreeze } from '#pwa/lib/frozen-page.ts';
import { mirrorName } from './mirror-name.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** The stored rows that the dashboard shows first. */
export interface FirstRows {
  userId: number;
  /** The version of the database, as IndexedDB counts it. */
  version: number;
  /** The newest rows by their last change: the limit, and one more for each queued change. */
  newest: Application[];
  /** The rows of the queued changes. */
  touched: Application[];
  /** The queued changes, oldest first. */
  outbox: readonly OutboxEntry[];
  /** How many rows there are. */
  count: number;
}

declare global {
  /** Started by the script inside app.html; null where it could not read everything. */
  var agencyFirstRows: Promise<FirstRows | null> | undefined;
}

/** How many rows are shown before all are read. */
export const FIRST_ROWS = 24;

/** With more queued changes the rows are left to the mirror. */
const MOST_CHANGES = 100;

/**
 * Reads the first rows of the dashboard with plain IndexedDB in one transaction, while the scripts with
 * Dexie still load. Null without a database, with more than MOST_CHANGES queued changes, and with a
 * queued conversion, because only those scripts can compute its application's id.
 */
export async function readFirstRows(userId: number, limit = FIRST_ROWS): Promise<FirstRows | null> {
  const database = await openExisting(mirrorName(userId));
  if (!database) return null;
  try {
    const tx = database.transaction(['applications', 'outbox']);
    endBeforeFreeze(tx);
    const [applications, waiting] = [tx.objectStore('applications'), tx.objectStore('outbox')];
    const byChange = applications.index('updatedAt');
    const [outbox, count, untouched] = await Promise.all([
      answer<OutboxEntry[]>(waiting.getAll(null, MOST_CHANGES + 1)),
      answer(applications.count()),
      last(byChange, limit),
    ]);
    if (outbox.length > MOST_CHANGES || outbox.some(({ type }) => type === 'contact-converted')) {
      return null;
    }
    const ids = new Set(outbox.map(({ entity }) => entity.replace('application:', '')));
    const [newest, ...touched] = await Promise.all([
      ids.size > 0 ? last(byChange, limit + ids.size) : untouched,
      ...[...ids].map((id) => answer<Application | undefined>(applications.get(id))),
    ]);
    const rows = touched.filter((row) => row !== undefined);
    return { userId, version: database.version, newest, touched: rows, outbox, count };
  } catch {
    // Another version, or unreadable: the list reports it.
    return null;
  } finally {
    database.close();
  }
}

/** Reads many rows in one step (Indexed Database API 3.0, not yet in TypeScript's types). */
interface ReadsBackwards {
  getAll(options: { direction: 'prev'; count: number }): IDBRequest<Application[]>;
}

/** The last rows of an index, last first. */
function last(index: IDBIndex, limit: number): Promise<Application[]> {
  if ('getAllRecords' in index) {
    return answer((index as unknown as ReadsBackwards).getAll({ direction: 'prev', count: limit }));
  }
  const rows: Application[] = [];
  return new Promise((resolve, reject) => {
    const request = index.openCursor(null, 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const { result } = request;
      if (!result || rows.push(result.value) >= limit) resolve(rows);
      else result.continue();
    };
  });
}

/** Opens an existing database; null where there is none, and none is created. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
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

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
