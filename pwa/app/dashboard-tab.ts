/** The two lists of the dashboard; the first one opens by default. */
export const TABS = ['applications', 'contacts'] as const;
export type Tab = (typeof TABS)[number];

/** The tab in an address; absent for the first one: its address has no search. */
export function tabOf({ tab }: { tab?: unknown }): { tab?: Tab } {
  return tab === 'contacts' ? { tab } : {};
}
