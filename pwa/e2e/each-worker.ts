import type { AgentAccess } from '#contract/access.ts';
import type { Agency } from './agency.ts';

/** What the journeys of one worker share. A file of its own: the configuration knows no browser. */
export interface EachWorker {
  /** The built server on a database of its own: SQLite or PostgreSQL, by the project. */
  agency: Agency;
  database: 'sqlite' | 'postgresql';
  /** What agents may use. */
  agentAccess: AgentAccess;
}
