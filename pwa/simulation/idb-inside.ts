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
  clear(): unknown;
}
export interface RawDatabase {
  connections: Connection[];
  transactions: Transaction[];
  rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }>;
}
