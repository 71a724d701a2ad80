import type { SimulatedServer } from './simulated-server.ts';

/** What a world is served by: one server on SQLite, or two on PostgreSQL. */
export type ServedBy = Pick<SimulatedServer, keyof SimulatedServer>;

/** The database, read and written beside its servers: the part of better-sqlite3 that is used. */
export interface Beside {
  prepare(sql: string): {
    all(...values: unknown[]): unknown[];
    get(...values: unknown[]): unknown;
    run(...values: unknown[]): unknown;
  };
}
