import type { SimulatedServer } from './simulated-server.ts';

/** What a world is served by: one server on SQLite, or two on PostgreSQL. */
export type ServedBy = Pick<SimulatedServer, keyof SimulatedServer>;
