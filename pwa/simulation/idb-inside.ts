/** The internals of fake-indexeddb that the simulation uses. */
export interface Connection {
  _rawDatabase: RawDatabase;
  _closePending: boolean;
  _closed: boolean;
  transaction: (...given: unknown[]) => Transaction;
}
export interface Transaction {
  db: Connection;
  mode: string;
  _state: string;
  _abort(name: string): void;
  _execRequestAsync(asked: { operation: () => unknown }): unknown;
  objectStore(name: string): ObjectStore;
}
export interface ObjectStore {
  add(...given: unknown[]): unknown;
  put(...given: unknown[]): unknown;
  delete(...given: unknown[]): unknown;
}
export interface RawDatabase {
  connections: Connection[];
  transactions: Transaction[];
  rawObjectStores: Map<string, RawTable>;
}
interface RawTable {
  records: Records;
  deleteRecord(key: unknown): void;
}
interface Records {
  values(): Iterable<{ key: unknown; value: unknown }>;
  put(...given: unknown[]): unknown;
  delete(...given: unknown[]): unknown;
  clear(): unknown;
}

/** The rows of a table as they stand on the disk: the same array until the table is written. */
export function rowsIn({ records }: RawTable): readonly unknown[] {
  if (!lastRead.has(records)) forgetWhenWritten(records);
  const rows = lastRead.get(records) ?? Array.from(records.values(), ({ value }) => value);
  lastRead.set(records, rows);
  return rows;
}

/** What was read last; null after a write. The checks of a step read each table many times. */
const lastRead = new WeakMap<Records, readonly unknown[] | null>();

function forgetWhenWritten(records: Records): void {
  for (const method of ['put', 'delete', 'clear'] as const) {
    const original = records[method].bind(records);
    records[method] = (...given: unknown[]) => {
      lastRead.set(records, null);
      return original(...given);
    };
  }
}
