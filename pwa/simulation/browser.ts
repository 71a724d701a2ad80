import { IDBFactory } from 'fake-indexeddb';
import { FakeLocks } from '#pwa/test/fake-locks.ts';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { BrowserPage, type BrowserParts } from './browser-page.ts';
import type { Cookies } from './cookies.ts';
import { type RawDatabase, rowsIn } from './idb-inside.ts';

/** The browser of one device: everything that its pages share or that outlives them. */
export class Browser {
  readonly pages: BrowserPage[] = [];
  readonly cookies: Cookies;
  readonly locks = new FakeLocks();
  /** What people have done to the status of applications (actOf). */
  readonly acts = new Set<string>();
  readonly parts: BrowserParts;
  storage = new MemoryStorage();
  disk = new IDBFactory();
  /** How far this device's clock is from the true time, in milliseconds. */
  skew = 0;
  onLine = true;
  /** Writes fail until the page deletes history. */
  isFull = false;
  /** Writes that failed because the device was full. */
  refusedWrites = 0;
  /** It has closed a database under a page, or lost a row of it. */
  hasLost = false;

  constructor(parts: BrowserParts) {
    this.parts = parts;
    this.cookies = parts.cookies;
  }

  open(what: 'office' | 'public' = 'office'): BrowserPage {
    const page = new BrowserPage(this);
    this.pages.push(page);
    page.start(what);
    return page;
  }

  /** The browser evicts the storage. Only while no page is open. */
  evict(): void {
    this.storage = new MemoryStorage();
    this.disk = new IDBFactory();
  }

  tablesOf(database: string): string[] {
    const { _databases } = this.disk as unknown as { _databases: Map<string, RawDatabase> };
    return [...(_databases.get(database)?.rawObjectStores.keys() ?? [])];
  }

  /** The rows of a table as they stand on the disk; none where there is no such table. */
  rows<Row>(database: string, table: string): readonly Row[] {
    const { _databases } = this.disk as unknown as { _databases: Map<string, RawDatabase> };
    const found = _databases.get(database)?.rawObjectStores.get(table);
    return found ? (rowsIn(found) as readonly Row[]) : NONE;
  }

  /** The disk loses the last row of a table. Returns whether there was one. */
  loseRow(database: string, table: string): boolean {
    const { _databases } = this.disk as unknown as { _databases: Map<string, RawDatabase> };
    const found = _databases.get(database)?.rawObjectStores.get(table);
    const last = found && [...found.records.values()].at(-1);
    if (!last) return false;
    found.deleteRecord(last.key);
    this.hasLost = true;
    return true;
  }

  /** Runs `what` in every page of this device but `from`. */
  tell(from: BrowserPage, what: (page: BrowserPage) => void): void {
    for (const page of this.pages) if (page !== from) page.later(() => what(page));
  }
}

const NONE: readonly never[] = [];
