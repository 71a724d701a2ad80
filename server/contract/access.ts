import type { Role } from './vocabulary.ts';

/** The two guarded parts of the product: `/dashboard…` and `/admin…`, with the calls behind them. */
export const AREAS = ['dashboard', 'admin'] as const;
export type Area = (typeof AREAS)[number];

/** Who may make a call: anybody, anybody signed in, or whoever may enter an area. */
export type Access = 'public' | 'signed-in' | Area;

/** What the owner opens to agents: nothing, or the dashboard (environment `AGENT_ACCESS`). */
export const AGENT_ACCESS = ['none', 'dashboard'] as const;
export type AgentAccess = (typeof AGENT_ACCESS)[number];

/**
 * The one table of who may enter what (§6, Q-01). An account that is not approved enters nothing.
 * The server's checks, the screens' guard and the tests all read it.
 */
export function areasOf(
  user: { role: Role; approved: boolean },
  agentAccess: AgentAccess,
): readonly Area[] {
  if (!user.approved) return [];
  if (user.role === 'admin') return AREAS;
  return agentAccess === 'dashboard' ? ['dashboard'] : [];
}
