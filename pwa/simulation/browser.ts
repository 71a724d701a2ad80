import { IDBFactory } from 'fake-indexeddb';
import { FakeLocks } from '#pwa/test/fake-locks.ts';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { BrowserPage, type BrowserParts } from './browser-page.ts';
import type { Cookies } from './cookies.ts';
import type { RawDatabase } from './idb-inside.ts';

/** The browser of one device: what its pages share, and what outlives them. */
export class Browser {
  readonly pages: BrowserPage[] = [];
  readonly cookies: Cookies;
  readonly locks = new FakeLocks();
  readonly parts: BrowserParts;
  storage = new MemoryStorage();
  disk = new IDBFactory();
  /** How far this device's clock is from the true time, in milliseconds. */
  skew = 0;
  onLine = true;
  /** No room is left; what is written fails until history is thrown away. */
  isFull = false;
  /** How often a write found no room. */
  refusedWrites = 0;

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

  /** The storage is taken away by the browser. Only when no page is open. */
  evict(): void {
    this.storage = new MemoryStorage();
    this.disk = new IDBFactory();
  }

  /** The rows of a table as they stand on the disk; empty where there is no such table. */
  rows<Row>(database: string, table: string): Row[] {
    const { _databases } = this.disk as unknown as { _databases: Map<string, RawDatabase> };
    const records = _databases.get(database)?.rawObjectStores.get(table)?.records.values() ?? [];
    return Array.from(records, ({ value }) => value as Row);
  }

  databaseNames(): string[] {
    const { _databases } = this.disk as unknown as { _databases: Map<string, RawDatabase> };
    return [..._databases.keys()];
  }

  /** What every page of this device but `from` is told. */
  tell(from: BrowserPage, what: (page: BrowserPage) => void): void {
    for (const page of this.pages) if (page !== from) page.later(() => what(page));
  }
}
