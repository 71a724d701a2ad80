import type { Role } from '#contract/fields/vocabulary.ts';

/** The two guarded parts of the product: `/dashboard…` and `/admin…`, with the calls behind them. */
export const AREAS = ['dashboard', 'admin'] as const;
export type Area = (typeof AREAS)[number];

/** Who may make a call: everybody, signed-in users, or users who may enter an area. */
export type Access = 'public' | 'signed-in' | Area;

/** What the owner opens to every agent: nothing, or the dashboard (environment `AGENT_ACCESS`). */
export const AGENT_ACCESS = ['none', 'dashboard'] as const;
export type AgentAccess = (typeof AGENT_ACCESS)[number];

/** Who must have a second factor (environment `SECOND_FACTOR`). */
export const SECOND_FACTOR = ['optional', 'admins', 'all'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR)[number];

export function mustHaveSecondFactor({ role }: { role: string }, rule: SecondFactorRule): boolean {
  return rule === 'all' || (rule === 'admins' && role === 'admin');
}

/** What decides where a user may go. An admin opens the dashboard to a single agent by `entersDashboard`. */
interface Rights {
  role: Role;
  approved: boolean;
  entersDashboard: boolean;
}

/**
 * The areas that a user may enter; none before an admin has approved the account. The server's
 * checks, the screens' guard and the tests all read this table.
 */
export function areasOf(
  { role, approved, entersDashboard }: Rights,
  agentAccess: AgentAccess,
): readonly Area[] {
  if (!approved) return [];
  if (role === 'admin') return AREAS;
  return entersDashboard || agentAccess === 'dashboard' ? ['dashboard'] : [];
}
