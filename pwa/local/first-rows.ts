import type { Application } from '#contract/applications.ts';
import { mirrorName } from './mirror-name.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** What the dashboard shows first, as it lies in the database of a phone. */
export interface FirstRows {
  userId: number;
  /** The version of the database, as IndexedDB counts it. */
  version: number;
  /** The newest rows by their last change: as many as were asked for, and one more for each change. */
  newest: Application[];
  /** The rows that the changes are about. */
  touched: Application[];
  /** What waits, oldest first. */
  outbox: readonly OutboxEntry[];
  /** How many rows there are. */
  count: number;
}

declare global {
  /** Started by the script inside app.html; null where that could not read all that is needed. */
  var agencyFirstRows: Promise<FirstRows | null> | undefined;
}

/** Rows that are on screen before all are read. */
export const FIRST_ROWS = 24;

/** With more that waits the mirror reads it in its own time. */
const MOST_CHANGES = 100;

/**
 * Reads what the dashboard shows first with nothing but IndexedDB, in one transaction: while the
 * scripts that could do it better are still on their way. Null where there is no such database, where
 * much waits, and where a conversion does, whose application only those scripts can name.
 */
export async function readFirstRows(userId: number, limit = FIRST_ROWS): Promise<FirstRows | null> {
  const database = await openExisting(mirrorName(userId));
  if (!database) return null;
  try {
    const tx = database.transaction(['applications', 'outbox']);
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
    // Another version's database, or one that cannot be read: whoever shows the list says so.
    return null;
  } finally {
    database.close();
  }
}

/** As newer browsers read many rows in one step (Indexed Database API 3.0), not known to TypeScript yet. */
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

/** Opens a database that is there; one that is not is not made. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(null);
    request.onsuccess = () => {
      const { result } = request;
      // Whoever wants to upgrade or delete it does not have to wait for this.
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
