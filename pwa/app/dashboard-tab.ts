/** The two lists of the dashboard; the first is the one that opens (D-02). */
export const TABS = ['applications', 'contacts'] as const;
export type Tab = (typeof TABS)[number];

/** The tab that an address names; absent for the first one, so that its address stays plain. */
export function tabOf({ tab }: { tab?: unknown }): { tab?: Tab } {
  return tab === 'contacts' ? { tab } : {};
}
